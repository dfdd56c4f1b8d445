/** The instructions of an upstream: they reach clients of both eras, and are read again. */
import type { JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { latestLegacyRevision, modernDates } from '@sigil/core/internal';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from './open-remote.js';
import type { RemoteServer } from './remote-server.js';
import { listen, openLegacyHttp, openModernHttp, type HttpUpstream } from '@sigil/test-support/upstream-servers';

const revisions = [latestLegacyRevision.date, modernDates[0]!];
const upstreams = { legacy: openLegacyHttp, modern: openModernHttp } as const;
const eras = ['legacy', 'modern'] as const;
const cells = revisions.flatMap((revision) => eras.map((era) => [revision, era] as const));

interface Opened {
  readonly remote: RemoteServer;
  readonly problems: readonly string[];
  /** Returns the instructions that a newly connected client gets. */
  said(revision?: string): Promise<unknown>;
  call(tool: string, input: JsonObject): Promise<unknown>;
}

async function open({ url }: Pick<HttpUpstream, 'url'>, more: JsonObject = {}): Promise<Opened> {
  const problems: string[] = [];
  const onProblem = (why: string): void => void problems.push(why);
  const remote = openRemote({ url, ...more }, { name: 'up', client: { name: 'sigil', version: '0' }, onProblem });
  onTestFinished(() => remote.close());
  await remote.ready;
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const connect = async (revision = revisions[0]!): Promise<McpClient> => {
    const client = await connectInMemory(engine, { revision });
    onTestFinished(() => client.close());
    return client;
  };
  return {
    remote,
    problems,
    said: async (revision) => (await connect(revision)).server['instructions'],
    call: async (tool, input) => (await connect()).callTool(tool, input),
  };
}

test.each(cells)('a client of %s gets the instructions of a %s upstream', async (revision, era) => {
  const upstream = await upstreams[era]();
  upstream.state.instructions = 'Look before you leap.';

  const { remote, said } = await open(upstream);

  expect(await said(revision)).toBe('Look before you leap.');
  expect(remote.status.era).toBe(era);
});

test.each(eras)('clients get no instructions when a %s upstream has none', async (era) => {
  const { said } = await open(await upstreams[era]());

  expect(await said()).toBeUndefined();
});

test.each(['', 1, null])('clients get no instructions when the upstream’s are %j', async (instructions) => {
  const upstream = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id } = JSON.parse(body) as { id?: number };
    if (id === undefined) return response.writeHead(202).end();
    const result = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      serverInfo: { name: 'a', version: '1' },
      instructions,
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });

  const { remote, said } = await open(upstream, { protocol: 'legacy' });

  expect(remote.status.state).toBe('serving');
  expect(await said()).toBeUndefined();
});

test('new instructions of a legacy upstream are used once its session is reopened', async () => {
  const upstream = await openLegacyHttp();
  upstream.state.instructions = 'Before.';
  const { remote, said, call } = await open(upstream, { protocol: 'legacy' });
  const before = await said();
  const catalog = remote.source.current();

  upstream.state.instructions = 'After.';
  upstream.forget();
  await call('echo', { text: 'there' });

  await expect.poll(() => said()).toBe('After.');
  expect(before).toBe('Before.');
  expect(catalog.instructions).toBe('Before.');
});

test('the instructions of a modern upstream are read again with its lists', async () => {
  const upstream = await openModernHttp();
  upstream.state.instructions = 'Before.';
  const { said } = await open(upstream, { protocol: 'modern' });
  const before = await said(revisions[1]);

  upstream.state.instructions = 'After.';
  await expect.poll(() => upstream.requests.map(({ method }) => method)).toContain('subscriptions/listen');
  await upstream.announceList('tools');

  await expect.poll(() => said(revisions[1])).toBe('After.');
  expect(before).toBe('Before.');
});

test('instructions with invisible characters are passed on and reported', async () => {
  const upstream = await openLegacyHttp();
  upstream.state.instructions = `Look.${String.fromCodePoint(0xe0041)}`;

  const { remote, problems, said } = await open(upstream);

  expect(await said()).toBe(upstream.state.instructions);
  expect(problems).toEqual(['the instructions have characters of the tag block, which nobody sees']);
  expect(remote.leftOut).toEqual(problems);
});
