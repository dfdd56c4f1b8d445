/**
 * A server with one tool, `story`, which streams a number of characters in parts and returns the number. Prints its address
 * and serves until it is stopped.
 */
import { Tool } from '@sigil/core';
import { manifestVersion, pluginAbi } from '@sigil/core/building';
import { bindPlugin, buildCatalog, fixedSource } from '@sigil/core/catalog';
import { openPluginServer } from '@sigil/server/plugin-server';
import { log } from '../serving/served/open-served.mjs';

class Tales {
  /** @param {{ characters: number, part: number }} size */
  async *story({ characters, part }) {
    for (let told = 0; told < characters; told += part) {
      const length = Math.min(part, characters - told);
      // A different text each time, as from a model.
      yield String(told).padEnd(length, 'abcdefghij').slice(0, length);
    }
    return `${characters} characters`;
  }
}
Tool()(Tales.prototype, 'story', Object.getOwnPropertyDescriptor(Tales.prototype, 'story') ?? {});

/** @type {import('@sigil/core/building').Manifest} */
const manifest = {
  manifestVersion,
  plugin: { name: 'tales', version: '1.0.0' },
  code: { file: 'tales.cjs', cid: 'none' },
  classes: [{ name: 'Tales', file: 'src/tales.ts' }],
  tools: [
    {
      name: 'story',
      inputSchema: { type: 'object' },
      streamSchema: { type: 'string' },
      origin: { class: 'Tales', method: 'story' },
    },
  ],
  resources: [],
  resourceTemplates: [],
  prompts: [],
  completions: [],
};
/** @type {import('@sigil/core/building').PluginModule} */
const code = {
  abi: pluginAbi,
  classes: new Map([['Tales', Tales]]),
  configurations: new Map(),
  tools: new Map([['story', { decode: (/** @type {any} */ input) => [input], stream: { isResult: false } }]]),
  resources: new Map(),
  resourceTemplates: new Map(),
  prompts: new Map(),
};
const { components } = bindPlugin(manifest, code);
const source = fixedSource(buildCatalog(components));
const server = await openPluginServer({ name: 'tales', version: '1.0.0', source }, {}, { log });
console.log(`${server.url}/mcp`);
