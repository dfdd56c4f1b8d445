/**
 * A server with its pages, in this process: bundled plugins as they were built, and servers made of what a test needs.
 */
import { fileURLToPath } from 'node:url';
import type { Context, JsonObject } from '@sigil/core';
import type { ToolDefinition } from '@sigil/core/building';
import {
  buildCatalog,
  fixedSource,
  type CatalogSource,
  type Components,
  type PublishedTool,
  type ToolResult,
} from '@sigil/core/catalog';
import { createEngine } from '@sigil/core/engine';
import { hostPlugin, type HostedPlugin } from '@sigil/plugin-host';
import { createEndpoint, openHttpServer } from '@sigil/transport-http';
import Koa from 'koa';
import type { Mount } from '../../src/mounts/mount.js';
import { openPages, type PagesOptions } from '../../src/pages/open-pages.js';
import { ViewSandbox } from '../../src/views/view-sandbox.js';
import { fleetOfOne } from '../../src/workers/workers.js';

/** A server with pages that listens. Its opener closes it. */
export interface PagedServer {
  /** Without a path. */
  readonly url: string;
  readonly mounts: readonly Mount[];
  /** The errors that made a page fail. */
  readonly errors: readonly unknown[];
  close(): Promise<void>;
}

/** Options of the pages that a test differs in. */
export type PagedOptions = Partial<Pick<PagesOptions, 'stories' | 'sandbox' | 'isGuarded'>>;

const plugins = fileURLToPath(new URL('../../../../apps/server/plugins/', import.meta.url));

/** Serves every mount at its path, with the pages on all others. */
export async function servePages(mounts: readonly Mount[], differing: PagedOptions = {}): Promise<PagedServer> {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const sandbox = new ViewSandbox({ host: '127.0.0.1', sandboxUrl: undefined, allowedHosts: [], onError });
  const app = new Koa();
  openPages(app, () => mounts, {
    allowedHosts: [],
    onForbidden: () => undefined,
    blocked: () => [],
    fleet: () => fleetOfOne,
    changes: undefined,
    buildErrors: () => ({}),
    ...{ sse: false, ws: false, streams: false, isGuarded: false },
    leftOut: () => [],
    describe: undefined,
    openDashboard: undefined,
    isEnding: () => false,
    sandbox,
    stories: undefined,
    onError,
    ...differing,
  });
  const endpoints = new Map(mounts.map(({ path, engine }) => [path, createEndpoint(engine)]));
  const server = await openHttpServer({ endpoints, fallback: app.callback(), port: 0 });
  return {
    url: server.url,
    mounts,
    errors,
    async close() {
      for (const { engine } of mounts) engine.close();
      await sandbox.close();
      await server.close({ graceMs: 0 });
      await Promise.all(mounts.flatMap(({ plugins }) => [...plugins.values()].map((plugin) => plugin.close())));
    },
  };
}

/** A server of a bundled plugin, from its build; of one that was not built when there is no such plugin. */
export function mountBundled(name: string): Promise<Mount> {
  return mountBuilt(name, `${plugins}${name}`);
}

/** A server of the plugin that was built in a folder. */
export async function mountBuilt(name: string, folder: string): Promise<Mount> {
  const plugin = await hostPlugin(folder);
  const description = plugin.status.state === 'serving' ? (plugin.status.manifest.plugin.description ?? '') : '';
  return mountOf({ name, description, source: plugin, plugins: new Map([[name, plugin]]) });
}

/** A server of components that a test wrote by hand. */
export function mountComponents(name: string, components: Partial<Components>, description = 'Made by a test.'): Mount {
  const none = { tools: [], resources: [], resourceTemplates: [], prompts: [] };
  const source = fixedSource(buildCatalog({ ...none, ...components }));
  return mountOf({ name, description, source, plugins: new Map() });
}

/** A server of a source that a test changes. */
export function mountSource(name: string, source: CatalogSource): Mount {
  return mountOf({ name, description: 'Made by a test.', source, plugins: new Map() });
}

interface Offer {
  readonly name: string;
  readonly description: string;
  readonly source: CatalogSource;
  readonly plugins: ReadonlyMap<string, HostedPlugin>;
}

function mountOf({ name, description, source, plugins }: Offer): Mount {
  const engine = createEngine({ info: { name, version: '1.0.0' }, source });
  return {
    name,
    path: `/mcp/${name}`,
    description,
    engine,
    source,
    plugins,
    isConfigured: false,
    stateless: false,
    problems: [],
    overrides: [],
  };
}

/** A tool that answers with what `run` gives: a text, or a whole result. */
export function tool(
  definition: Partial<ToolDefinition> & { readonly name: string },
  run: (input: JsonObject, context: Context) => Promise<string | ToolResult> | string | ToolResult,
): PublishedTool {
  return {
    definition: { inputSchema: { type: 'object' }, ...definition },
    async run(input, context) {
      const answer = await run(input, context);
      if (typeof answer !== 'string') return answer;
      return { kind: 'result', content: [{ type: 'text', text: answer }], isError: false };
    },
  };
}
