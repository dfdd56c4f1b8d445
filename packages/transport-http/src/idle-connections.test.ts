import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openHttpServer } from './open-http-server.js';

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
