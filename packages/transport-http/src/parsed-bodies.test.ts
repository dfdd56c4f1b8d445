/** Requests whose bodies code before the endpoint has read: body parsers of frameworks, and platforms. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Fault } from '@sigil/core/engine';
import { createEngine } from '@sigil/core/engine';
import { echo } from '@sigil/testing/transports';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { createEndpoint, type EndpointOptions, type HttpEndpoint } from './endpoint/endpoint.js';
import { koaMiddleware } from './endpoint/koa-middleware.js';
import { call, send, sourceOf, withHeaders } from './http.test-support.js';

/** Leaves the bytes of a body where the endpoint finds them. @returns the third argument of the endpoint */
type Parser = (request: IncomingMessage, bytes: Buffer) => unknown;

function openEndpoint(options: EndpointOptions = {}): HttpEndpoint {
  const engine = createEngine({ info: { name: 'test', version: '1.0.0' }, source: sourceOf([echo]) });
  onTestFinished(() => engine.close());
  return createEndpoint(engine, options);
}

/** Serves an endpoint behind a parser that reads whole bodies. */
async function serveBehind(parse: Parser, options: EndpointOptions = {}): Promise<number> {
  const endpoint = openEndpoint(options);
  return listen((request, response) => {
    void buffer(request).then((bytes) => endpoint.handle(request, response, parse(request, bytes)));
  });
}

async function listen(listener: Parameters<typeof createServer>[1]): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

const asJson: Parser = (request, bytes) =>
  void Object.assign(request, { body: JSON.parse(bytes.toString()) as object });

test.each<[string, Parser]>([
  ['an object on the request, as Express has it', asJson],
  ['a text on the request', (request, bytes) => void Object.assign(request, { body: bytes.toString() })],
  [
    'bytes on the request, as cloud functions have them',
    (request, bytes) => void Object.assign(request, { body: bytes }),
  ],
  ['an object that is passed on', (_request, bytes) => JSON.parse(bytes.toString()) as unknown],
])('a body that a parser has read is served from %s', async (_form, parse) => {
  const port = await serveBehind(parse);

  const answer = await send(port, call('ä hello'));

  expect(answer.status).toBe(200);
  expect(answer.text).toContain('ä hello');
});

test('a body that a parser of Koa has read is served from its request', async () => {
  const app = new Koa();
  app.use(async (context, next) => {
    Object.assign(context.request, { body: JSON.parse((await buffer(context.req)).toString()) as object });
    await next();
  });
  app.use(koaMiddleware(openEndpoint()));

  const answer = await send(await listen(app.callback()), call('hello'));

  expect(answer.text).toContain('hello');
});

test('a body that a parser has decompressed is served', async () => {
  const port = await serveBehind((request, bytes) => asJson(request, gunzipSync(bytes)));
  const { body = '', ...plain } = call('hello');

  const answer = await send(port, withHeaders({ ...plain, body: gzipSync(body) }, { 'Content-Encoding': 'gzip' }));

  expect(answer.status).toBe(200);
});

test('a body that was read and dropped is answered 500 at once, with a fault that says so', async () => {
  const faults: Fault[] = [];
  const port = await serveBehind(() => undefined, { onFault: (fault) => void faults.push(fault) });

  const answer = await send(port, call('hello'));

  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain('parser');
  expect(String(faults[0]?.error)).toContain('has read the body of the request and kept nothing of it');
});

test('a parsed body has the limit of any other', async () => {
  const port = await serveBehind(asJson, { limits: { maxBodyBytes: 100 } });

  const answer = await send(port, call('x'.repeat(200)));

  expect(answer.status).toBe(413);
  expect(answer.text).toContain('maxBodyBytes');
});

test('an empty body is no message, whoever has read it', async () => {
  const port = await serveBehind(() => undefined);

  expect((await send(port, { ...call('hello'), body: '' })).status).toBe(400);
});
