/** A WebSocket to an upstream: its credentials, its end, and invalid messages. */
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from '../open-remote.js';
import type { RemoteOptions, RemoteServer } from '../remote-server.js';
import { listen, openWsUpstream } from '../upstreams.test-support.js';
import { WsConnection } from './ws-connection.js';

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

const allServing = { timeout: 20_000 };

test('the handshake carries credentials and headers, for an http: URL with transport "ws"', async () => {
  const upstream = await openWsUpstream('legacy');

  const { remote } = await open(
    {
      url: upstream.url.replace('ws:', 'http:'),
      transport: 'ws',
      auth: { kind: 'bearer', token: '${UP_TOKEN}' },
      headers: { 'X-Team': 'blue' },
    },
    { environment: { UP_TOKEN: 'secret-1' } },
  );

  expect(remote.status.state).toBe('serving');
  expect(upstream.requests[0]?.headers).toMatchObject({
    authorization: 'Bearer secret-1',
    'x-team': 'blue',
    'sec-websocket-protocol': 'mcp',
  });
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

  await expect.poll(() => problems, allServing).toContain('the upstream server does not answer any more');
});

test('an invalid frame is logged and does not end the connection', async () => {
  const upstream = await openWsUpstream('legacy');
  const { remote, notes } = await open({ url: upstream.url });

  for (const socket of upstream.sockets) {
    socket.send(Buffer.from([1, 2]));
    socket.send('not JSON');
  }
  await expect.poll(() => notes, allServing).toContain('the upstream server sent what is no JSON');

  expect(notes).toContain('the upstream server sent a binary frame, which holds no message');
  expect(remote.status.state).toBe('serving');
});

test('a message that is too long is reported with the limit’s name', async () => {
  const upstream = await openWsUpstream('legacy');
  const { problems } = await open({ url: upstream.url, maxMessageBytes: 4_096 });

  for (const socket of upstream.sockets) socket.send(JSON.stringify('x'.repeat(5_000)));

  await expect.poll(() => problems[0], allServing).toContain('more than 4096 bytes (limit maxMessageBytes)');
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
    void connection.tell('{"jsonrpc":"2.0","method":"notifications/initialized"}').then(() => {
      for (const socket of upstream.sockets) socket.terminate();
    });
  });

  await expect(ended).resolves.toMatchObject({ failure: 'unreachable', mayHaveRun: false });
});
