import { once } from 'node:events';
import Koa from 'koa';
import { createEngine, revisions } from '@sigil/core/engine';
import { describe, expect, onTestFinished, test } from 'vitest';
import { gate, heldTool, textResult, toolOf } from '@sigil/testing/transports';
import {
  call,
  initialize,
  legacy,
  modern,
  openSocket,
  openTestServer,
  openTestSession,
  rawPost,
  sourceOf,
  withHeaders,
  type Sending,
  type TestOptions,
} from './http.test-support.js';
import { openHttpServer } from './listening/open-http-server.js';
import { createSseEndpoints } from './sse-pair/sse-endpoints.js';

/** A connection that its client would use again. */
interface KeptConnection {
  send(bytes: string): void;
  /** Resolves once this text was received. */
  received(text: string): Promise<void>;
  /** Everything received so far. */
  text(): string;
  /** Everything received, once the server has ended the connection. */
  readonly ended: Promise<string>;
}

async function openKept(port: number): Promise<KeptConnection> {
  const socket = await openSocket(port);
  let all = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (all += piece));
  return {
    send: (bytes) => void socket.write(bytes),
    async received(text) {
      while (!all.includes(text)) await once(socket, 'data');
    },
    text: () => all,
    ended: once(socket, 'end').then(() => all),
  };
}

interface Era {
  readonly name: string;
  readonly options: TestOptions;
  /** Makes a call, after the handshake if the era has one. */
  callOf(port: number, tool: string): Promise<Sending>;
}

const legacyDates = revisions.filter(({ era }) => era === 'legacy').map(({ date }) => date);
const params = (name: string) => ({ name, arguments: {}, _meta: { progressToken: 'p' } });
const eras: readonly Era[] = [
  ...legacyDates.map((date): Era => ({
    name: `a session of ${date}`,
    options: {},
    async callOf(port, tool) {
      const session = await openTestSession(port, date);
      return withHeaders(legacy('tools/call', params(tool), session), { 'MCP-Protocol-Version': date });
    },
  })),
  ...legacyDates.map((date): Era => ({
    name: `a single request of ${date}`,
    options: { sessions: 'stateless' },
    callOf: async (_, tool) => withHeaders(legacy('tools/call', params(tool)), { 'MCP-Protocol-Version': date }),
  })),
  { name: 'a modern request', options: {}, callOf: async (_, tool) => modern('tools/call', params(tool)) },
];

const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
const acceptStream = 'Accept: text/event-stream\r\n';
const headsOf = (received: string): readonly (string | undefined)[] =>
  received
    .split('HTTP/1.1 ')
    .slice(1)
    .map((answer) => /\r\nConnection: (\S+)/.exec(answer)?.[1]);

describe.each(eras)('$name', ({ options, callOf }) => {
  test('in progress when draining begins is answered with the end of its connection', async () => {
    const { tool: slow, started, finish } = heldTool();
    const { http, port } = await openTestServer({ ...options, tools: [slow] });
    const connection = await openKept(port);
    connection.send(rawPost(await callOf(port, 'slow')));
    await started.opened;

    http.drain();
    finish.open();

    const received = await connection.ended;
    expect(received).toContain('finished');
    expect(headsOf(received)).toEqual(['close']);
  });

  test('whose event stream has begun when draining begins ends its connection with the stream', async () => {
    const finish = gate();
    const story = toolOf('story', async (_, context) => {
      await context.reportProgress(1, 2);
      await finish.opened;
      return textResult('finished');
    });
    const { http, port } = await openTestServer({ ...options, tools: [story] });
    const connection = await openKept(port);
    connection.send(
      rawPost(withHeaders(await callOf(port, 'story'), { Accept: 'application/json, text/event-stream' })),
    );
    await connection.received('"progress":1');

    http.drain();
    finish.open();

    const received = await connection.ended;
    expect(received).toMatch(/finished[^]*\r\n0\r\n\r\n$/);
    expect(headsOf(received)).toEqual(['keep-alive']);
  });

  test('that follows on an idle connection is answered with the end of its connection', async () => {
    const { tool: slow, finish } = heldTool();
    finish.open();
    const { http, port } = await openTestServer({ ...options, tools: [slow] });
    const connection = await openKept(port);
    const request = rawPost(await callOf(port, 'slow'));
    connection.send(request);
    await connection.received('finished');

    http.drain();
    connection.send(request);

    expect(headsOf(await connection.ended)).toEqual(['keep-alive', 'close']);
  });
});

test('a request whose body is still arriving when draining begins is answered with the end of its connection', async () => {
  const { http, port } = await openTestServer();
  const connection = await openKept(port);
  const bytes = rawPost(call('hello'));
  const arrived = once(http.server, 'request');
  connection.send(bytes.slice(0, -10));
  await arrived;

  http.drain();
  connection.send(bytes.slice(-10));

  const received = await connection.ended;
  expect(received).toContain('hello');
  expect(headsOf(received)).toEqual(['close']);
});

test('a request that waits for its caller to be authenticated is refused with the end of its connection', async () => {
  const asked = gate();
  const known = gate();
  const authenticate = async () => {
    asked.open();
    await known.opened;
    return { status: 401 as const, message: 'unknown', headers: {} };
  };
  const { http, port } = await openTestServer({ authenticate });
  const connection = await openKept(port);
  connection.send(rawPost(call('hello')));
  await asked.opened;

  http.drain();
  known.open();

  const received = await connection.ended;
  expect(received).toMatch(/^HTTP\/1\.1 401 /);
  expect(headsOf(received)).toEqual(['close']);
});

test('a handshake answered while draining opens its session, and ends its connection', async () => {
  const { http, port } = await openTestServer();
  const connection = await openKept(port);
  http.drain();

  connection.send(rawPost(initialize()));

  const received = await connection.ended;
  expect(received).toContain('Mcp-Session-Id: ');
  expect(headsOf(received)).toEqual(['close']);
});

test('a listening stream that was open when draining began ends its connection with the session', async () => {
  const { http, endpoint, port } = await openTestServer();
  const session = await openTestSession(port);
  const connection = await openKept(port);
  connection.send(get('/mcp', `${acceptStream}Mcp-Session-Id: ${session}\r\n`));
  await connection.received('\r\n\r\n');

  http.drain();
  await endpoint.close();

  const received = await connection.ended;
  expect(received).toMatch(/\r\n0\r\n\r\n$/);
  expect(headsOf(received)).toEqual(['keep-alive']);
});

test.each([
  ['text/event-stream', 'keep-alive'],
  ['application/json', 'close'],
])('a subscription answered as %s that ends while draining ends its connection', async (accept, head) => {
  const { http, engine, port, source } = await openTestServer();
  const connection = await openKept(port);
  const listen = modern('subscriptions/listen', { notifications: { toolsListChanged: true } }, 'sub-1');
  connection.send(rawPost(withHeaders(listen, { Accept: accept })));
  await expect.poll(() => source.listenerCount).toBe(1);
  if (accept === 'text/event-stream') await connection.received('\r\n\r\n');

  http.drain();
  engine.endSubscriptions();

  const received = await connection.ended;
  expect(received).toContain('"id":"sub-1"');
  expect(headsOf(received)).toEqual([head]);
});

test('the pair of 2024-11-05 ends the connections of its stream and of its posts', async () => {
  const engine = createEngine({ info: { name: 'test', version: '1.0.0' }, source: sourceOf([]) });
  const pair = createSseEndpoints(engine, { messagesPath: '/messages' });
  const endpoints = new Map([
    ['/sse', pair.stream],
    ['/messages', pair.messages],
  ]);
  const http = await openHttpServer({ endpoints, port: 0 });
  onTestFinished(() => http.close({ graceMs: 1 }));
  const [stream, posts] = [await openKept(http.port), await openKept(http.port)];
  stream.send(get('/sse', acceptStream));
  await stream.received('\n\n');
  const [, uri = ''] = /data: (\S+)/.exec(stream.text()) ?? [];
  const post = rawPost(initialize('2024-11-05')).replace('/mcp', uri);
  posts.send(post.slice(0, -10));
  await once(http.server, 'request');

  http.drain();
  posts.send(post.slice(-10));
  const posted = await posts.ended;
  await pair.stream.close();

  expect(headsOf(posted)).toEqual(['close']);
  expect(headsOf(await stream.ended)).toEqual(['keep-alive']);
});

test.each([
  ['answered', 'close'],
  // Koa removes all headers before it answers an error.
  ['failed', undefined],
])('a page of Koa that is %s while draining ends its connection', async (how, said) => {
  const [started, finish] = [gate(), gate()];
  const app = new Koa().use(async (context) => {
    started.open();
    await finish.opened;
    if (how === 'failed') context.throw(503, 'no page');
    context.body = 'a page';
  });
  app.silent = true;
  const { http, port } = await openTestServer({ server: { fallback: app.callback() as never } });
  const connection = await openKept(port);
  connection.send(get('/page'));
  await started.opened;

  http.drain();
  finish.open();

  expect(headsOf(await connection.ended)).toEqual([said]);
});

test('requests behind one that is answered while draining are served, and the last answer ends the connection', async () => {
  const { tool: slow, started, finish } = heldTool();
  let calls = 0;
  const counted = toolOf('counted', () => {
    calls++;
    return Promise.resolve(textResult('counted'));
  });
  const { http, port } = await openTestServer({ tools: [slow, counted] });
  const connection = await openKept(port);
  connection.send(rawPost(modern('tools/call', { name: 'slow' })) + rawPost(modern('tools/call', { name: 'counted' })));
  await started.opened;

  http.drain();
  finish.open();

  expect(headsOf(await connection.ended)).toEqual(['keep-alive', 'close']);
  expect(calls).toBe(1);
});

test('a server that drains goes on to serve new connections, and may be told again', async () => {
  const { http, port } = await openTestServer();

  http.drain();
  http.drain();

  for (const text of ['one', 'two']) {
    const connection = await openKept(port);
    connection.send(rawPost(call(text)));
    const received = await connection.ended;
    expect(received).toContain(text);
    expect(received.match(/Connection: close/g)).toHaveLength(1);
  }
});

test('closing drains first: a call in progress is answered with the end of its connection', async () => {
  const { tool: slow, started, finish } = heldTool();
  const { http, port } = await openTestServer({ tools: [slow] });
  const connection = await openKept(port);
  connection.send(rawPost(modern('tools/call', { name: 'slow' })));
  await started.opened;

  const closed = http.close({ graceMs: 60_000 });
  finish.open();

  expect(headsOf(await connection.ended)).toEqual(['close']);
  await closed;
});

describe('a server that is closed with time for idle connections', () => {
  const closing = { graceMs: 60_000, idleMs: 60_000 };

  test('serves requests over them, and ends when the last one is answered', async () => {
    const { http, port } = await openTestServer();
    const kept = await Promise.all([1, 2].map(() => openKept(port)));
    for (const connection of kept) connection.send(rawPost(call('before')));
    await Promise.all(kept.map((connection) => connection.received('before')));
    const refusing = gate();

    const closed = http.close({ ...closing, onRefusing: refusing.open });
    await refusing.opened;
    for (const connection of kept) connection.send(rawPost(call('after')));

    for (const connection of kept) expect(await connection.ended).toMatch(/Connection: close[^]*after/);
    await closed;
  });

  test('accepts no more connections meanwhile', async () => {
    const { http, port } = await openTestServer();
    const kept = await openKept(port);
    kept.send(rawPost(call('before')));
    await kept.received('before');
    const refusing = gate();

    const closed = http.close({ ...closing, onRefusing: refusing.open });
    await refusing.opened;

    await expect(openSocket(port)).rejects.toThrow('ECONNREFUSED');
    kept.send(rawPost(call('after')));
    await closed;
  });

  test('serves every connection that was open when it was closed', async () => {
    const { http, port } = await openTestServer();
    const opened = await Promise.all(Array.from({ length: 40 }, () => openKept(port)));
    // Accepted for certain: the system resets a connection that completes in the instant of the close.
    for (const connection of opened) connection.send(rawPost(call('before')));
    for (const connection of opened) await connection.received('before');

    const closed = http.close(closing);
    for (const connection of opened) connection.send(rawPost(call('there')));

    for (const connection of opened) expect(await connection.ended).toContain('there');
    await closed;
  });

  test('closes those that stay idle', async () => {
    const { http, port } = await openTestServer();
    const kept = await openKept(port);
    kept.send(rawPost(call('before')));
    await kept.received('before');

    await http.close({ ...closing, idleMs: 50 });

    expect(headsOf(await kept.ended)).toEqual(['keep-alive']);
  });

  test('serves a request that follows an event stream on its connection', async () => {
    const finish = gate();
    const story = toolOf('story', async (_, context) => {
      await context.reportProgress(1, 2);
      await finish.opened;
      return textResult('finished');
    });
    const { tool: slow, started, finish: finishSlow } = heldTool();
    const { http, port } = await openTestServer({ tools: [story, slow] });
    const [streaming, held] = await Promise.all([openKept(port), openKept(port)]);
    streaming.send(
      rawPost(withHeaders(modern('tools/call', params('story')), { Accept: 'application/json, text/event-stream' })),
    );
    await streaming.received('"progress":1');
    held.send(rawPost(modern('tools/call', { name: 'slow' })));
    await started.opened;
    const refusing = gate();

    const closed = http.close({ ...closing, onRefusing: refusing.open });
    await refusing.opened;
    finish.open();
    await streaming.received('\r\n0\r\n\r\n');
    streaming.send(rawPost(call('next')));

    expect(headsOf(await streaming.ended)).toEqual(['keep-alive', 'close']);
    finishSlow.open();
    expect(await held.ended).toContain('finished');
    await closed;
  });
});
