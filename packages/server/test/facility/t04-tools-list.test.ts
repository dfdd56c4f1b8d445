import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { revisions } from '@sigil/core/engine';
import type { HostedPlugin } from '@sigil/plugin-host';
import { PeerError } from '@sigil/testing';
import { compileCheck } from '../../src/servers/check-json.js';
import { hostBundled, namesOf, openCountingStore, openFacility, type Facility } from './facility.test-support.js';

let plugins: Map<string, HostedPlugin>;
let facility: Facility | undefined;

beforeAll(async () => {
  plugins = await hostBundled('echo', 'jq', 'date');
});

afterEach(() => facility?.close());

afterAll(async () => {
  await Promise.all([...plugins.values()].map((plugin) => plugin.close()));
});

test.each(revisions)('T4.1 a configured server lists the tools of its configuration, $date', async ({ date }) => {
  const inputSchema = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] };
  const tools = { echo: { description: 'Echo the provided input', inputSchema } };
  facility = await openFacility({ echo: { tools } }, { plugins });

  const listed = await (await facility.connect('echo', date)).listTools();

  expect(listed).toEqual([
    expect.objectContaining({ name: 'echo', description: 'Echo the provided input', inputSchema }),
  ]);
});

test('T4.2 with auto_discover a server lists the tools of its plugin and its configured tools', async () => {
  const tools = { today: { runs: 'now', description: 'The time' } };
  facility = await openFacility({ date: { auto_discover: true, tools } }, { plugins });

  const listed = await (await facility.connect('date')).listTools();

  expect(namesOf(listed)).toEqual(['now', 'today', 'convert', 'add', 'difference', 'format', 'timeZones']);
});

test('T4.3 an unconfigured server lists the tools of its plugin, and does not exist without a plugin', async () => {
  facility = await openFacility({}, { plugins });

  const listed = await (await facility.connect('echo')).listTools();

  expect(namesOf(listed)).toEqual(['echo']);
  expect([...facility.servers.all.keys()]).toEqual(['date', 'echo', 'jq']);
});

test('T4.4 a server with a tools_transform_cid lists the tools that the transform returns', async () => {
  const store = openCountingStore();
  const transform = await store.putText(`export function tools(serverName, { tools }) {
    const [query] = tools;
    return [
      { name: query.name, description: 'For ' + serverName },
      { name: 'query_again', runs: query.name, annotations: { readOnlyHint: true } },
    ];
  }`);
  const configuration = { auto_discover: true, tools_transform_cid: transform };
  facility = await openFacility({ jq: configuration }, { plugins, store });
  const client = await facility.connect('jq');

  const listed = await client.listTools();
  const answer = await client.callTool('query_again', { filter: '.a', json: '{"a":1}' });

  expect(listed).toMatchObject([
    { name: 'query', description: 'For jq' },
    { name: 'query_again', annotations: { readOnlyHint: true } },
  ]);
  expect(answer.content).toEqual([{ type: 'text', text: '1' }]);
});

test('T4.5 a long list is paged, and an unknown cursor is rejected', async () => {
  facility = await openFacility({}, { plugins, pageSize: 2 });
  const client = await facility.connect('date');

  const names: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.request('tools/list', cursor === undefined ? {} : { cursor });
    names.push(...namesOf(page['tools'] as []));
    cursor = page['nextCursor'] as string | undefined;
  } while (cursor !== undefined);

  expect(names).toEqual(['now', 'convert', 'add', 'difference', 'format', 'timeZones']);
  await expect(client.request('tools/list', { cursor: 'made up' })).rejects.toThrow(PeerError);
});

test.each(['echo', 'jq', 'date'])('T4.6 every input schema of %s is a JSON Schema of an object', async (server) => {
  facility = await openFacility({}, { plugins });

  for (const { inputSchema } of await (await facility.connect(server)).listTools()) {
    expect(inputSchema).toMatchObject({ type: 'object' });
    const check = await compileCheck(inputSchema as {});
    expect(check([])).toEqual([{ path: '', expected: 'an object', received: 'an array' }]);
  }
});
