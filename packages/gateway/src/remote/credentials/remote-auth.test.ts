import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import { readRemoteConfiguration } from '../remote-configuration.js';
import { openGateway, readReceived, resultOf, standardAnswer, textOf } from '../scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

const client = { clientId: 'a', clientSecret: 'b', issuer: 'https://login.example' };

test.each<[object, string]>([
  [{ kind: 'oath' }, '"kind" must be one of "none", "bearer", "header", "clientCredentials", "tokenExchange", "oauth"'],
  [{ kind: 'tokenExchange', ...client, issuer: undefined }, 'expected either a "tokenUrl" or an "issuer"'],
  [{ kind: 'tokenExchange', ...client, audiense: 'x' }, 'Did you mean "audience"?'],
  [{ kind: 'oauth', clientSecret: 'b' }, '"clientSecret" needs a "clientId"'],
  [
    { kind: 'oauth', clientMetadataUrl: 'https://login.example/' },
    '"clientMetadataUrl" must be an https: URL with a path',
  ],
  [{ kind: 'oauth', clientMetadataUrl: 'http://login.example/client' }, '"clientMetadataUrl" must be an https: URL'],
  [{ kind: 'oauth', lists: 'none' }, '"lists" must be an object'],
  [{ kind: 'oauth', lists: { kind: 'oauth' } }, '"lists": "kind" must be one of "none", "bearer"'],
  [{ kind: 'oauth', lists: { kind: 'bearer' } }, '"lists": "token" must be'],
  [{ kind: 'bearer', token: 'a', lists: { kind: 'none' } }, 'there is no "lists"'],
])('%j is rejected with a reason', (auth, problem) => {
  const given = JSON.parse(JSON.stringify({ url: 'https://up.example/mcp', auth }));

  expect(() => readRemoteConfiguration(given)).toThrow(problem);
});

test.each(['clientCredentials', 'tokenExchange', 'oauth'])('a WebSocket rejects credentials of the kind %s', (kind) => {
  const auth = kind === 'oauth' ? { kind } : { kind, ...client };

  expect(() => readRemoteConfiguration({ url: 'wss://up.example/mcp', auth })).toThrow('not for a WebSocket');
});

const { issuer: _issuer, ...atUrl } = { ...client, tokenUrl: 'https://login.example/token' };
const wanted = { scope: 'read', resource: 'https://up.example/' };
const ownKinds = [
  { kind: 'none' },
  { kind: 'bearer', token: '${TOKEN}' },
  { kind: 'header', name: 'X-Key', value: 'a' },
  { kind: 'clientCredentials', ...client },
  { kind: 'clientCredentials', ...atUrl, ...wanted },
];

test.each([
  ...ownKinds,
  { kind: 'tokenExchange', ...client },
  { kind: 'tokenExchange', ...atUrl, ...wanted, audience: 'up', tokenUrl: '${LOGIN}/token' },
  { kind: 'oauth' },
  { kind: 'oauth', clientId: 'a' },
  { kind: 'oauth', clientId: 'a', clientSecret: 'b', scope: 'read' },
  { kind: 'oauth', clientMetadataUrl: 'https://gate.example/client' },
  { kind: 'oauth', clientMetadataUrl: '${GATE}' },
  ...ownKinds.flatMap((lists) => [
    { kind: 'tokenExchange', ...client, lists },
    { kind: 'oauth', lists },
  ]),
])('%j can be configured', (auth) => {
  expect(readRemoteConfiguration({ url: 'https://up.example/mcp', auth }).auth).toEqual(auth);
});

/** Opens an authorization server and an upstream. @returns the credentials of each method at the upstream */
async function callWith(auth: JsonObject): Promise<Record<string, unknown>> {
  const login = await listen((_request, response, body) => {
    const grant = String(new URLSearchParams(body).get('grant_type')).split(':').at(-1)!;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ access_token: `by-${grant}`, token_type: 'Bearer', expires_in: 3_600 }));
  });
  const seen: Record<string, unknown> = {};
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const received = readReceived(body);
    seen[received.method!] = request.headers.authorization ?? request.headers['x-key'];
    if (received.id === undefined) return response.writeHead(202).end();
    const answer = standardAnswer(received) ?? resultOf(received.id);
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  const filled = { callerToken: () => 'token of ann', environment: { LOGIN: new URL(login.url).origin } };
  const gateway = await openGateway({ url, auth }, filled);
  expect(textOf(await (await gateway.connect()).callTool('one'))).toBe('done');
  return seen;
}

test.each([
  [undefined, 'Bearer by-client_credentials'],
  [{ kind: 'none' }, undefined],
  [{ kind: 'bearer', token: 'of-lists' }, 'Bearer of-lists'],
  [{ kind: 'header', name: 'X-Key', value: 'of-lists' }, 'of-lists'],
])('with credentials for lists %j, lists are read with %s, and calls carry exchanged tokens', async (lists, own) => {
  const exchange = { kind: 'tokenExchange', ...atUrl, tokenUrl: '${LOGIN}/token', ...(lists && { lists }) };

  const seen = await callWith(exchange);

  expect(seen).toMatchObject({ 'tools/list': own, 'tools/call': 'Bearer by-token-exchange' });
});
