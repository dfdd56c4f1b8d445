import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject } from '@sigil/core';
import { type Catalog } from '@sigil/core/catalog';
import { isCid, type HostedPlugin } from '@sigil/plugin-host';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMcps, type BuiltMcps } from '../../src/servers/build-mcps.js';
import { openCidReader } from '../../src/servers/cid-reader.js';
import { loadMcps } from '../../src/servers/load-mcps.js';
import { openServers, type Servers, type ServersEnvironment } from '../../src/servers/open-servers.js';
import { hostBundled, openCountingStore } from './facility.test-support.js';

const sourceFile = fileURLToPath(new URL('../../../../apps/server/mcps.source.json', import.meta.url));
const bundled = ['date', 'echo', 'jq', 'markdown', 'sql'];
const store = openCountingStore();

let folder: string;
let built: BuiltMcps;
let plugins: Map<string, HostedPlugin>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-boot-'));
  built = await buildMcps({ sourceFile, store, outFile: join(folder, 'mcps.json') });
  plugins = await hostBundled(...bundled);
});

afterAll(async () => {
  await Promise.all([...plugins.values()].map((plugin) => plugin.close()));
  await rm(folder, { recursive: true });
});

/** The servers of `mcps.json` as it was written, over the bundled plugins. */
async function boot(profile: ServersEnvironment['profile'], reports: string[] = []): Promise<Servers> {
  const contents = openCidReader(store);
  const mcps = await loadMcps(await readFile(join(folder, 'mcps.json'), 'utf8'), contents);
  return openServers(mcps, {
    plugins: new Map([...plugins].map(([name, plugin]) => [name, { plugin, isDiscovered: true }])),
    contents,
    profile,
    report: (problem) => reports.push(problem),
  });
}

function catalogOf(servers: Servers, name: string): Catalog {
  return servers.all.get(name)!.source.current();
}

function toolsOf(servers: Servers, name: string): string[] {
  return catalogOf(servers, name).tools.map(({ definition }) => definition.name);
}

test('T10.1 the build writes mcps.json, with a CID for every path', async () => {
  const map: unknown = JSON.parse(await readFile(join(folder, 'mcps.json'), 'utf8'));

  expect(Object.keys(map as object)).toEqual(['date', 'echo', 'jq', 'markdown']);
  for (const entry of Object.values(map as object)) {
    expect(isJsonObject(entry) && isCid(String(entry['config_cid']))).toBe(true);
  }
  expect(built.cids).toHaveLength(6);
});

test('T10.2 a server that boots with mcps.json has its configuration, without problems', async () => {
  const reports: string[] = [];

  const servers = await boot('default', reports);

  expect(reports).toEqual([]);
  expect(servers.all.get('echo')?.configuration).toMatchObject({ tools: { echo: {} }, autoDiscover: false });
  expect(catalogOf(servers, 'markdown').findPrompt('review')).toBeDefined();
  servers.close();
});

test('T10.3 the default profile has every bundled server with all of its tools', async () => {
  const servers = await boot('default');

  expect([...servers.all.keys()]).toEqual(bundled);
  expect(toolsOf(servers, 'echo')).toEqual(['echo']);
  expect(toolsOf(servers, 'markdown')).toEqual(['convert']);
  expect(toolsOf(servers, 'date')).toEqual(['now', 'convert', 'add', 'difference', 'format', 'timeZones']);
  expect(toolsOf(servers, 'jq')).toEqual(['query']);
  expect(toolsOf(servers, 'sql')).toEqual(['query_database']);
  servers.close();
});

test('T10.4 the readonly profile has the same servers, with only read-only tools', async () => {
  const servers = await boot('readonly');

  expect([...servers.all.keys()]).toEqual(bundled);
  expect(toolsOf(servers, 'echo')).toEqual([]);
  expect(toolsOf(servers, 'markdown')).toEqual(['convert']);
  expect(catalogOf(servers, 'echo').resources).toHaveLength(1);
  servers.close();
});

test('bundled configuration files override nothing, and the override by a transform is reported', async () => {
  const servers = await boot('default');

  const overrides = Object.fromEntries([...servers.all].map(([name, server]) => [name, server.overrides]));
  servers.close();

  expect(overrides).toEqual({
    date: [],
    echo: [],
    jq: ['tool "query": description overridden by its transform of tools'],
    markdown: [],
    sql: [],
  });
});

test('T10.5 transforms are loaded by their CIDs', async () => {
  const servers = await boot('default');
  const catalog = catalogOf(servers, 'jq');

  expect(catalog.findTool('query')?.definition).toMatchObject({
    title: 'Query JSON',
    description: expect.stringMatching(/^Run a jq program on JSON[^]+Part of the server "jq"\.$/) as string,
  });
  expect(catalog.findResource('jq://examples')).toBeDefined();
  servers.close();
});
