import { once } from 'node:events';
import { expect, test } from 'vitest';
import { gate, textResult, toolOf } from '@sigil/testing/transports';
import { modern, openSocket, openTestServer, rawPost, withHeaders } from '../http.test-support.js';

const soon = { headersTimeoutMs: 20, requestTimeoutMs: 20, checkIntervalMs: 10 };

test.each([
  ['what is not HTTP', 'hello\r\n\r\n', 400, 'this is not a request of HTTP/1.1: '],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'this is not a request of HTTP/1.1: '],
  [
    'a chunk with long extensions',
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\n`,
    413,
    'the extensions of a chunk are too long',
  ],
])('%s is answered with an error that says so', async (_what, text, status, message) => {
  const { port } = await openTestServer();
  const socket = await openSocket(port);

  socket.write(text);

  const [head, body] = (await socket.readAll()).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z][^]*\r\nConnection: close\r\n`));
  expect(head).toContain(`Content-Length: ${body!.length}`);
  expect(JSON.parse(body!)).toEqual({
    jsonrpc: '2.0',
    error: { code: -32600, message: expect.stringContaining(message) as string },
  });
});

test('an answer in progress is not mixed with an error', async () => {
  const hold = gate();
  const slow = toolOf('slow', async (_input, context) => {
    await context.reportProgress(1);
    await hold.opened;
    return textResult('late');
  });
  const { port } = await openTestServer({ tools: [slow] });
  const socket = await openSocket(port);
  const sending = modern('tools/call', { name: 'slow', _meta: { progressToken: 1 } });
  socket.write(rawPost(withHeaders(sending, { Accept: 'application/json, text/event-stream' })));
  await once(socket, 'readable');

  socket.write('hello\r\n\r\n');

  const text = await socket.readAll();
  hold.open();
  expect(text).toContain('"progressToken":1');
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test('a connection on which nothing is received is closed after headersTimeoutMs, without an answer', async () => {
  const { port } = await openTestServer({ server: { limits: soon } });
  const socket = await openSocket(port);

  expect(await socket.readAll()).toBe('');
});

test('a connection that has carried a request is not closed after headersTimeoutMs', async () => {
  const { port } = await openTestServer({ server: { limits: soon } });
  const [used, silent] = [await openSocket(port), await openSocket(port)];
  used.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(used, 'readable');

  // The silent one was opened later, and is closed by the same check.
  await silent.readAll();
  used.write('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');

  expect((await used.readAll()).match(/HTTP\/1\.1 404/g)).toHaveLength(2);
});
