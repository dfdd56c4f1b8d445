import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { JsonObject } from '@sigil/core';
import { callOf, initialize, request } from '@sigil/testing/transports';
import { SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { openAuthorizedServer, publicUrl, resource, type AuthorizedServer } from './authorized-server.test-support.js';
import { openOrders } from './orders-server.test-support.js';

/** A way to ask for something. */
interface Surface {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const modern = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'pay' };
const stream = { Accept: 'text/event-stream' };
const webSocket = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

const surfaces: readonly Surface[] = [
  { what: 'a modern POST', method: 'POST', path: '/mcp/orders', headers: modern, body: callOf(1, 'pay') },
  { what: 'a modern batch', method: 'POST', path: '/mcp/orders', headers: modern, body: [callOf(1, 'pay')] },
  { what: 'an initialize', method: 'POST', path: '/mcp/orders', body: initialize(1, '2025-11-25') },
  { what: 'a legacy batch', method: 'POST', path: '/mcp/orders', body: [request(1, 'tools/call', { name: 'pay' })] },
  { what: 'a POST of nonsense', method: 'POST', path: '/mcp/orders', body: 'x' },
  { what: 'a GET', method: 'GET', path: '/mcp/orders', headers: stream },
  { what: 'a DELETE', method: 'DELETE', path: '/mcp/orders', headers: { 'Mcp-Session-Id': 'a' } },
  { what: 'the stream of 2024-11-05', method: 'GET', path: '/mcp/orders/sse', headers: stream },
  { what: 'its messages', method: 'POST', path: '/mcp/orders/messages?sessionId=a', body: initialize(1, '2024-11-05') },
  {
    what: 'a WebSocket',
    method: 'GET',
    path: '/mcp/orders/ws',
    headers: { ...webSocket, 'Sec-WebSocket-Protocol': 'mcp' },
  },
  {
    what: 'the native view',
    method: 'GET',
    path: '/mcp/orders/ws',
    headers: { ...webSocket, 'Sec-WebSocket-Protocol': 'sigil.stream' },
  },
  { what: 'a native stream', method: 'POST', path: '/mcp/orders/streams', body: request(1, 'pay') },
];

const metadata =
  'resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/team/mcp/orders", scope="orders:read"';
const noToken = { status: 401, challenge: `Bearer ${metadata}` };
const badToken = {
  status: 401,
  challenge: `Bearer error="invalid_token", error_description="the bearer token is not valid here, or no longer", ${metadata}`,
};
const malformed = { status: 400, challenge: expect.stringMatching(/^Bearer error="invalid_request", /) };
const tooLong = { status: 431, challenge: undefined };

interface Attack {
  readonly what: string;
  readonly expected: { readonly status: number; readonly challenge: unknown };
  make(server: AuthorizedServer): Promise<Presented> | Presented;
}

interface Presented {
  readonly authorization?: string | string[];
  readonly query?: string;
}

const bearer = async (token: Promise<string> | string): Promise<Presented> => ({
  authorization: `Bearer ${await token}`,
});
const seconds = (): number => Math.floor(Date.now() / 1000);

const attacks: readonly Attack[] = [
  { what: 'no token', expected: noToken, make: () => ({}) },
  { what: 'Basic', expected: noToken, make: () => ({ authorization: 'Basic YW5uOnBhc3M=' }) },
  { what: 'an empty header', expected: malformed, make: () => ({ authorization: '' }) },
  { what: 'no token after the scheme', expected: malformed, make: () => ({ authorization: 'Bearer ' }) },
  {
    what: 'two headers, both good',
    expected: malformed,
    make: async ({ issuer }) => ({ authorization: [`Bearer ${await issuer.sign()}`, `Bearer ${await issuer.sign()}`] }),
  },
  {
    what: 'a good token in the query',
    expected: malformed,
    make: async ({ issuer }) => ({ query: `access_token=${await issuer.sign()}` }),
  },
  {
    what: 'a good token in both places',
    expected: malformed,
    make: async ({ issuer }) => ({
      query: `access_token=${await issuer.sign()}`,
      authorization: `Bearer ${await issuer.sign()}`,
    }),
  },
  ...(
    [
      ['another audience', { aud: 'https://other.example/mcp/orders' }],
      ['the other endpoint', { aud: `${publicUrl}/mcp/other` }],
      ['the parent path', { aud: `${publicUrl}/mcp` }],
      ['the origin', { aud: 'https://mcp.example.com' }],
      ['the address inside', { aud: 'http://127.0.0.1:3000/mcp/orders' }],
      ['a longer path', { aud: `${resource}/x` }],
      ['no audience', { aud: null }],
      ['another issuer', { iss: 'https://other.example' }],
      ['an expired token', { exp: seconds() - 31 }],
      ['a token without an end', { exp: null }],
      ['a token of the future', { nbf: seconds() + 3_600 }],
    ] as const
  ).map(([what, claims]): Attack => ({ what, expected: badToken, make: ({ issuer }) => bearer(issuer.sign(claims)) })),
  ...(
    [
      ['an ID token', { typ: 'JWT' }],
      ['an unknown key', { kid: 'other' }],
    ] as const
  ).map(([what, header]): Attack => ({
    what,
    expected: badToken,
    make: ({ issuer }) => bearer(issuer.sign({}, header)),
  })),
  {
    what: 'alg none',
    expected: badToken,
    make: ({ issuer }) =>
      bearer(new UnsecuredJWT({ sub: 'ann', aud: resource, iss: issuer.url, exp: seconds() + 60 }).encode()),
  },
  {
    what: 'HS256 with the public key',
    expected: badToken,
    make: ({ issuer }) =>
      bearer(
        new SignJWT({ sub: 'ann', aud: resource, iss: issuer.url, exp: seconds() + 60 })
          .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'key' })
          .sign(new TextEncoder().encode(JSON.stringify(issuer.publicKey))),
      ),
  },
  {
    what: 'claims that were changed',
    expected: badToken,
    make: async ({ issuer }) => {
      const [header, , signature] = (await issuer.sign()).split('.');
      const claims = { iss: issuer.url, sub: 'root', aud: resource, exp: seconds() + 60 };
      return bearer([header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.'));
    },
  },
  { what: 'an opaque token that was never given', expected: badToken, make: () => bearer('opaque') },
  { what: 'an API key where there are none', expected: badToken, make: () => bearer(`sk_${'a'.repeat(43)}`) },
  { what: '64 kB', expected: tooLong, make: () => bearer('a'.repeat(65_536)) },
];

let lastAddress = 0;

async function ask({ url }: AuthorizedServer, surface: Surface, { authorization, query }: Presented) {
  const { method, path, headers = {}, body } = surface;
  const whole = query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
  lastAddress++;
  const sent = httpRequest(`${url}${whole}`, { method, agent: false });
  const all: Record<string, string | string[]> = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'X-Forwarded-For': `10.0.${lastAddress >> 8}.${lastAddress & 255}`,
    ...headers,
    ...(authorization === undefined ? {} : { Authorization: authorization }),
  };
  for (const [name, value] of Object.entries(all)) sent.setHeader(name, value);
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const upgraded = once(sent, 'upgrade') as Promise<[IncomingMessage, Socket]>;
  const [response, socket] = await Promise.race([upgraded, once(sent, 'response') as Promise<[IncomingMessage]>]);
  response.destroy();
  socket?.destroy();
  return { status: response.statusCode, challenge: response.headers['www-authenticate'] };
}

// Rules: 210, 211, 212, 217, 219, 220, 221, 225
test.each(attacks)('$what is rejected on every surface, and no tool runs', async (attack) => {
  const server = await openAuthorizedServer();
  const answers = [];

  for (const surface of surfaces) {
    answers.push([surface.what, await ask(server, surface, await attack.make(server))]);
  }

  expect(answers).toEqual(surfaces.map(({ what }) => [what, attack.expected]));
  expect(server.run).not.toHaveBeenCalled();
});

test('a valid token is accepted on every surface', async () => {
  const server = await openAuthorizedServer();
  const good = await bearer(server.issuer.sign());

  const statuses = [];
  for (const surface of surfaces) statuses.push([surface.what, (await ask(server, surface, good)).status]);

  expect(Object.fromEntries(statuses)).toEqual({
    'a modern POST': 200,
    'a modern batch': 400,
    'an initialize': 200,
    'a legacy batch': 400,
    'a POST of nonsense': 400,
    'a GET': 400,
    'a DELETE': 404,
    'the stream of 2024-11-05': 200,
    'its messages': 404,
    'a WebSocket': 101,
    'the native view': 101,
    'a native stream': 200,
  });
  expect(server.run).toHaveBeenCalledTimes(2);
});

// Rules: 216, 218
test('the resource metadata is public and names the public address', async () => {
  const { url, issuer } = await openAuthorizedServer();
  const places = [
    '/.well-known/oauth-protected-resource/mcp/orders',
    '/.well-known/oauth-protected-resource/team/mcp/orders',
  ];

  const answers = await Promise.all(
    places.map((place) => fetch(url + place, { headers: { Origin: 'https://a.example' } })),
  );

  for (const answer of answers) {
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(await answer.json()).toEqual({
      resource,
      authorization_servers: [issuer.url],
      bearer_methods_supported: ['header'],
    });
  }
});

test('the resource metadata of each endpoint names the scopes of its own components, as swaps and rules change them', async () => {
  const { url, issuer } = await openAuthorizedServer({
    access: { tools: { pay: { scopes: ['orders:pay'] } } },
    scopes: ['first'],
  });
  const orders = await openOrders(issuer.url);
  const scopesAt = async (place: string): Promise<unknown> =>
    ((await (await fetch(place)).json()) as JsonObject)['scopes_supported'];
  const wellKnown = '/.well-known/oauth-protected-resource';

  expect(await scopesAt(`${url}${wellKnown}/mcp/orders`)).toEqual(['orders:pay']);
  expect(await scopesAt(`${orders.url}${wellKnown}/mcp/orders`)).toEqual(['orders:read', 'orders:write']);
  expect(await scopesAt(`${orders.url}${wellKnown}/admin`)).toEqual(['sigil:admin']);
});

// Rules: 222
test('tokens stay out of the log', async () => {
  const server = await openAuthorizedServer();
  const token = await server.issuer.sign({ iss: 'https://other.example' });

  await ask(server, surfaces[0]!, await bearer(token));
  await ask(server, surfaces[0]!, await bearer('opaque-token'));

  expect(server.lines.join('')).not.toContain(token);
  expect(server.lines.join('')).not.toContain('opaque-token');
});
