/** Sessions of clients at a legacy upstream: one for each client, within a limit, and closed when idle. */
import type { JsonObject } from '@sigil/core';
import { createEngine, type Engine } from '@sigil/core/engine';
import { latestLegacyRevision, modernDates } from '@sigil/core/internal';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from './open-remote.js';
import { openLegacyHttp, openWsUpstream } from '@sigil/test-support/upstream-servers';

const aTime = { timeout: 20_000 };

async function open(configuration: JsonObject): Promise<Engine> {
  const remote = openRemote(
    { sessions: 'perClient', ...configuration },
    { name: 'up', client: { name: 'sigil', version: '0' } },
  );
  onTestFinished(() => remote.close());
  await remote.ready;
  return createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
}

async function connect(
  engine: Engine,
  colour = 'red',
  revision: string = latestLegacyRevision.date,
): Promise<McpClient> {
  const elicit = () => ({ action: 'accept', content: { colour } }) as const;
  const client = await connectInMemory(engine, { revision, answers: { elicit } });
  onTestFinished(() => client.close());
  return client;
}

test('each client has its own session over HTTP, which is reopened once after the upstream forgot it', async () => {
  const upstream = await openLegacyHttp();
  const engine = await open({ url: upstream.url });
  const [one, two] = [await connect(engine), await connect(engine)];

  for (const client of [one, two, one, two]) await client.callTool('echo', { text: 'a' });
  upstream.forget();
  await Promise.all([one, one, one].map((client) => client.callTool('echo', { text: 'b' })));
  const calls = upstream.requests.filter(({ method }) => method === 'tools/call');
  const sessions = calls.map(({ headers }) => headers['mcp-session-id']);

  expect(new Set(sessions.slice(0, 4)).size).toBe(2);
  expect([sessions[2], sessions[3]]).toEqual([sessions[0], sessions[1]]);
  expect(new Set(sessions.slice(-3)).size).toBe(1);
  expect(upstream.state.calls['echo']).toBe(7);
});

test.each([
  ['in sessions of theirs', latestLegacyRevision.date],
  ['without a session', modernDates[0]!],
])('questions of parallel calls over a WebSocket reach the right clients, %s', async (_which, revision) => {
  const upstream = await openWsUpstream('legacy');
  const engine = await open({ url: upstream.url });
  const clients = [await connect(engine, 'red', revision), await connect(engine, 'green', revision)];

  const answers = await Promise.all(
    clients.map((client) => Promise.all(['ask', 'ask', 'ask_twice'].map((name) => client.callTool(name)))),
  );

  expect(answers.map((of) => of.map(({ content }) => (content[0] as { text: string }).text))).toEqual([
    ['accept red', 'accept red', 'red and red'],
    ['accept green', 'accept green', 'green and green'],
  ]);
});

test('a question outside any request’s stream belongs to the only call in flight', async () => {
  const upstream = await openLegacyHttp();
  upstream.state.asksApart = true;
  const client = await connect(await open({ url: upstream.url, sessions: 'shared' }));

  const answer = await client.callTool('ask');

  expect(answer.content).toEqual([{ type: 'text', text: 'accept red' }]);
});

test('idle sessions are closed, as is the longest unused one beyond maxClientSessions', async () => {
  const upstream = await openWsUpstream('legacy');
  const engine = await open({ url: upstream.url, maxClientSessions: 1, clientSessionIdleMs: 500 });
  const [one, two] = [await connect(engine), await connect(engine)];

  await one.callTool('echo', { text: 'a' });
  await two.callTool('echo', { text: 'b' });

  expect(upstream.requests).toHaveLength(3);
  // Only the session for notifications is left.
  await expect.poll(() => upstream.sockets.size, aTime).toBe(1);
});

test('a client beyond maxClientSessions is rejected while another client’s call runs', async () => {
  const upstream = await openLegacyHttp();
  const running = new Promise<void>((resolve) => (upstream.state.onSlow = resolve));
  const engine = await open({ url: upstream.url, maxClientSessions: 1 });
  const [one, two] = [await connect(engine), await connect(engine)];
  const controller = new AbortController();

  const slow = one.callTool('slow', {}, { signal: controller.signal }).catch(() => undefined);
  await running;
  const refused = await two.callTool('echo', { text: 'a' });
  controller.abort(new Error('enough'));
  await slow;

  expect(refused).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('maxClientSessions of 1') }],
  });
});
