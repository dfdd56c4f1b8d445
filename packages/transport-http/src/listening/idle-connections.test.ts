import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { openHttpServer, IdleConnections } from './open-http-server.js';

test('a connection that never carried a request does not hold up closing', async () => {
  const http = await openHttpServer({ endpoints: new Map(), port: 0 });
  const opened = once(http.server, 'connection');
  const socket = connect(http.port, '127.0.0.1');
  await opened;
  const cut = once(socket, 'close');

  await http.close({ graceMs: 600_000 });

  await cut;
  expect(socket.destroyed).toBe(true);
});

test('connections that left without a request are forgotten before there are many', () => {
  const server = createServer();
  const connections = new IdleConnections(server);
  let cut = 0;
  for (let count = 0; count < 1_000; count++) {
    const socket = new Socket().destroy();
    socket.destroy = () => (cut++, socket);
    server.emit('connection', socket);
  }

  connections.cut();

  expect(cut).toBeLessThan(64);
});
