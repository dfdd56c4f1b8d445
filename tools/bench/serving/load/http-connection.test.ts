import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HttpConnection, messageIn } from './http-connection.mjs';
import { messageOf, postOf } from './messages.mjs';

let seen = 0;
const server = createServer((request, response) => {
  seen += 1;
  request.resume();
  request.on('end', () => {
    if (seen === 1) response.setHeader('connection', 'close');
    if (seen < 3) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 8 }).end(`{"id":${seen}}`);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"id":1}\n\n');
    setImmediate(() => response.end('data: {"id":2}\n\n'));
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

test('answers with a length and in chunks are read, and a connection closed by the server is reopened', async () => {
  const { port } = server.address() as AddressInfo;
  const connection = new HttpConnection(port);
  const request = postOf(messageOf('modern', { id: 1, method: 'tools/list' }), {});

  const answers = [];
  for (let i = 0; i < 3; i++) answers.push(messageIn(await connection.send(request)));
  connection.close();

  expect(answers).toEqual([{ id: 1 }, { id: 2 }, { id: 2 }]);
});
