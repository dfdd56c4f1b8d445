/** An endpoint that a server of node:http2 serves by its compatibility API, as Fastify does with `http2: true`. */
import { once } from 'node:events';
import { connect, constants, createServer, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PublishedTool } from '@sigil/core/catalog';
import { createEngine } from '@sigil/core/engine';
import { echo, gate, toolOf } from '@sigil/testing/transports';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createEndpoint } from './endpoint/endpoint.js';
import { call, counter, initialize, modern, sourceOf, withHeaders, type Sending } from './http.test-support.js';

/** Counts what it sends until its call is cancelled. */
class Endless {
  sent = 0;
  readonly cancelled = gate();
  readonly tool = toolOf('endless', async (_input, context) => {
    context.signal.addEventListener('abort', () => this.cancelled.open());
    for (; !context.signal.aborted; this.sent++) await context.reportProgress(this.sent, undefined, 'x'.repeat(10_000));
    throw context.signal.reason;
  });
}

/** Serves the tools. @returns a function that sends a request */
async function openTestServer(...more: PublishedTool[]): Promise<(sending: Sending) => ClientHttp2Stream> {
  const engine = createEngine({ info: { name: 'test', version: '1.0.0' }, source: sourceOf([echo, counter, ...more]) });
  const endpoint = createEndpoint(engine);
  const server = createServer((request, response) => endpoint.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.destroy();
    server.close();
    engine.close();
  });
  return ({ headers, body }) => {
    const head = { ':method': 'POST', ':path': '/mcp', 'content-type': 'application/json', ...headers };
    return client.request(head).end(body);
  };
}

async function answerOf(stream: ClientHttp2Stream): Promise<{ status: number | undefined; body: string }> {
  const [head] = (await once(stream, 'response')) as [IncomingHttpHeaders];
  return { status: head[':status'] as number | undefined, body: await text(stream) };
}

test.each([
  ['a call', call('hi ✓'), '"text":"hi ✓"'],
  ['a handshake', initialize(), '"protocolVersion":"2025-11-25"'],
  [
    'a call with progress',
    modern('tools/call', { name: 'counter', _meta: { progressToken: 1 } }),
    'notifications/progress',
  ],
])('%s is answered over HTTP/2', async (_what, sending, part) => {
  const request = await openTestServer();

  expect(await answerOf(request(sending))).toEqual({ status: 200, body: expect.stringContaining(part) });
});

test.each([
  ['a foreign authority', 403, { ':authority': 'evil.example' }],
  ['a foreign Host in place of the authority', 403, { host: 'evil.example' }],
  ['a Host that differs from the authority', 400, { ':authority': 'localhost', host: 'evil.example' }],
])('%s is refused over HTTP/2 with %i', async (_what, status, headers) => {
  const request = await openTestServer();

  expect((await answerOf(request(withHeaders(call('hi'), headers)))).status).toBe(status);
});

test('a Host that repeats the authority is accepted over HTTP/2', async () => {
  const request = await openTestServer();
  const names = { ':authority': 'localhost', host: 'localhost' };

  expect((await answerOf(request(withHeaders(call('hi'), names)))).status).toBe(200);
});

test('a body that is too long is refused over HTTP/2, without a header of connections', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  const request = await openTestServer();

  expect((await answerOf(request(call('x'.repeat(5_000_000))))).status).toBe(413);
  expect(warn).not.toHaveBeenCalled();
});

test('a reader that takes nothing holds the tool back over HTTP/2, and its leave cancels the call', async () => {
  const endless = new Endless();
  const request = await openTestServer(endless.tool);
  const stream = request(modern('tools/call', { name: 'endless', _meta: { progressToken: 1 } }));
  await once(stream, 'response');
  await untilSettled(() => endless.sent);
  const held = endless.sent;

  stream.resume();
  await vi.waitUntil(() => endless.sent > 2 * held);
  stream.close(constants.NGHTTP2_CANCEL);

  expect(held).toBeLessThan(100);
  await endless.cancelled.opened;
});

/** Waits until a count has not changed for some turns of the event loop. */
async function untilSettled(count: () => number): Promise<void> {
  for (let before = -1; before < count();) {
    before = count();
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}
