import { once } from 'node:events';
import { createConnection } from 'node:net';
import { Clients } from '@sigil/core/engine';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  begin,
  call,
  initialize,
  modern,
  openSocket,
  openTestServer,
  openTestSession,
  send,
  testClock,
  withHeaders,
} from './http.test-support.js';

const minute = 60_000;

function listen(sessionId: string) {
  return { method: 'GET', headers: { 'Mcp-Session-Id': sessionId, Accept: 'text/event-stream' } };
}

describe('sessions of one client', () => {
  test('beyond its share are refused with 429, and the limits are named', async () => {
    const { port } = await openTestServer({ clients: new Clients({ maxSessions: 4 }) });

    await openTestSession(port);
    await openTestSession(port);
    const refused = await send(port, initialize());

    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.messages[0]?.error?.message).toContain('limit maxSessions');
    expect(refused.messages[0]?.error?.message).toContain('limit clientSharePercent');
  });

  test('are evicted for a new one, the least recently used first', async () => {
    const clock = testClock();
    const { port } = await openTestServer({ clients: new Clients({ maxSessions: 4 }), clock });
    const statusOf = async (id: string): Promise<number> =>
      (await send(port, { headers: { 'Mcp-Session-Id': id }, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }))
        .status;
    const ids = [await openTestSession(port), await openTestSession(port)];

    clock.advance(minute / 2);
    await statusOf(ids[0]!);
    clock.advance(minute / 2);
    const third = await openTestSession(port);

    expect(await Promise.all([...ids, third].map(statusOf))).toEqual([200, 404, 200]);
  });

  test('with an open stream are not evicted', async () => {
    const clock = testClock();
    const { port } = await openTestServer({ clients: new Clients({ maxSessions: 2 }), clock });
    await begin(port, listen(await openTestSession(port)));

    clock.advance(5 * minute);

    expect((await send(port, initialize())).status).toBe(429);
  });
});

describe('listening streams', () => {
  test('of both eras count together, and are refused with the name of their limit', async () => {
    const clients = new Clients({ maxListenStreams: 2, clientSharePercent: 100 });
    const { port } = await openTestServer({ clients });
    const ids = [await openTestSession(port), await openTestSession(port)];
    const wish = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });

    const first = await begin(port, listen(ids[0]!));
    await begin(port, withHeaders(wish, { Accept: 'application/json, text/event-stream' }));
    const refused = await send(port, listen(ids[1]!));
    const modernRefused = await send(port, withHeaders(wish, { Accept: 'application/json, text/event-stream' }));
    first.destroy();
    await expect.poll(() => clients.listenStreams.inUse).toBe(1);
    const accepted = await begin(port, listen(ids[1]!));

    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.messages[0]?.error?.message).toContain('limit maxListenStreams');
    expect(modernRefused.messages[0]?.error).toMatchObject({ code: -32603 });
    expect(modernRefused.messages[0]?.error?.message).toContain('limit maxListenStreams');
    expect(accepted.statusCode).toBe(200);
  });

  test.each([
    ['a place that is none', { 'Last-Event-ID': 'nowhere' }],
    ['a place that is not kept', { 'Last-Event-ID': '0123456789abcdef_7' }],
    ['no session', { 'Mcp-Session-Id': 'none' }],
    ['no event streams', { Accept: 'application/json' }],
  ])('that fail, for %s, are not counted', async (_what, headers) => {
    const clients = new Clients();
    const { port } = await openTestServer({ clients });

    const answer = await send(port, withHeaders(listen(await openTestSession(port)), headers));

    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(clients.listenStreams.inUse).toBe(0);
  });
});

describe('connections of one client', () => {
  test('beyond its share are closed at once, while another client is served', async () => {
    const { port } = await openTestServer({ server: { limits: { maxConnections: 4 } } });
    await openSocket(port);
    await openSocket(port);

    const third = createConnection(port, '127.0.0.1');
    onTestFinished(() => void third.destroy());
    third.on('error', () => undefined).resume();
    await once(third, 'close');
    const other = createConnection({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    onTestFinished(() => void other.destroy());
    const { body, headers } = call('hello');
    const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
    other.write(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${lines.join('')}Content-Length: ${String(body).length}\r\n\r\n${String(body)}`,
    );
    const [answer] = (await once(other, 'data')) as [Buffer];

    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  });
});
