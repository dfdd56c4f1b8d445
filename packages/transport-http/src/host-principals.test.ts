/** Callers that code before the endpoint has authenticated: the application's own middleware. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine, type Principal } from '@sigil/core/engine';
import { textResult, toolOf } from '@sigil/testing/transports';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { createEndpoint, type EndpointOptions, type HttpEndpoint } from './endpoint/endpoint.js';
import { koaMiddleware } from './endpoint/koa-middleware.js';
import { fetchHandler } from './fetch/fetch-handler.js';
import {
  initialize,
  legacy,
  modern,
  newestLegacyDate,
  openTestServer,
  send,
  sourceOf,
  withHeaders,
  type Sending,
} from './http.test-support.js';

const who = toolOf('who', async (_input, { principal }) => textResult(principal.id));
const askWho = modern('tools/call', { name: 'who' });
const as = (user: string, sending: Sending): Sending => withHeaders(sending, { 'X-User': user });

function openEndpoint(options: EndpointOptions = {}): HttpEndpoint {
  const engine = createEngine({ info: { name: 'test', version: '1.0.0' }, source: sourceOf([who]) });
  onTestFinished(() => engine.close());
  return createEndpoint(engine, options);
}

/** The middleware of an application, which has the user in a header. */
function principalOf(user: string | string[] | null | undefined): Principal | undefined {
  return typeof user === 'string' ? { id: user, issuer: 'app', scopes: [], claims: {} } : undefined;
}

async function listen(listener: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

const passOn = (endpoint: HttpEndpoint) => (request: IncomingMessage, response: ServerResponse) =>
  endpoint.handle(request, response, undefined, principalOf(request.headers['x-user']));

test('a tool sees the caller that the application passes on', async () => {
  const port = await listen(passOn(openEndpoint()));

  expect((await send(port, as('ada', askWho))).text).toContain('"text":"ada"');
  expect((await send(port, askWho)).text).toContain('"text":"local"');
});

test('a session belongs to the caller that the application passed on at its start', async () => {
  const port = await listen(passOn(openEndpoint()));
  const { headers } = await send(port, as('ada', initialize()));
  const session = String(headers['mcp-session-id']);
  const ask = withHeaders(legacy('tools/call', { name: 'who' }, session), { 'MCP-Protocol-Version': newestLegacyDate });

  expect((await send(port, as('ada', ask))).text).toContain('"text":"ada"');
  expect((await send(port, as('eve', ask))).status).toBe(404);
  expect((await send(port, ask)).status).toBe(404);
});

test('a caller that is passed on is not authenticated again', async () => {
  const denial = { status: 401, message: 'a token is needed', headers: {} };
  const port = await listen(passOn(openEndpoint({ authenticate: () => denial })));

  expect((await send(port, as('ada', askWho))).status).toBe(200);
  expect((await send(port, askWho)).status).toBe(401);
});

test('middleware of Koa passes the caller on that earlier middleware has found', async () => {
  const app = new Koa<{ user?: string }>();
  app.use((context, next) => {
    context.state.user = context.get('X-User');
    return next();
  });
  app.use(
    koaMiddleware(openEndpoint(), (context: Koa.ParameterizedContext<{ user?: string }>) =>
      principalOf(context.state.user),
    ),
  );
  const handle = app.callback();
  const port = await listen((request, response) => void handle(request, response));

  expect((await send(port, as('ada', askWho))).text).toContain('"text":"ada"');
});

test('a handler of the Fetch standard passes the caller on, and ignores what a runtime passes', async () => {
  const handler = fetchHandler(openEndpoint());
  const request = (): Request =>
    new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...askWho.headers },
      body: String(askWho.body),
    });

  expect(await (await handler(request(), { principal: principalOf('ada') })).text()).toContain('"text":"ada"');
  expect(await (await handler(request(), { principal: 'server' } as never)).text()).toContain('"text":"local"');
});

test('a server of our own authenticates as before', async () => {
  const { port } = await openTestServer({ tools: [who], authenticate: () => principalOf('bob')! });

  expect((await send(port, as('ada', askWho))).text).toContain('"text":"bob"');
});
