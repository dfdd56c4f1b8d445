import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { createEngine, type Principal } from '@sigil/core/engine';
import { echo, gate, textResult, toolOf } from '@sigil/testing/transports';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  begin,
  call,
  initialize,
  legacy,
  legacyNotification,
  modern,
  modernDate,
  newestLegacyDate,
  openTestServer,
  send,
  sourceOf,
  withHeaders,
  type Sending,
} from '../http.test-support.js';
import { openHttpServer } from '../listening/open-http-server.js';
import { createSseEndpoints } from '../sse-pair/sse-endpoints.js';
import type { Authenticate, Denial } from './authentication.js';

const challenge = 'Bearer resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp"';
const denial: Denial = { status: 401, message: 'a bearer token is needed', headers: { 'WWW-Authenticate': challenge } };

const principalOf = (id: string): Principal => ({ id, issuer: 'https://as.example', scopes: [], claims: {} });

/** Accepts every token, as a name. */
const byName: Authenticate = ({ authorization }) => {
  const name = /^Bearer (\w+)$/.exec(authorization ?? '')?.[1];
  return name === undefined ? denial : principalOf(name);
};

const laterByName: Authenticate = async (credentials) => {
  await new Promise((resolve) => setImmediate(resolve));
  return byName(credentials);
};

const as = (name: string, sending: Sending): Sending => withHeaders(sending, { Authorization: `Bearer ${name}` });
const inSession = (id: string, method = 'POST'): Sending => ({
  method,
  headers: { 'Mcp-Session-Id': id, Accept: 'text/event-stream, application/json' },
});

describe.each([
  ['at once', byName],
  ['later', laterByName],
])('a caller authenticated %s', (_when, authenticate) => {
  test.each<[string, Sending]>([
    ['a modern call', call('x')],
    ['an initialize', initialize()],
    ['a batch', { body: JSON.stringify([JSON.parse(String(legacy('tools/list').body))]) }],
    ['what is no JSON', { body: '{' }],
    ['a body of another type', { body: 'x', headers: { 'Content-Type': 'text/plain' } }],
    ['a GET', { method: 'GET', headers: { Accept: 'text/event-stream' } }],
    ['a DELETE', { method: 'DELETE' }],
    ['a PUT', { method: 'PUT' }],
    ['an Accept that takes nothing', withHeaders(call('x'), { Accept: 'image/png' })],
  ])('is challenged with 401 for %s without a token, and nothing runs', async (_what, sending) => {
    const run = vi.fn(async () => textResult('x'));
    const { port, endpoint } = await openTestServer({ authenticate, tools: [toolOf('echo', run)] });

    const answer = await send(port, sending);

    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, challenge]);
    expect(answer.messages[0]?.error?.message).toBe('a bearer token is needed');
    expect(run).not.toHaveBeenCalled();
    expect(endpoint.sessionCount).toBe(0);
  });

  test('is served with a long body', async () => {
    const { port } = await openTestServer({ authenticate });

    const answer = await send(port, as('ann', call('x'.repeat(100_000))));

    expect(answer.status).toBe(200);
  });

  // Rules: 225
  test('has sessions that other callers cannot use', async () => {
    const { port, endpoint } = await openTestServer({ authenticate });
    const id = String((await send(port, as('ann', initialize()))).headers['mcp-session-id']);
    const list = withHeaders(legacy('tools/list', {}, id), { 'MCP-Protocol-Version': newestLegacyDate });
    await send(port, as('ann', legacyNotification('notifications/initialized', {}, id)));

    const others = [list, inSession(id, 'GET'), inSession(id, 'DELETE')];
    const statuses = await Promise.all(others.map(async (it) => (await send(port, as('bob', it))).status));
    const own = await send(port, as('ann', list));

    expect(statuses).toEqual([404, 404, 404]);
    expect(own.status).toBe(200);
    expect(endpoint.sessionCount).toBe(1);
  });
});

test('several Authorization headers are joined for the authenticator', async () => {
  const seen = vi.fn(() => denial);
  const { port } = await openTestServer({ authenticate: seen });

  const sent = httpRequest({ port, host: '127.0.0.1', path: '/mcp?a=1', method: 'POST', agent: false });
  sent.setHeader('Authorization', ['Bearer a', 'Bearer b']);
  sent.end();
  await once(sent, 'response');

  expect(seen).toHaveBeenCalledWith({
    authorization: 'Bearer a, Bearer b',
    url: '/mcp?a=1',
    address: '127.0.0.1',
    forwardedFor: undefined,
  });
});

test('a preflight needs no token, and the page may read the challenge', async () => {
  const { port } = await openTestServer({ authenticate: byName, allowedOrigins: ['https://app.example'] });
  const headers = { Origin: 'https://app.example', 'Access-Control-Request-Headers': 'authorization' };

  const preflight = await send(port, { method: 'OPTIONS', headers });
  const refused = await send(port, withHeaders(call('x'), headers));

  expect([preflight.status, preflight.headers['access-control-allow-headers']]).toEqual([204, 'authorization']);
  expect([refused.status, refused.headers['access-control-expose-headers']]).toEqual([
    401,
    'Mcp-Session-Id, WWW-Authenticate',
  ]);
});

test('a failing authenticator is reported and answered with 500', async () => {
  const onFault = vi.fn();
  const { port } = await openTestServer({ authenticate: () => Promise.reject(new Error('broken')), onFault });

  expect((await send(port, as('ann', call('x')))).status).toBe(500);
  expect(onFault).toHaveBeenCalledWith({ during: 'authentication', error: new Error('broken') });
});

test('a caller authenticated while the endpoint closes is refused with 503', async () => {
  const known = gate();
  const asked = gate();
  const { port, endpoint } = await openTestServer({
    authenticate: async () => {
      asked.open();
      await known.opened;
      return principalOf('ann');
    },
  });

  const answer = send(port, call('x'));
  await asked.opened;
  void endpoint.close();
  known.open();

  expect((await answer).status).toBe(503);
});

describe('an expired token', () => {
  const expiring: Authenticate = () => ({ ...principalOf('ann'), expiresAt: Date.now() + 300 });

  test('ends a stream that was opened by GET', async () => {
    const { port } = await openTestServer({ authenticate: expiring });
    const id = String((await send(port, initialize())).headers['mcp-session-id']);
    await send(port, legacyNotification('notifications/initialized', {}, id));

    const stream = await begin(port, inSession(id, 'GET'));

    expect(stream.statusCode).toBe(200);
    await expect(async () => {
      for await (const _ of stream) continue;
    }).rejects.toThrow('aborted');
  });

  test.each([
    ['of lists', { toolsListChanged: true }],
    ['of tasks', { taskIds: ['none'] }],
  ])('ends a subscription %s', async (_what, notifications) => {
    const { port } = await openTestServer({ authenticate: expiring });
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': modernDate,
      'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
    };
    const listening = modern('subscriptions/listen', { notifications, _meta });

    const stream = await begin(port, listening);

    expect(stream.statusCode).toBe(200);
    await expect(async () => {
      for await (const _ of stream) continue;
    }).rejects.toThrow('aborted');
  });
});

describe('the endpoint pair of 2024-11-05', () => {
  const openPair = async (): Promise<number> => {
    const engine = createEngine({ info: { name: 'test', version: '1' }, source: sourceOf([echo]) });
    const { stream, messages } = createSseEndpoints(engine, { messagesPath: '/messages', authenticate: byName });
    const endpoints = new Map([
      ['/sse', stream],
      ['/messages', messages],
    ]);
    const http = await openHttpServer({ endpoints, port: 0 });
    onTestFinished(() => http.close({ graceMs: 1 }));
    return http.port;
  };
  const stream: Sending = { method: 'GET', path: '/sse', headers: { Accept: 'text/event-stream' } };

  test('requires a token, and a stream accepts messages only from its own caller', async () => {
    const port = await openPair();
    const refused = await send(port, stream);
    const opened = await begin(port, as('ann', stream));
    const [first] = (await once(opened, 'data')) as [Buffer];
    const path = /data: (\S+)/.exec(String(first))![1]!;
    const post: Sending = { ...initialize('2024-11-05'), path };

    const statuses = [];
    for (const sending of [post, as('bob', post), as('ann', post)]) statuses.push((await send(port, sending)).status);
    opened.destroy();

    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, challenge]);
    expect(statuses).toEqual([401, 404, 202]);
  });
});
