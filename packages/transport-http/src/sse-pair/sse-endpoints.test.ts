import { Clients, createEngine } from '@sigil/core/engine';
import { describe, expect, onTestFinished, test } from 'vitest';
import { echo, gate, textResult, toolOf } from '@sigil/testing/transports';
import {
  counter,
  initialize,
  legacy,
  modern,
  newestLegacyDate,
  openSocket,
  send,
  sourceOf,
  testClock,
  type Sending,
} from '../http.test-support.js';
import { openHttpServer } from '../listening/open-http-server.js';
import { createSseEndpoints, type SseOptions } from './sse-endpoints.js';
import { messageOf, openEvents, type EventReader } from '../sse.test-support.js';

const first = '2024-11-05';

/** The pair at `/sse` and `/messages`, closed with its test. */
async function openPair(options: Partial<SseOptions> = {}, tools = [echo, counter]) {
  const source = sourceOf(tools);
  const engine = createEngine({ info: { name: 'test', version: '1.0.0' }, source });
  const pair = createSseEndpoints(engine, { messagesPath: '/messages', ...options });
  const endpoints = new Map([
    ['/sse', pair.stream],
    ['/messages', pair.messages],
  ]);
  const http = await openHttpServer({ endpoints, port: 0 });
  onTestFinished(() => http.close({ graceMs: 1 }));
  return { port: http.port, http, pair, source };
}

async function openStream(port: number): Promise<EventReader & { readonly uri: string }> {
  const stream = await openEvents(port, { method: 'GET', path: '/sse' });
  return { ...stream, uri: (await stream.next())!.data! };
}

function post(path: string, { body }: Sending, headers: Record<string, string> = {}): Sending {
  return { path, body: body!, headers };
}

/** Opens a stream and performs the handshake. */
async function openReady(port: number, date = first): Promise<EventReader & { readonly uri: string }> {
  const stream = await openStream(port);
  await send(port, post(stream.uri, initialize(date)));
  await stream.next();
  await send(port, { path: stream.uri, body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' });
  return stream;
}

describe('a call running when its session ends', () => {
  test.each(['by its lifetime', 'with the server'])('%s is answered before the stream ends', async (way) => {
    const started = gate();
    const stuck = toolOf('stuck', () => {
      started.open();
      return new Promise(() => undefined);
    });
    const clock = testClock();
    const { port, pair } = await openPair({ clock, limits: { sessionLifetimeMs: 1_000 } }, [stuck]);
    const stream = await openReady(port);
    await send(port, post(stream.uri, legacy('tools/call', { name: 'stuck' })));
    await started.opened;

    if (way === 'with the server') void pair.stream.close(0);
    clock.advance(way === 'with the server' ? 0 : 1_000);

    expect(messageOf(await stream.next())?.result?.['isError']).toBe(true);
    expect(await stream.next()).toBeUndefined();
  });
});

describe('the stream', () => {
  // Rules: 50, 51
  test('begins with the event `endpoint`, whose URI has an unguessable session id', async () => {
    const { port, pair } = await openPair();

    const stream = await openEvents(port, { method: 'GET', path: '/sse' });
    const event = await stream.next();

    expect(stream.headers['content-type']).toBe('text/event-stream');
    expect(event).toEqual({
      event: 'endpoint',
      id: undefined,
      retry: undefined,
      data: expect.stringMatching(/^\/messages\?sessionId=[0-9a-f]{32}$/),
    });
    expect([pair.stream.sessionCount, pair.messages.sessionCount]).toEqual([1, 1]);
  });

  test('belongs to its own session', async () => {
    const { port } = await openPair();

    const [one, two] = [await openStream(port), await openStream(port)];

    expect(one.uri).not.toBe(two.uri);
  });

  test.each([first, '2025-03-26', newestLegacyDate])('carries the answer to a posted request in %s', async (date) => {
    const { port } = await openPair();
    const stream = await openStream(port);

    const answer = await send(port, { ...post(stream.uri, initialize(date)) });
    const event = await stream.next();

    expect([answer.status, answer.headers['content-type']]).toEqual([202, 'text/plain']);
    expect(event).toMatchObject({ event: 'message', id: undefined });
    expect(messageOf(event)?.result?.['protocolVersion']).toBe(date);
  });

  test('carries all messages of its session in order, and none of another', async () => {
    const { port, source } = await openPair();
    const stream = await openReady(port);
    const other = await openReady(port);

    await send(port, post(stream.uri, legacy('tools/call', { name: 'counter', _meta: { progressToken: 'p' } })));
    const events = [await stream.next(), await stream.next(), await stream.next()].map(messageOf);
    source.change('tools');

    expect(events.map((event) => event?.method ?? Object.keys(event?.result ?? {}))).toEqual([
      'notifications/progress',
      'notifications/progress',
      expect.arrayContaining(['content']),
    ]);
    expect(messageOf(await other.next())?.method).toBe('notifications/tools/list_changed');
  });

  test('ends its session and the running calls when it closes', async () => {
    const started = gate();
    const aborted = gate();
    const stuck = toolOf('stuck', (_input, context) => {
      context.signal.addEventListener('abort', () => aborted.open());
      started.open();
      return new Promise(() => undefined);
    });
    const { port, pair, source } = await openPair({}, [stuck]);
    const stream = await openReady(port);
    await send(port, post(stream.uri, legacy('tools/call', { name: 'stuck' })));
    await started.opened;

    await stream.leave();

    await aborted.opened;
    expect([pair.stream.sessionCount, source.listenerCount]).toEqual([0, 0]);
    expect((await send(port, post(stream.uri, legacy('ping')))).status).toBe(404);
  });

  // Event sources open a broken stream anew on their own, and the official clients then go on without a handshake.
  test.each([[{}], [{ 'MCP-Protocol-Version': newestLegacyDate }]])(
    'that is opened anew serves a client that sends no handshake again, with %j',
    async (headers) => {
      const { port, source } = await openPair();
      await (await openReady(port)).leave();
      const stream = await openStream(port);

      await send(port, post(stream.uri, legacy('tools/call', { name: 'echo', arguments: {} }), headers));
      const answer = messageOf(await stream.next());
      source.change('tools');

      expect(answer?.result?.['content']).toEqual([{ type: 'text', text: '' }]);
      expect(messageOf(await stream.next())?.method).toBe('notifications/tools/list_changed');
    },
  );

  test('gets keep-alive comments', async () => {
    const clock = testClock();
    const { port } = await openPair({ clock });
    const socket = await openSocket(port);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.write('GET /sse HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => text).toContain('event: endpoint');

    clock.advance(15_000);

    await expect.poll(() => text).toContain(': keep-alive');
  });

  test('ends with the lifetime of its session', async () => {
    const clock = testClock();
    const { port, pair } = await openPair({ clock, limits: { sessionLifetimeMs: 60_000 } });
    const stream = await openStream(port);

    clock.advance(60_000);

    expect(await stream.next()).toBeUndefined();
    await expect.poll(() => pair.stream.sessionCount).toBe(0);
  });

  test('is refused with 503 when there are too many sessions', async () => {
    const { port } = await openPair({ clients: new Clients({ maxSessions: 1 }) });
    await openStream(port);

    const answer = await send(port, { method: 'GET', path: '/sse' });

    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '60']);
    expect(answer.messages[0]?.error?.message).toContain('maxSessions');
  });

  test.each(['POST', 'DELETE', 'PUT'])('is refused with 405 to %s', async (method) => {
    const { port } = await openPair();

    const answer = await send(port, { ...initialize(), method, path: '/sse' });

    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET']);
  });

  test('is refused with 406 to a client that accepts no streams', async () => {
    const { port } = await openPair();

    const answer = await send(port, { method: 'GET', path: '/sse', headers: { Accept: 'application/json' } });

    expect(answer.status).toBe(406);
  });
});

describe('a posted message', () => {
  test('without a session is refused with 400, and with an unknown one with 404', async () => {
    const { port } = await openPair();

    const without = await send(port, post('/messages', legacy('ping')));
    const unknown = await send(port, post('/messages?sessionId=__proto__', legacy('ping')));

    expect([without.status, unknown.status]).toEqual([400, 404]);
  });

  test.each([['is too long', JSON.stringify({ text: 'x'.repeat(2_000) }), 413, -32600]])(
    'that %s is refused and does not reach the stream',
    async (_what, body, status, code) => {
      const { port } = await openPair({ limits: { maxBodyBytes: 1_000 } });
      const stream = await openReady(port);

      const answer = await send(port, { path: stream.uri, body });
      await send(port, post(stream.uri, legacy('ping')));

      expect([answer.status, answer.messages[0]?.error?.code]).toEqual([status, code]);
      expect(messageOf(await stream.next())?.result).toEqual({});
    },
  );

  test.each([
    ['is no JSON', '{"jsonrpc"', -32700, null],
    ['is no message', '{"jsonrpc":"2.0"}', -32600, null],
    ['is no message but has an id', '{"jsonrpc":"2.0","id":"a"}', -32600, 'a'],
  ])('that %s is refused with 400, and its error is also on the stream', async (_what, body, code, id) => {
    const { port } = await openPair();
    const stream = await openReady(port);

    const answer = await send(port, { path: stream.uri, body });

    expect([answer.status, answer.messages[0]?.error?.code]).toEqual([400, code]);
    expect(messageOf(await stream.next())).toMatchObject({ id, error: { code } });
  });

  test('that is no JSON has an error without an id on the stream of a revision that allows it', async () => {
    const { port } = await openPair();
    const stream = await openReady(port, newestLegacyDate);

    await send(port, { path: stream.uri, body: '{' });
    const error = messageOf(await stream.next());

    expect(error).toMatchObject({ error: { code: -32700 } });
    expect(error).not.toHaveProperty('id');
  });

  test('with items that are no messages has their errors on the stream, beside the answers', async () => {
    const { port } = await openPair();
    const stream = await openReady(port, '2025-03-26');

    await send(port, { path: stream.uri, body: '[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0"}]' });

    expect(JSON.parse(String((await stream.next())?.data))).toMatchObject([
      { id: 'a', result: {} },
      { id: null, error: { code: -32600 } },
    ]);
  });

  // Clients of two eras send `server/discover` before the handshake, and give up if it gets another status.
  test('of the newest era is refused on the stream, before and after the handshake', async () => {
    const { port } = await openPair();
    const stream = await openStream(port);

    const probe = modern('server/discover');
    const discovered = await send(port, post(stream.uri, probe));
    const refused = messageOf(await stream.next());
    await send(port, post(stream.uri, initialize('2024-11-05')));
    const negotiated = messageOf(await stream.next());
    await send(port, post(stream.uri, modern('tools/list')));

    expect(discovered.status).toBe(202);
    expect(refused).toMatchObject({ id: JSON.parse(probe.body as string).id, error: { code: -32601 } });
    expect(negotiated?.result).toMatchObject({ protocolVersion: '2024-11-05' });
    expect(messageOf(await stream.next())?.error?.code).toBe(-32601);
  });

  test('with a content type that is not JSON is refused with 415', async () => {
    const { port } = await openPair();
    const stream = await openReady(port);

    const answer = await send(port, post(stream.uri, legacy('ping'), { 'Content-Type': 'text/plain' }));

    expect(answer.status).toBe(415);
  });

  test('with an unsupported version is refused with 400', async () => {
    const { port } = await openPair();
    const stream = await openReady(port);

    const answer = await send(port, post(stream.uri, legacy('ping'), { 'MCP-Protocol-Version': '1999-01-01' }));

    expect(answer.status).toBe(400);
  });

  test('with another method than POST is refused with 405', async () => {
    const { port } = await openPair();
    const { uri } = await openStream(port);

    const answer = await send(port, { method: 'GET', path: uri });

    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
  });

  test('that is a batch is refused on the stream, under the id of each of its requests, or under null', async () => {
    const { port } = await openPair();
    const stream = await openReady(port);

    await send(port, { path: stream.uri, body: '[{"jsonrpc":"2.0","id":"a","method":"ping"},{"id":"b"}]' });
    await send(port, { path: stream.uri, body: '[{"jsonrpc":"2.0","method":"notifications/x"}]' });
    await send(port, post(stream.uri, legacy('ping')));

    const messages: unknown[] = [];
    while (messages.length < 4) messages.push(messageOf(await stream.next()));
    expect(messages).toMatchObject([
      { id: 'a', error: { code: -32600 } },
      { id: 'b', error: {} },
      { id: null, error: { code: -32600 } },
      { result: {} },
    ]);
  });
});

describe('both endpoints', () => {
  // Rules: 52
  test.each([
    ['another site', { Origin: 'https://evil.example.com' }],
    ['a rebound name', { Host: 'evil.example.com' }],
  ])('refuse %s with 403', async (_who, headers) => {
    const { port } = await openPair();
    const { uri } = await openStream(port);

    const stream = await send(port, { method: 'GET', path: '/sse', headers });
    const message = await send(port, post(uri, legacy('ping'), headers));

    expect([stream.status, message.status]).toEqual([403, 403]);
  });

  test('accept the allowed origins', async () => {
    const origin = 'https://app.example.com';
    const { port } = await openPair({ allowedOrigins: [origin] });
    const stream = await openStream(port);

    const answer = await send(port, post(stream.uri, initialize(), { Origin: origin }));

    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([202, origin]);
  });

  test('close together after running calls finish', async () => {
    const finish = gate();
    const started = gate();
    const slow = toolOf('slow', async () => {
      started.open();
      await finish.opened;
      return textResult('finished');
    });
    const { port, pair } = await openPair({}, [slow]);
    const stream = await openReady(port);
    await send(port, post(stream.uri, legacy('tools/call', { name: 'slow' })));
    await started.opened;

    const closed = pair.messages.close(10_000);
    const late = await send(port, post(stream.uri, legacy('ping')));
    finish.open();
    await closed;

    expect(late.status).toBe(503);
    expect(JSON.stringify(messageOf(await stream.next()))).toContain('finished');
    expect(await stream.next()).toBeUndefined();
  });
});

test('an invalid limit is rejected by name', () => {
  const engine = createEngine({ info: { name: 'test', version: '1.0.0' }, source: sourceOf([]) });

  expect(() => createSseEndpoints(engine, { messagesPath: '/m', limits: { maxBodyBytes: 0 } })).toThrow('maxBodyBytes');
});
