import { expect, test } from 'vitest';
import { readRemoteConfiguration } from '../remote-configuration.js';

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

test('token exchange, OAuth and separate credentials for lists can be configured', () => {
  const lists = { kind: 'clientCredentials', ...client };

  for (const auth of [
    { kind: 'tokenExchange', ...client, audience: 'up', lists },
    { kind: 'oauth', clientId: 'a', clientSecret: 'b', scope: 'read', lists },
    { kind: 'oauth' },
  ])
    expect(readRemoteConfiguration({ url: 'https://up.example/mcp', auth }).auth).toEqual(auth);
});
