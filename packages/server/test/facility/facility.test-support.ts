/**
 * Servers as `mcps` configures them, over real built plugins, with clients in this process.
 */
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@sigil/core';
import type { CatalogSource } from '@sigil/core/catalog';
import { createEngine, type Engine } from '@sigil/core/engine';
import { hostPlugin, openMemoryStore, type ContentStore, type HostedPlugin } from '@sigil/plugin-host';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { openCidReader } from '../../src/servers/cid-reader.js';
import { loadMcps } from '../../src/servers/load-mcps.js';
import { openServers, type Servers, type ServersEnvironment } from '../../src/servers/open-servers.js';

const bundledPlugins = fileURLToPath(new URL('../../../../apps/server/plugins/', import.meta.url));

/** The bundled plugins of these names, hosted. The caller closes them. */
export async function hostBundled(...names: readonly string[]): Promise<Map<string, HostedPlugin>> {
  const hosted = await Promise.all(names.map((name) => hostPlugin(`${bundledPlugins}${name}`)));
  hosted.forEach(({ status }, index) => {
    if (status.state === 'failed') throw new Error(`${names[index]} is not built: run "npm run build" first`);
  });
  return new Map(names.map((name, index) => [name, hosted[index]!]));
}

/** Counts what is read from it. */
export interface CountingStore extends ContentStore {
  readonly reads: readonly string[];
  putJson(value: unknown): Promise<string>;
  putText(text: string): Promise<string>;
}

export function openCountingStore(): CountingStore {
  const store = openMemoryStore();
  const reads: string[] = [];
  const putText = (text: string): Promise<string> => store.put(Buffer.from(text));
  return {
    ...store,
    reads,
    putText,
    putJson: (value) => putText(JSON.stringify(value)),
    get(cid) {
      reads.push(cid);
      return store.get(cid);
    },
  };
}

/** Servers that run, and what was said about them. */
export interface Facility {
  readonly servers: Servers;
  readonly reports: readonly string[];
  readonly store: CountingStore;
  source(server: string): CatalogSource;
  /** @param revision the newest, unless said otherwise */
  connect(server: string, revision?: string): Promise<McpClient>;
  close(): void;
}

type Options = Partial<Pick<ServersEnvironment, 'profile' | 'openShell' | 'openSchemes'>> & {
  readonly plugins?: ReadonlyMap<string, CatalogSource>;
  /** Not discovered: served only where a configuration names them. */
  readonly optedOut?: readonly string[];
  readonly store?: CountingStore;
  readonly pageSize?: number;
};

/** @param configurations by server, as their files say it */
export async function openFacility(
  configurations: Readonly<Record<string, JsonObject>>,
  { plugins = new Map(), optedOut = [], store = openCountingStore(), pageSize, ...rest }: Options = {},
): Promise<Facility> {
  const reports: string[] = [];
  const entries = Object.entries(configurations).map(async ([name, configuration]) => {
    return [name, { config_cid: await store.putJson(configuration) }] as const;
  });
  const contents = openCidReader(store);
  const mcps = await loadMcps(Object.fromEntries(await Promise.all(entries)), contents);
  const servers = await openServers(mcps, {
    plugins: new Map([...plugins].map(([name, plugin]) => [name, { plugin, isDiscovered: !optedOut.includes(name) }])),
    contents,
    profile: 'default',
    report: (problem) => reports.push(problem),
    ...rest,
  });
  const engines = new Map<string, Engine>();
  const source = (server: string): CatalogSource => {
    const found = servers.all.get(server);
    if (!found) throw new Error(`there is no server "${server}"`);
    return found.source;
  };
  return {
    servers,
    reports,
    store,
    source,
    connect(server, revision = '2026-07-28') {
      const limits = pageSize === undefined ? {} : { pageSize };
      const engine =
        engines.get(server) ?? createEngine({ info: { name: server, version: '1' }, source: source(server), limits });
      engines.set(server, engine);
      return connectInMemory(engine, { revision });
    },
    close() {
      for (const engine of engines.values()) engine.close();
      servers.close();
    },
  };
}

export function namesOf(listed: readonly JsonObject[]): unknown[] {
  return listed.map(({ name }) => name);
}
