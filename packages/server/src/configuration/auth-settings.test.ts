import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readConfiguration, type Configuration } from './configuration.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-auth-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function read(content: object, environment: NodeJS.ProcessEnv = {}): Configuration {
  const file = join(folder, 'sigil.config.json');
  writeFileSync(file, JSON.stringify(content));
  return readConfiguration({ config: file }, environment, '/bundled/plugins');
}

const issuer = 'https://as.example';
const introspection = { url: `${issuer}/introspect`, issuer, clientId: 'server' };

test('without "auth" there is no authentication', () => {
  expect(read({}).auth).toBeUndefined();
});

test('relative file paths resolve from the folder of the configuration file', () => {
  expect(read({ auth: { keys: 'keys.json', verifier: './verify.mjs' } }).auth).toMatchObject({
    keysFile: join(folder, 'keys.json'),
    verifier: join(folder, 'verify.mjs'),
  });
});

test('an issuer takes its token rules from its provider, and relaxes them by name', () => {
  const { auth } = read({
    auth: {
      issuers: [
        { issuer, provider: 'keycloak' },
        { issuer, anyTokenType: true },
        { issuer, clientsAsCallers: true },
        { issuer },
      ],
    },
  });

  expect(auth?.issuers).toMatchObject([
    { provider: { mark: { claim: 'typ' } }, audiences: [] },
    { provider: { type: 'any', subject: 'required' } },
    { provider: { type: 'at+jwt', subject: 'client' } },
    { provider: { type: 'at+jwt', subject: 'required' } },
  ]);
});

test('a stdio caller gets its scopes and the scopes that they include', () => {
  const hierarchy = { orders: ['orders:read'] };

  expect(read({ auth: { stdio: { id: 'ann', scopes: ['orders'] }, hierarchy } }).auth?.stdio).toEqual({
    id: 'ann',
    issuer: '',
    scopes: ['orders', 'orders:read'],
    claims: {},
  });
  expect(read({ auth: { stdio: { id: 'ann' } } }).auth?.stdio?.scopes).toBe('every');
  expect(() => read({ auth: { stdio: { scopes: [] } } })).toThrow('"id" is missing');
});

test('the introspection secret comes from an environment variable', () => {
  const { auth } = read({ auth: { introspection } }, { MCP_INTROSPECTION_SECRET: 'hidden' });

  expect(auth?.introspection).toMatchObject({ clientId: 'server', clientSecret: 'hidden' });
});

test.each<[object, string]>([
  [{}, 'nobody could call'],
  [{ issuers: [] }, 'nobody could call'],
  [{ issuers: [{}] }, '"issuer" is missing'],
  [{ issuers: [{ issuer: 'http://as.example' }] }, 'must be an https URL'],
  [{ issuers: [{ issuer: 'as.example' }] }, 'must be an https URL'],
  [{ issuers: [{ issuer, keysUrl: 'http://as.example/keys' }] }, '"keysUrl" must be an https URL'],
  [{ issuers: [{ issuer, provider: 'auth1' }] }, '"provider" must be one of "auth0"'],
  [{ issuers: [{ issuer, provider: 'entra' }] }, '"audiences" must say'],
  [{ issuers: [{ issuer, algorithms: ['HS256'] }] }, '"algorithms" must be a list of RS256'],
  [{ issuers: [{ issuer, algorithms: ['none'] }] }, '"algorithms" must be a list of RS256'],
  [{ introspection: { url: `${issuer}/introspect` } }, '"url", "issuer" and "clientId" must be there'],
  [{ introspection }, 'MCP_INTROSPECTION_SECRET must hold the secret of "server"'],
  [{ keys: 'keys.json', hierarchy: { a: 'b' } }, '"hierarchy" must be an object of lists of texts'],
  [{ keys: 'keys.json', scope: ['a'] }, 'there is no "scope"'],
])('%j is rejected with the reason', (auth, message) => {
  expect(() => read({ auth })).toThrow(message);
});

describe('a server that other machines can reach', () => {
  const auth = { keys: 'keys.json' };

  test('needs a public URL for authentication, and the error shows the line to add', () => {
    expect(() => read({ host: '0.0.0.0', auth })).toThrow('"publicUrl": "https://mcp.example.com"');
    expect(() => read({ host: '0.0.0.0' })).toThrow('--allow-unauthenticated');
  });

  test('allows the host of its public URL when authentication is configured', () => {
    const { publicUrl, allowedHosts } = read({ host: '0.0.0.0', auth, publicUrl: 'https://MCP.example.com/team/' });

    expect({ publicUrl, allowedHosts }).toEqual({
      publicUrl: 'https://mcp.example.com/team',
      allowedHosts: ['mcp.example.com'],
    });
  });
});

test.each(['mcp.example.com', 'ftp://a.example', 'https://a.example?x=1', 'https://ann@a.example'])(
  '"%s" is rejected as a public URL',
  (publicUrl) => {
    expect(() => read({ publicUrl })).toThrow('"publicUrl" of the configuration file must be a URL');
    expect(() => read({}, { MCP_PUBLIC_URL: publicUrl })).toThrow('MCP_PUBLIC_URL must be a URL');
  },
);

describe('trusted proxies', () => {
  test('are recognized by address or network', () => {
    const { isTrustedProxy } = read({ trustedProxies: ['10.1.0.0/16', '192.0.2.7', 'fd00::/8'] });

    const addresses = ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', 'fd00::1', '10.2.0.1', '192.0.2.8', '::1', 'x'];
    expect(addresses.map(isTrustedProxy)).toEqual([true, true, true, true, false, false, false, false]);
  });

  test.each(['10.0.0.0/33', '10.0.0', 'proxy.example', '10.0.0.0/8/8', 'fd00::/129'])('cannot be "%s"', (proxy) => {
    expect(() => read({ trustedProxies: [proxy] })).toThrow(`got "${proxy}"`);
  });
});
