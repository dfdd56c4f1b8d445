import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { textResult, toolOf } from '@sigil/testing/transports';
import { expect, test } from 'vitest';
import { call, modern, openSocket, openTestServer, rawPost, withHeaders, type Sending } from '../http.test-support.js';
import { openHttpServer } from './open-http-server.js';

test('a connection that never carried a request does not delay closing', async () => {
  const http = await openHttpServer({ endpoints: new Map(), port: 0 });
  const opened = once(http.server, 'connection');
  const socket = connect(http.port, '127.0.0.1');
  await opened;
  const cut = once(socket, 'close');

  await http.close({ graceMs: 600_000 });

  await cut;
  expect(socket.destroyed).toBe(true);
});

test('a connection opened just before closing may still carry its request', async () => {
  const answer = (_: unknown, response: ServerResponse): void => void response.end('there');
  const http = await openHttpServer({ endpoints: new Map(), port: 0, fallback: answer });
  const opened = once(http.server, 'connection');
  const socket = connect(http.port, '127.0.0.1');
  await opened;

  const closed = http.close({ graceMs: 600_000 });
  await setTimeout(100);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');

  expect(String(await socket.toArray())).toContain('there');
  await closed;
});

test('a call on a connection opened just before closing is served', async () => {
  const { http, port } = await openTestServer();
  const opened = once(http.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  await opened;

  const closed = http.close({ graceMs: 600_000 });
  socket.write(rawPost(call('there')));

  expect(String(await socket.toArray())).toMatch(/^HTTP\/1\.1 200 [^]*Connection: close[^]*there/);
  await closed;
});

/** Without a request, closed after 100 ms. */
const limits = { keepAliveTimeoutMs: 100 };

/** @returns the time that the connection stays open from now on */
async function timeUntilClosed(socket: Socket): Promise<number> {
  const from = performance.now();
  await once(socket.resume(), 'close');
  return performance.now() - from;
}

test('a connection is closed keepAliveTimeoutMs after its latest answer', async () => {
  const { port } = await openTestServer({ server: { limits: { keepAliveTimeoutMs: 500 } } });
  const socket = await openSocket(port);
  for (let count = 0; count < 3; count++) {
    socket.write(rawPost(call('there')));
    await once(socket, 'data');
    await setTimeout(200);
  }

  expect(await timeUntilClosed(socket)).toBeGreaterThan(30);
});

test('a connection stays open while its answer is awaited', async () => {
  const slow = toolOf('slow', async () => {
    await setTimeout(400);
    return textResult('late');
  });
  const { port } = await openTestServer({ tools: [slow], server: { limits } });
  const socket = await openSocket(port);

  socket.write(rawPost(modern('tools/call', { name: 'slow', arguments: {} })));

  expect(String((await once(socket, 'data'))[0])).toContain('late');
});

test('a connection stays open while its request arrives slowly', async () => {
  const { port } = await openTestServer({ server: { limits } });
  const socket = await openSocket(port);
  socket.write(rawPost(call('first')));
  await once(socket, 'data');

  const bytes = rawPost(call('second'));
  for (let at = 0; at < bytes.length; at += bytes.length / 8) {
    await setTimeout(60);
    socket.write(bytes.slice(at, at + bytes.length / 8));
  }

  expect(String((await once(socket, 'data'))[0])).toContain('second');
});

test('a connection that another protocol took over stays open', async () => {
  const { http, port } = await openTestServer({ server: { limits } });
  http.server.on('upgrade', (_request, socket: Socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
    socket.on('data', () => socket.end('still there'));
  });
  const socket = await openSocket(port);
  socket.write(rawPost(call('there')));
  await once(socket, 'data');
  socket.write('GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
  await once(socket, 'data');

  await setTimeout(400);
  socket.write('hello');

  expect(String(await socket.toArray())).toBe('still there');
});

test.each<[string, Sending]>([
  ['a result', call('there')],
  ['a stream', modern('tools/call', { name: 'counter', arguments: {}, _meta: { progressToken: 'one' } })],
  ['an accepted notification', { body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled' }) }],
  ['a refusal', { body: '{' }],
])('%s tells how long its connection stays open', async (_, sending) => {
  const { port } = await openTestServer();

  expect(await headOf(port, sending)).toContain('\r\nKeep-Alive: timeout=65\r\n');
});

test('the last answer of a connection does not tell how long it stays open', async () => {
  const { port } = await openTestServer();

  const head = await headOf(port, withHeaders(call('there'), { Connection: 'close' }));

  expect(head).toContain('Connection: close');
  expect(head).not.toContain('Keep-Alive');
});

/** Sends a request that accepts everything. @returns the head of the answer */
async function headOf(port: number, sending: Sending): Promise<string> {
  const socket = await openSocket(port);
  socket.write(rawPost(withHeaders(sending, { Accept: 'application/json, text/event-stream' })));
  const [piece] = (await once(socket, 'data')) as [Buffer];
  return String(piece).split('\r\n\r\n')[0]! + '\r\n';
}
