import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Context } from '@sigil/core';
import type { Principal } from '@sigil/core/engine';
import { expect, onTestFinished, test } from 'vitest';
import { ExchangedTokens } from './token-exchange.js';

/** Opens an authorization server that numbers its tokens, each valid for 100 s. */
async function openTokenServer(): Promise<{ readonly tokenUrl: string; readonly asked: Record<string, string>[] }> {
  const asked: Record<string, string>[] = [];
  const server = createServer(async (request, response) => {
    asked.push(Object.fromEntries(new URLSearchParams(await text(request))));
    const answer = { access_token: `token-${asked.length}`, token_type: 'Bearer', expires_in: 100 };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return { tokenUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`, asked };
}

const callerOf = (id: string, scopes: Principal['scopes']): Principal => ({
  id,
  issuer: 'https://id.example',
  scopes,
  claims: {},
});
const ann = callerOf('ann', ['read']);

function tokensAt(tokenUrl: string, subjects: ReadonlyMap<string, string>, now?: () => number): ExchangedTokens {
  const client = { tokenUrl, issuer: undefined, clientId: 'gateway', clientSecret: 'x', timeoutMs: 2_000 };
  const wanted = { scope: 'read', resource: 'https://up.example/mcp', audience: undefined };
  return new ExchangedTokens({ ...client, ...wanted }, ({ id }) => subjects.get(id), now);
}

const contextOf = (principal: Principal): Context => ({ principal }) as Context; // nothing else of it is read

test('a caller’s token is exchanged once for all calls, until shortly before the new one expires', async () => {
  const { tokenUrl, asked } = await openTokenServer();
  let now = 0;
  const tokens = tokensAt(tokenUrl, new Map([['ann', 'token of ann']]), () => now);
  const authorization = tokens.open();

  tokens.prepare(contextOf(ann), authorization);
  const first = await Promise.all([authorization.value(), authorization.value()]);
  now = 89_999;
  const still = await authorization.value();
  now = 90_000;
  const next = await authorization.value();

  expect([...first, still, next]).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
  expect(asked[0]).toEqual({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: 'token of ann',
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    scope: 'read',
    resource: 'https://up.example/mcp',
  });
});

test('different callers, and one caller with different scopes, share no token', () => {
  const tokens = tokensAt('http://127.0.0.1:1/token', new Map());
  const keys = [ann, callerOf('ann', ['read', 'write']), callerOf('ann', 'every'), callerOf('bob', ['read'])].map(
    (it) => tokens.keyOf(it),
  );

  expect(new Set(keys).size).toBe(4);
  expect(tokens.keyOf(callerOf('ann', ['write', 'read']))).toBe(keys[1]);
});

test('a caller without a token gets an error that says so', () => {
  const tokens = tokensAt('http://127.0.0.1:1/token', new Map());

  expect(() => tokens.prepare(contextOf(ann), tokens.open())).toThrow('this one came without a token');
});
