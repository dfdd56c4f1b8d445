import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { call, openTestServer, rawPost } from '../http.test-support.js';
import { openHttpServer, IdleConnections } from './open-http-server.js';

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

test('connections closed without a request are soon forgotten', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = createServer();
  const connections = new IdleConnections(server, 1_000);
  let cut = 0;
  for (let count = 0; count < 1_000; count++) {
    const socket = new Socket().destroy();
    socket.destroy = () => (cut++, socket);
    server.emit('connection', socket);
  }

  vi.advanceTimersByTime(60_000);
  connections.cut();

  expect(cut).toBeGreaterThan(0);
  expect(cut).toBeLessThan(64);
});
