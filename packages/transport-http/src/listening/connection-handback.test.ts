import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { openSocket, openTestServer } from '../http.test-support.js';
import type { ServerLimits } from '../limits.js';

const plain = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
const upgrading = plain.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');

/** Returns each connection that requests an upgrade to the server, as declining does. */
async function openHandingBack(limits: Partial<ServerLimits>) {
  const served = { count: 0 };
  const fallback = (_: unknown, response: { end(text: string): void }): void => response.end(`${++served.count};`);
  const { http, port } = await openTestServer({ server: { limits, fallback } });
  http.server.on('upgrade', (_request, socket: Socket) => {
    socket.unshift(Buffer.from(plain));
    http.server.emit('connection', socket);
  });
  return { port, served };
}

/** Sends each request after the previous answer, until the connection closes. @returns everything received */
async function sendEach(port: number, requests: readonly string[]): Promise<string> {
  const socket = await openSocket(port);
  let text = '';
  socket.on('data', (piece) => (text += String(piece))).on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const [at, request] of requests.entries()) {
    socket.write(request);
    while (!socket.destroyed && text.split(';').length - 1 <= at) {
      await Promise.race([closed, new Promise((resolve) => socket.once('data', resolve))]);
    }
  }
  return text;
}

test('a connection counts once for its client, however often it is handed back', async () => {
  const { port } = await openHandingBack({ maxConnections: 4 });

  const answers = await sendEach(port, [upgrading, upgrading, upgrading, upgrading]);
  const further = await sendEach(port, [plain]);

  expect(answers).toContain('4;');
  expect(further).toContain('5;');
});

test('a connection handed back with each request closes after the answer to its last permitted one', async () => {
  const { port, served } = await openHandingBack({ maxRequestsPerConnection: 3 });

  const answers = await sendEach(port, [upgrading, upgrading, plain, upgrading]);

  expect(answers.match(/Connection: \S+/g)).toEqual([
    'Connection: keep-alive',
    'Connection: keep-alive',
    'Connection: close',
  ]);
  expect(served.count).toBe(3);
});

test('pipelined requests beyond the limit are not served', async () => {
  const { port, served } = await openHandingBack({ maxRequestsPerConnection: 2 });
  const socket = await openSocket(port);

  socket.write(upgrading);
  await once(socket, 'data');
  socket.write(plain + plain + plain);
  await once(socket.resume(), 'close');

  expect(served.count).toBe(2);
});
