/**
 * Tools that are generators, bound like those of a built plugin.
 */
import { Tool, type JsonObject } from '@sigil/core';
import { manifestVersion, pluginAbi } from '@sigil/core/building';
import { bindPlugin, buildCatalog, fixedSource } from '@sigil/core/catalog';
import { createEngine, type Engine } from '@sigil/core/engine';

/** A class as an author writes it. */
export type Generate = (input: JsonObject) => AsyncGenerator<string, unknown>;

/** Serves generators under their keys. */
export function engineOfStreams(generators: Readonly<Record<string, Generate>>): Engine {
  class Streams {}
  const names = Object.keys(generators);
  for (const name of names) {
    const descriptor = { value: generators[name], configurable: true };
    Object.defineProperty(Streams.prototype, name, descriptor);
    Tool({ name })(Streams.prototype, name, descriptor);
  }
  const none = { resources: [], resourceTemplates: [], prompts: [], completions: [] };
  const { components } = bindPlugin(
    {
      manifestVersion,
      plugin: { name: 'streams', version: '1.0.0' },
      code: { file: 'plugin.cjs', cid: 'none' },
      classes: [{ name: 'Streams', file: 'src/streams.ts' }],
      tools: names.map((name) => ({
        name,
        inputSchema: { type: 'object', properties: { count: { type: 'integer' } } },
        streamSchema: { type: 'string' },
        origin: { class: 'Streams', method: name },
      })),
      ...none,
    },
    {
      abi: pluginAbi,
      classes: new Map([['Streams', Streams]]),
      configurations: new Map(),
      tools: new Map(names.map((name) => [name, { decode: (input: JsonObject) => [input] }])),
      resources: new Map(),
      resourceTemplates: new Map(),
      prompts: new Map(),
    },
  );
  return createEngine({
    info: { name: 'streams', version: '1.0.0' },
    source: fixedSource(buildCatalog(components)),
    limits: { callTimeoutMs: 60_000 },
  });
}
