import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { echo, engineOf, gate, modernRequest, textResult, toolOf } from '@sigil/testing/transports';
import type { Principal } from '@sigil/core/engine';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { WebSocketEndpoint } from './open-web-socket-server.js';
import { connectPeer, openTestServer, path, type TestServer } from './ws.test-support.js';

const challenge = 'Bearer resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp"';
const denial = { status: 401, message: 'a bearer token is needed', headers: { 'WWW-Authenticate': challenge } };
const ann: Principal = { id: 'ann', issuer: 'https://as.example', scopes: [], claims: {} };

type Authenticate = NonNullable<WebSocketEndpoint['authenticate']>;

const openWith = (authenticate: Authenticate, onFault?: WebSocketEndpoint['onFault']): Promise<TestServer> => {
  const endpoint = { engine: engineOf([echo]), authenticate, ...(onFault ? { onFault } : {}) };
  return openTestServer([], { endpoints: new Map([[path, endpoint]]) });
};

async function refusedUpgrade(
  port: number,
  headers: Record<string, string> = {},
  subprotocol = 'unknown',
): Promise<IncomingMessage> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}?a=1`, subprotocol, { headers });
  socket.on('error', () => undefined);
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  response.resume();
  return response;
}

test.each<[string, Authenticate]>([
  ['at once', () => denial],
  ['later', async () => denial],
])('a caller refused %s gets the challenge before its subprotocols are checked', async (_when, authenticate) => {
  const seen = vi.fn(authenticate);
  const { port, sockets } = await openWith(seen);

  const response = await refusedUpgrade(port, { Authorization: 'Bearer x' });

  expect([response.statusCode, response.headers['www-authenticate']]).toEqual([401, challenge]);
  expect(seen).toHaveBeenCalledWith(
    expect.objectContaining({ authorization: 'Bearer x', url: `${path}?a=1`, address: '127.0.0.1' }),
  );
  expect(sockets.connectionCount).toBe(0);
});

test.each<[string, Authenticate]>([
  ['at once', () => ann],
  ['later', async () => ann],
])('a caller authenticated %s is served', async (_when, authenticate) => {
  const { port } = await openWith(authenticate);
  const peer = await connectPeer(port);

  peer.tell(modernRequest(1, 'tools/list'));

  expect(await peer.next()).toMatchObject({ id: 1, result: {} });
});

test('a connection closes with 1008 when its token expires', async () => {
  const { port } = await openWith(() => ({ ...ann, expiresAt: Date.now() + 50 }));
  const peer = await connectPeer(port);

  expect(await peer.ended).toEqual({ code: 1008, reason: 'the token has expired' });
});

test('one caller cannot exceed its share of the connections, and another is still served', async () => {
  let caller = ann;
  const endpoint = { engine: engineOf([echo]), authenticate: () => caller };
  const { port } = await openTestServer([], { endpoints: new Map([[path, endpoint]]), limits: { maxConnections: 2 } });

  await connectPeer(port);
  const refused = await refusedUpgrade(port, {}, 'mcp');
  caller = { ...ann, id: 'bob' };
  const other = await connectPeer(port);
  other.tell(modernRequest(1, 'tools/list'));

  expect(refused.statusCode).toBe(429);
  expect(await other.next()).toMatchObject({ id: 1, result: {} });
});

test('a failing authenticator is reported and answered with 500', async () => {
  const onFault = vi.fn();
  const { port } = await openWith(() => Promise.reject(new Error('broken')), onFault);

  expect((await refusedUpgrade(port)).statusCode).toBe(500);
  expect(onFault).toHaveBeenCalledWith({ during: 'authentication', error: new Error('broken') });
});

test('a peer that disconnects during authentication is forgotten', async () => {
  const asked = gate();
  const known = gate();
  const { port, sockets, http } = await openWith(async () => {
    asked.open();
    await known.opened;
    return ann;
  });
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, 'mcp');
  socket.on('error', () => undefined);
  await asked.opened;
  socket.terminate();
  known.open();

  await vi.waitFor(async () => {
    const open = await new Promise<number>((resolve) => http.getConnections((_error, count) => resolve(count)));
    expect(open).toBe(0);
  }, 20_000);
  expect(sockets.connectionCount).toBe(0);
});

test.each([
  ['removed', undefined],
  ['replaced', { engine: engineOf([echo]) }],
])('a connection to a server that is %s during authentication is refused with 503', async (_how, next) => {
  const [asked, known] = [gate(), gate()];
  const authenticate = async (): Promise<Principal> => {
    asked.open();
    await known.opened;
    return ann;
  };
  const endpoints = new Map<string, WebSocketEndpoint>([[path, { engine: engineOf([echo]), authenticate }]]);
  const { port, sockets } = await openTestServer([], { endpoints });
  const refused = refusedUpgrade(port, {}, 'mcp');
  await asked.opened;

  if (next) endpoints.set(path, next);
  else endpoints.delete(path);
  known.open();

  expect((await refused).statusCode).toBe(503);
  expect(sockets.connectionCount).toBe(0);
});

test.each([
  ['mcp', modernRequest(1, 'tools/call', { name: 'pay', arguments: {} })],
  ['sigil.stream', { jsonrpc: '2.0', id: 1, method: 'pay', params: {} }],
])('the scopes of the caller that opened a connection apply to its messages (%s)', async (subprotocol, message) => {
  const run = vi.fn(async () => textResult('paid'));
  const tool = { ...toolOf('pay', run), scopes: ['orders:write'] };
  const openAs = async (scopes: readonly string[]) => {
    const endpoint: WebSocketEndpoint = { engine: engineOf([tool]), authenticate: () => ({ ...ann, scopes }) };
    const { port } = await openTestServer([], { endpoints: new Map([[path, endpoint]]) });
    return connectPeer(port, subprotocol);
  };
  const [without, having] = [await openAs([]), await openAs(['orders:write'])];

  without.tell(message);
  const refused = await without.next();
  expect(run).not.toHaveBeenCalled();
  having.tell(message);
  const served = await having.next();

  expect(refused).toMatchObject({ id: 1, error: { message: 'this needs the scope orders:write' } });
  expect(served).toHaveProperty('result');
});
