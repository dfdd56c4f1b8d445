/** A WebSocket to an upstream: its credentials, its end, and invalid messages. */
import { once } from 'node:events';
import { createEngine } from '@sigil/core/engine';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from '../open-remote.js';
import type { RemoteOptions, RemoteServer } from '../remote-server.js';
import { listen, openWsUpstream } from '@sigil/test-support/upstream-servers';
import { WsConnection } from '@sigil/client/internal';

interface Opened {
  readonly remote: RemoteServer;
  readonly problems: string[];
  readonly notes: string[];
}

async function open(
  remoteMembers: Parameters<typeof openRemote>[0],
  options: Partial<RemoteOptions> = {},
): Promise<Opened> {
  const problems: string[] = [];
  const notes: string[] = [];
  const remote = openRemote(remoteMembers, {
    name: 'up',
    client: { name: 'sigil', version: '0' },
    onProblem: (why) => problems.push(why),
    onNote: (note) => notes.push(note),
    ...options,
  });
  onTestFinished(() => remote.close());
  await remote.ready;
  return { remote, problems, notes };
}

async function connectTo({ source }: RemoteServer): Promise<McpClient> {
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source });
  const client = await connectInMemory(engine, { revision: '2025-11-25' });
  onTestFinished(() => client.close());
  return client;
}

const allServing = { timeout: 20_000 };

test('every handshake carries credentials and headers, for an http: URL with transport "ws"', async () => {
  const upstream = await openWsUpstream('legacy');

  const { remote, problems, notes } = await open(
    {
      url: upstream.url.replace('ws:', 'http:'),
      transport: 'ws',
      auth: { kind: 'bearer', token: '${UP_TOKEN}' },
      headers: { 'X-Team': 'the ${TEAM} one' },
    },
    { environment: { UP_TOKEN: 'secret-1', TEAM: 'blue' } },
  );
  expect(remote.status.state).toBe('serving');
  for (const socket of upstream.sockets) socket.terminate();
  await expect.poll(() => upstream.requests.length, allServing).toBe(2);
  await expect.poll(() => remote.status.state, allServing).toBe('serving');

  for (const { method, url, headers } of upstream.requests) {
    expect([method, url]).toEqual(['GET', '/mcp']);
    expect(headers).toMatchObject({
      authorization: 'Bearer secret-1',
      'x-team': 'the blue one',
      'sec-websocket-protocol': 'mcp',
    });
  }
  expect(JSON.stringify([problems, notes, remote.status])).not.toContain('secret-1');
});

test('a socket that closes is reopened', async () => {
  const upstream = await openWsUpstream('modern');
  const { remote, problems } = await open({ url: upstream.url });

  for (const socket of upstream.sockets) socket.terminate();
  await expect.poll(() => problems.length, allServing).toBe(1);
  await expect.poll(() => remote.status.state, allServing).toBe('serving');

  expect(problems[0]).toMatch(/closed the connection|broke/);
  expect(upstream.requests).toHaveLength(2);
});

test('an upstream that answers no ping is reported as not answering', async () => {
  const upstream = await openWsUpstream('legacy', onTestFinished, { autoPong: false });
  const { problems } = await open({ url: upstream.url, healthMs: 100 });

  await expect.poll(() => problems, allServing).toContain('the server does not answer any more');
});

test('an invalid frame is logged and does not end the connection', async () => {
  const upstream = await openWsUpstream('legacy');
  const { remote, notes } = await open({ url: upstream.url });

  for (const socket of upstream.sockets) {
    socket.send(Buffer.from([1, 2]));
    socket.send('not JSON');
  }
  await expect.poll(() => notes, allServing).toContain('the server sent what is no JSON');

  expect(notes).toContain('the server sent a binary frame, which holds no message');
  expect(remote.status.state).toBe('serving');
});

test('a message that is too long ends the connection, and its calls fail with the limit’s name', async () => {
  const upstream = await openWsUpstream('legacy');
  const { remote, problems } = await open({ url: upstream.url, maxMessageBytes: 4_096 });
  const client = await connectTo(remote);
  const begun = new Promise<void>((resolve) => (upstream.state.onSlow = resolve));
  const called = client.callTool('slow');
  await begun;

  const [socket] = upstream.sockets;
  const closed = once(socket!, 'close');
  socket!.send(JSON.stringify('x'.repeat(4_096)));
  const [code] = await closed;
  const failed = await called;
  const next = await client.callTool('echo', { text: 'x'.repeat(1_000) });

  const why = 'the server sent a message of more than 4096 bytes (limit maxMessageBytes)';
  // Spec: RFC 6455, 7.4.1: the message was too big.
  expect(code).toBe(1009);
  expect(problems).toEqual([why]);
  expect(failed).toMatchObject({ isError: true, content: [{ text: `server "up": ${why}` }] });
  expect(upstream.state.calls['slow']).toBe(1);
  expect(next).toMatchObject({ isError: false, content: [{ text: `echo ${'x'.repeat(1_000)}` }] });
  await expect.poll(() => remote.status.state, allServing).toBe('serving');
});

test('a message of exactly maxMessageBytes is read', async () => {
  const upstream = await openWsUpstream('legacy');
  const { notes, problems } = await open({ url: upstream.url, maxMessageBytes: 4_096 });
  const notice = { jsonrpc: '2.0', method: 'x', params: { fill: '' } };

  for (const socket of upstream.sockets) {
    socket.send(JSON.stringify({ ...notice, params: { fill: 'x'.repeat(4_096 - JSON.stringify(notice).length) } }));
    socket.send('not JSON');
  }

  await expect.poll(() => notes, allServing).toContain('the server sent what is no JSON');
  expect(problems).toEqual([]);
});

test.each([
  [401, 'unauthorized', /refused our credentials \(HTTP 401\)/],
  [302, 'failed', /opened no WebSocket \(HTTP 302\)/],
])('a handshake answered with HTTP %i opens no WebSocket', async (status, state, why) => {
  const refusing = await listen((_request, response) => response.writeHead(status, { location: '/away' }).end());

  const { remote, problems } = await open({ url: refusing.url.replace('http:', 'ws:') });

  expect(remote.status.state).toBe(state);
  expect(problems[0]).toMatch(why);
});

test('a private address is refused where only public ones may be called', async () => {
  const { problems } = await open({ url: 'ws://127.0.0.1:9/mcp', allowPrivate: false });

  expect(problems).toEqual([expect.stringContaining('private address')]);
});

test('a request over a closed socket fails as one that cannot have run', async () => {
  const upstream = await openWsUpstream('legacy');
  const ended = new Promise<Error>((resolve) => {
    const sizes = { maxMessageBytes: 65_536, maxBufferedBytes: 65_536 };
    const limits = { connectTimeoutMs: 5_000, allowPrivate: true, healthMs: 60_000, ...sizes };
    const events = { onMessage: () => undefined, onEnd: () => resolve(request()) };
    const connection = new WsConnection({ url: new URL(upstream.url), headers: {}, ...limits }, events);
    const request = (): Promise<Error> =>
      connection.request({ id: 1, text: '{}', headers: {}, onMessage: () => undefined }).then(
        () => new Error('answered'),
        (error: Error) => error,
      );
    void connection.send('{"jsonrpc":"2.0","method":"notifications/initialized"}').then(() => {
      for (const socket of upstream.sockets) socket.terminate();
    });
  });

  await expect(ended).resolves.toMatchObject({ failure: 'unreachable', mayHaveRun: false });
});
