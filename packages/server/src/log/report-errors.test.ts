import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { reportErrors } from './report-errors.js';

test('a client that disconnects during a response is not reported, and a failing page is', async () => {
  const told: unknown[] = [];
  const app = new Koa();
  reportErrors(app, (error) => told.push((error as Error).message));
  const left: Promise<unknown>[] = [];
  app.use((context) => {
    if (context.path === '/broken') throw new Error('the template is broken');
    const body = new PassThrough();
    left.push(once(body, 'close'));
    context.body = body;
    body.write('x');
  });
  const server = createServer(app.callback());
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/broken`);

  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  socket.resetAndDestroy();
  await expect.poll(() => left.length).toBe(1);
  await left[0];

  expect(told).toEqual(['the template is broken']);
});
