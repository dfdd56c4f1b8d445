import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '@sigil/core';
import { revisions } from '@sigil/core/engine';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder, type PluginsFolder } from '@sigil/test-support/temporary-plugins';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { readConfiguration } from '../../src/configuration/configuration.js';
import { openServerLog } from '../../src/log/server-log.js';
import { openMounts, type Mounts } from '../../src/mounts/open-mounts.js';
import { plainView } from '../../src/pages/plain-view.test-support.js';
import { viewOf } from '../../src/pages/server-view.js';

const billing = `import { Tool } from '@sigil/core';
export class Billing {
  /**
   * Takes money from a card.
   * @keywords direct debit
   */
  @Tool() charge(amount: number): string { return 'charged ' + amount; }
  /** Gives money back. */
  @Tool() refund(): string { return 'refunded'; }
  /** Says whether payments work. */
  @Tool({ always: true }) status(): string { return 'fine'; }
}
`;
const own = `import { Tool } from '@sigil/core';
export class Own {
  /** Searches in another way. */
  @Tool() search_tools(): string { return ''; }
}
`;

let plugins: PluginsFolder;

beforeAll(async () => {
  plugins = await newPluginsFolder();
  await plugins.writePlugin('billing', billing);
  await plugins.writePlugin('own', own);
  buildPlugins([join(plugins.path, 'billing'), join(plugins.path, 'own')]);
});

afterAll(() => plugins.remove());

/** Opens the mounts of the two plugins. */
async function openServers(mcps: JsonObject, file: JsonObject = {}): Promise<Mounts & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'tool-search-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'mcps.source.json'), JSON.stringify(mcps));
  await writeFile(join(folder, 'sigil.config.json'), JSON.stringify({ mcps: 'mcps.source.json', ...file }));
  const flags = { plugins: plugins.path, config: join(folder, 'sigil.config.json') };
  const configuration = readConfiguration(flags, { MCP_FOLLOW: 'false' }, plugins.path);
  const log = openServerLog(() => undefined);
  const mounts = await openMounts({ ...configuration, stateFolder: join(folder, 'state') }, log);
  onTestFinished(() => mounts.close());
  return Object.assign(mounts, { folder });
}

async function connect(mounts: Mounts, server: string, revision = '2026-07-28'): Promise<McpClient> {
  const mount = mounts.all.find(({ name }) => name === server);
  return connectInMemory(mount!.engine, { revision });
}

const namesOf = (tools: readonly JsonObject[]): unknown[] => tools.map(({ name }) => name);
const searching = { billing: { discovery: 'search' } };

test.each(revisions)(
  'a configured server lists few tools, finds the others and calls them, in $date',
  async ({ date }) => {
    const client = await connect(await openServers(searching), 'billing', date);

    const listed = await client.listTools();
    const found = await client.callTool('search_tools', { query: 'direct debit', detail: 'names' });
    const called = await client.callTool('call_tool', { name: 'charge', arguments: { amount: 5 } });

    expect(namesOf(listed)).toEqual(['search_tools', 'call_tool', 'status']);
    expect(found.content).toEqual([{ type: 'text', text: '{"tools":[{"name":"charge"}]}' }]);
    expect(called.content).toEqual([{ type: 'text', text: 'charged 5' }]);
  },
);

test('a server without a setting of its own lists its tools as the file says, and so does the server of all', async () => {
  const servers = await openServers({ own: { discovery: 'all' } }, { discovery: 'search' });

  expect(namesOf(await (await connect(servers, 'billing')).listTools())).toContain('search_tools');
  expect(namesOf(await (await connect(servers, 'own')).listTools())).toEqual(['search_tools']);
  expect(namesOf(await (await connect(servers, 'all')).listTools())).toEqual([
    'search_tools',
    'call_tool',
    'billing_status',
  ]);
});

test('the server of all searches tools of servers that list all of theirs, by the names that it gives them', async () => {
  const servers = await openServers({}, { discovery: { mode: 'all', combined: 'search' } });
  const client = await connect(servers, 'all');

  const found = await client.callTool('search_tools', { query: 'refund', detail: 'names', limit: 1 });
  const called = await client.callTool('call_tool', { name: 'billing_refund' });

  expect(namesOf(await (await connect(servers, 'billing')).listTools())).toEqual(['charge', 'refund', 'status']);
  expect(found.structuredContent).toEqual({ tools: [{ name: 'billing_refund' }] });
  expect(called.content).toEqual([{ type: 'text', text: 'refunded' }]);
});

test('a tool with the name of the search is a problem of its server', async () => {
  const servers = await openServers({ own: { discovery: 'search' } });

  expect(servers.all.find(({ name }) => name === 'own')!.problems).toEqual([
    'server "own": the tool "search_tools" was left out: the search for tools has this name; rename it',
  ]);
});

test('searches and the calls after them are recorded in the file that the configuration names', async () => {
  const servers = await openServers(searching, { discovery: { mode: 'all', record: 'searches.jsonl' } });
  const client = await connect(servers, 'billing');

  await client.callTool('search_tools', { query: 'charge a card' });
  await client.callTool('call_tool', { name: 'charge', arguments: { amount: 77_000_123 } });
  await servers.close();

  const text = await readFile(join(servers.folder, 'searches.jsonl'), 'utf8');
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    expect.objectContaining({ server: 'billing', query: 'charge a card' }),
    expect.objectContaining({ server: 'billing', called: 'charge', place: 1 }),
  ]);
  expect(text).not.toContain('77000123');
});

test('the page of a server shows the share of its budget that its definitions take', async () => {
  const servers = await openServers({ billing: { budget: 1000 } });
  const mount = servers.shown.find(({ name }) => name === 'billing')!;

  expect(viewOf(mount, plainView).definitions).toMatch(/^about \d+ tokens, \d+ % of its budget of 1,000$/);
});
