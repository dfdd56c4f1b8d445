/**
 * Small catalogs that can be swapped, and servers over them.
 */
import type { Context, JsonObject } from '@sigil/core';
import {
  buildCatalog,
  fixedSource,
  type CatalogSource,
  type Components,
  type ComponentKind,
  type PublishedResource,
  type PublishedTool,
} from '@sigil/core/catalog';
import { openMemoryStore, ReplaceableSource, type ContentStore } from '@sigil/plugin-host';
import { openCidReader } from './cid-reader.js';
import { openServerSource, type ServerEnvironment, type ServerSource } from './open-server-source.js';
import { readServerConfiguration } from './read-server-configuration.js';

/** Answers with `text`, or with its arguments as JSON. */
export function toolOf(name: string, text?: string, more: Partial<PublishedTool['definition']> = {}): PublishedTool {
  return {
    definition: { name, inputSchema: { type: 'object' }, ...more },
    run: (input) =>
      Promise.resolve({
        kind: 'result',
        content: [{ type: 'text', text: text ?? JSON.stringify(input) }],
        isError: false,
        ...(more.outputSchema ? { structuredJson: JSON.stringify(input) } : {}),
      }),
  };
}

export function resourceOf(uri: string, text: string): PublishedResource {
  return {
    definition: { uri, name: uri, mimeType: 'text/plain' },
    read: () => Promise.resolve({ kind: 'result', contents: [{ uri, text }] }),
  };
}

export function sourceOf(components: Partial<Components>): CatalogSource {
  const none: Components = { tools: [], resources: [], resourceTemplates: [], prompts: [] };
  return fixedSource(buildCatalog({ ...none, ...components }));
}

/** Makes a plugin that can be swapped. */
export function pluginOf(components: Partial<Components>): ReplaceableSource {
  const source = new ReplaceableSource();
  source.replaceWith(sourceOf(components));
  return source;
}

/** A server, its reports, and its notifications to clients. */
export interface ServerUnderTest extends ServerSource {
  readonly reports: readonly string[];
  readonly told: readonly (readonly ComponentKind[])[];
  readonly store: ContentStore;
}

/** Opens a server named `tested`, over a plugin of that name. */
export async function serverOf(
  configuration: JsonObject,
  plugin: CatalogSource,
  environment: Partial<ServerEnvironment> & { readonly store?: ContentStore } = {},
): Promise<ServerUnderTest> {
  const reports: string[] = [];
  const told: ComponentKind[][] = [];
  const { store = openMemoryStore(), ...others } = environment;
  const server = await openServerSource(readServerConfiguration('tested', configuration), {
    findPlugin: (name) => (name === 'tested' ? plugin : undefined),
    findServer: () => undefined,
    contents: openCidReader(store),
    report: (problem) => void reports.push(problem),
    ...others,
  });
  server.source.onChange((changed) => told.push([...changed]));
  const { source, settled, close } = server;
  return {
    source,
    settled,
    close,
    reports,
    told,
    store,
    get problems() {
      return server.problems;
    },
    get overrides() {
      return server.overrides;
    },
    get isRefused() {
      return server.isRefused;
    },
  };
}

// The components of these tests do not use a context.
const noContext = {} as Context;

/** Returns the listed names of a kind; for resources, their URIs. */
export function listedIn(source: CatalogSource, kind: ComponentKind = 'tools'): string[] {
  const catalog = source.current();
  if (kind === 'resources') return catalog.resources.map(({ definition }) => definition.uri);
  return catalog[kind].map(({ definition }) => definition.name);
}

/** Returns the text of the first block, `undefined` when there is no such tool; a refusal as JSON. */
export async function callIn(source: CatalogSource, name: string, input: JsonObject = {}): Promise<string | undefined> {
  const [catalog, hold] = [source.current(), source.hold()];
  const outcome = await catalog.findTool(name)?.run(input, noContext);
  hold.release();
  if (outcome?.kind === 'bad-arguments') return JSON.stringify(outcome.problems);
  const [block] = outcome?.content ?? [];
  return block?.type === 'text' ? block.text : undefined;
}

/** Returns the contents read at the URI: its parts, or `undefined` when there is no such resource. */
export async function readIn(source: CatalogSource, uri: string): Promise<unknown> {
  const [catalog, hold] = [source.current(), source.hold()];
  const outcome = await catalog.findResource(uri)?.read(noContext);
  hold.release();
  return outcome?.kind === 'result' ? outcome.contents : outcome;
}
