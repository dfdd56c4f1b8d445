import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from '../open-remote.js';
import type { RemoteServer } from '../remote-server.js';
import { readRemoteConfiguration } from '../remote-configuration.js';
import { ClientCredentialsGrant, type ClientCredentials } from './client-credentials.js';

interface TokenServer {
  readonly url: string;
  /** Forms that were posted to the token endpoint, with the `Authorization` header. */
  readonly asked: { readonly form: Record<string, string>; readonly authorization: string | undefined }[];
  /** Answers of the token endpoint in their order, the last one for ever. */
  readonly answers: { readonly status?: number; readonly body: unknown }[];
}

async function listen(
  handle: (request: IncomingMessage) => Promise<{ status?: number; body: unknown }>,
): Promise<string> {
  const server = createServer((request, response) => {
    void handle(request).then(({ status = 200, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openTokenServer(...answers: TokenServer['answers']): Promise<TokenServer> {
  const asked: TokenServer['asked'] = [];
  const url: string = await listen(async (request) => {
    if (request.url === '/.well-known/oauth-authorization-server') {
      return { body: { issuer: url, token_endpoint: `${url}/token` } };
    }
    if (request.url !== '/token') return { status: 404, body: 'none' };
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    asked.push({ form, authorization: request.headers.authorization });
    return answers.length > 1 ? answers.shift()! : answers[0]!;
  });
  return { url, asked, answers };
}

const tokenOf = (name: string, seconds = 3_600) => ({
  body: { access_token: name, token_type: 'Bearer', expires_in: seconds },
});

function grantOf(
  server: TokenServer,
  more: Partial<ClientCredentials> = {},
  now?: () => number,
): ClientCredentialsGrant {
  const client: ClientCredentials = {
    tokenUrl: `${server.url}/token`,
    issuer: undefined,
    clientId: 'gate way',
    clientSecret: 'a:secret',
    scope: undefined,
    resource: 'https://up.example/mcp',
    timeoutMs: 2_000,
    ...more,
  };
  return new ClientCredentialsGrant(client, now);
}

test('a token is requested once for all waiting calls, for its upstream, with the secret in a header', async () => {
  const server = await openTokenServer(tokenOf('one'));
  const grant = grantOf(server, { scope: 'orders:read' });

  const values = await Promise.all(Array.from({ length: 8 }, () => grant.value()));

  expect(values).toEqual(values.map(() => 'Bearer one'));
  expect(grant.value()).toBe('Bearer one');
  expect(server.asked).toEqual([
    {
      form: { grant_type: 'client_credentials', resource: 'https://up.example/mcp', scope: 'orders:read' },
      authorization: `Basic ${btoa('gate%20way:a%3Asecret')}`,
    },
  ]);
});

test('a token is renewed shortly before it expires, and at once after it was rejected', async () => {
  const server = await openTokenServer(tokenOf('one', 100), tokenOf('two', 100), tokenOf('three', 100));
  let now = 0;
  const grant = grantOf(server, {}, () => now);

  const first = await grant.value();
  now = 89_999;
  const still = await grant.value();
  now = 90_000;
  const second = await grant.value();
  grant.forget('Bearer one');
  const same = await grant.value();
  grant.forget('Bearer two');
  const third = await grant.value();

  expect([first, still, second, same, third]).toEqual(
    ['one', 'one', 'two', 'two', 'three'].map((it) => `Bearer ${it}`),
  );
});

test('while the authorization server is down, a token is used until it expires and no longer', async () => {
  const away = { status: 503, body: {} };
  const server = await openTokenServer(tokenOf('one', 100), away, away, tokenOf('two', 100));
  let now = 0;
  const grant = grantOf(server, {}, () => now);

  const first = await grant.value();
  now = 90_000;
  const second = [await grant.value(), await grant.value()];
  now = 100_000;
  await expect(grant.value()).rejects.toThrow('HTTP 503');

  expect([first, ...second, await grant.value()]).toEqual(['one', 'one', 'one', 'two'].map((it) => `Bearer ${it}`));
});

test.each([
  ['an authorization server that refuses to renew it', { status: 400, body: { error: 'invalid_grant' } }, false],
  ['an upstream that took it no more', { status: 503, body: {} }, true],
])('a token is not reused: %s', async (_who, answer, isRefused) => {
  const server = await openTokenServer(tokenOf('one', 100), answer);
  let now = 0;
  const grant = grantOf(server, {}, () => now);
  const first = await grant.value();

  now = 90_000;
  if (isRefused) grant.forget(first);

  await expect(grant.value()).rejects.toThrow(`HTTP ${answer.status}`);
});

test('a token endpoint that moved is discovered again after one failure', async () => {
  let path = '/old';
  const url: string = await listen(async (request) => {
    if (request.url === path) return tokenOf(path);
    if (request.url !== '/.well-known/oauth-authorization-server') return { status: 404, body: 'none' };
    return { body: { issuer: url, token_endpoint: `${url}${path}` } };
  });
  const grant = grantOf({ url, asked: [], answers: [] }, { tokenUrl: undefined, issuer: url });
  grant.forget(await grant.value());
  path = '/new';

  await expect(grant.value()).rejects.toThrow('HTTP 404');
  expect(await grant.value()).toBe('Bearer /new');
});

test('the token endpoint is discovered from the issuer', async () => {
  const server = await openTokenServer(tokenOf('found'));

  expect(await grantOf(server, { tokenUrl: undefined, issuer: server.url }).value()).toBe('Bearer found');
  await expect(grantOf(server, { tokenUrl: undefined, issuer: `${server.url}/other` }).value()).rejects.toThrow(
    'no token could be had from the authorization server',
  );
});

test.each([
  [['client_secret_post'], true],
  [['private_key_jwt', 'client_secret_post'], true],
  [['client_secret_post', 'client_secret_basic'], false],
  [['private_key_jwt'], false],
])('with metadata that name the methods %j, the secret is in the form: %s', async (methods, isInForm) => {
  const server = await openTokenServer(tokenOf('one'));
  const issuer: string = await listen(async () => ({
    body: { issuer, token_endpoint: `${server.url}/token`, token_endpoint_auth_methods_supported: methods },
  }));
  const grant = grantOf(server, { tokenUrl: undefined, issuer });

  await grant.value();

  const secret = isInForm ? { client_id: 'gate way', client_secret: 'a:secret' } : {};
  expect(server.asked).toEqual([
    {
      form: { grant_type: 'client_credentials', resource: 'https://up.example/mcp', ...secret },
      authorization: isInForm ? undefined : `Basic ${btoa('gate%20way:a%3Asecret')}`,
    },
  ]);
});

test('the reason for rejecting metadata is reported, even when the other locations have none', async () => {
  const server = await openTokenServer(tokenOf('found'));
  const grant = grantOf(server, { tokenUrl: undefined, issuer: `${server.url}/` });

  await expect(grant.value()).rejects.toThrow('its metadata names another issuer');
});

test('an issuer that does not answer is not asked at its other locations', async () => {
  let asked = 0;
  const url = await listen(() => {
    asked++;
    return new Promise(() => undefined);
  });
  const server: TokenServer = { url, asked: [], answers: [] };
  const grant = grantOf(server, { tokenUrl: undefined, issuer: `${url}/tenant`, timeoutMs: 50 });

  await expect(grant.value()).rejects.toThrow('it does not answer');
  expect(asked).toBe(1);
});

test.each<[string, { status?: number; body: unknown }, string]>([
  [
    'refuses',
    { status: 401, body: { error: 'invalid_client', error_description: 'a:secret is wrong' } },
    'HTTP 401 invalid_client',
  ],
  ['answers with a page', { body: '<html>' }, 'HTTP 200'],
  ['gives no token', { body: { token_type: 'Bearer' } }, 'has no "access_token"'],
  ['gives a token with a line end', { body: { access_token: 'a\r\nX: y' } }, 'has no "access_token"'],
  ['gives a token of another kind', { body: { access_token: 'a', token_type: 'DPoP' } }, 'is no bearer token'],
  ['answers without end', { body: ' '.repeat(70_000) }, 'HTTP 200'],
])('an authorization server that %s is reported without the secret', async (_what, answer, why) => {
  const error: unknown = await Promise.resolve(grantOf(await openTokenServer(answer)).value()).catch(
    (it: unknown) => it,
  );

  expect(error).toMatchObject({ failure: 'unauthorized', message: expect.stringContaining(why) });
  expect(String(error)).not.toContain('secret');
});

test('an authorization server that does not answer is reported too', async () => {
  const url = await listen(() => new Promise(() => undefined));
  const server: TokenServer = { url, asked: [], answers: [] };

  await expect(grantOf(server, { timeoutMs: 50 }).value()).rejects.toThrow('it does not answer');
});

/** Opens an upstream with one tool, which accepts one token at a time. */
async function openUpstream(good: () => string, seen: string[] = []): Promise<string> {
  return listen(async (request) => {
    const { id, method } = JSON.parse(await text(request)) as { id?: number; method: string };
    seen.push(`${method} ${request.headers.authorization}`);
    if (request.headers.authorization !== `Bearer ${good()}`) return { status: 401, body: { error: 'invalid_token' } };
    const result = {
      'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
      'tools/list': { tools: [{ name: 'add', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: 'done' }] },
    }[method];
    return { body: { jsonrpc: '2.0', id, result: { resultType: 'complete', ...result } } };
  });
}

function openWith(url: string, auth: object): RemoteServer {
  const environment = { SECRET: 'a:secret' };
  const remote = openRemote({ url, auth } as never, {
    name: 'up',
    client: { name: 'test', version: '1' },
    environment,
  });
  onTestFinished(() => remote.close());
  return remote;
}

test('an upstream is called with the token, and a token that it rejects is replaced once', async () => {
  const tokens = await openTokenServer(tokenOf('one'), tokenOf('two'));
  let good = 'one';
  const seen: string[] = [];
  const auth = { kind: 'clientCredentials', issuer: tokens.url, clientId: 'gateway', clientSecret: '${SECRET}' };
  const remote = openWith(await openUpstream(() => good, seen), auth);
  await remote.ready;
  const tool = remote.source.current().findTool('add')!;
  good = 'two';
  seen.length = 0;

  const result = await tool.run({}, {
    signal: new AbortController().signal,
    meta: {},
    clientCapabilities: {},
  } as never);

  expect(remote.status.state).toBe('serving');
  expect(JSON.stringify(result)).toContain('done');
  expect(seen).toEqual(['tools/call Bearer one', 'tools/call Bearer two']);
  expect(tokens.asked).toHaveLength(2);
});

test('an upstream that rejects every token is unauthorized, and asked no more than twice', async () => {
  const tokens = await openTokenServer(tokenOf('one'));
  const seen: string[] = [];
  const auth = { kind: 'clientCredentials', tokenUrl: `${tokens.url}/token`, clientId: 'gateway', clientSecret: 'x' };
  const remote = openWith(await openUpstream(() => 'never', seen), auth);

  await remote.ready;

  expect(remote.status.state).toBe('unauthorized');
  expect(seen).toHaveLength(2);
});

test.each<[object, string]>([
  [{ clientId: 'a' }, '"clientSecret" must be'],
  [{ clientId: 'a', clientSecret: 'b' }, 'expected either a "tokenUrl" or an "issuer"'],
  [
    { clientId: 'a', clientSecret: 'b', issuer: 'https://a.example', tokenUrl: 'https://a.example/t' },
    'expected either',
  ],
  [{ clientId: 'a', clientSecret: 'b', tokenUrl: 'http://a.example/t' }, '"tokenUrl" must be an https: URL'],
  [{ clientId: 'a', clientSecret: 'b', issuer: 'https://u:p@a.example' }, '"issuer" must be an https: URL'],
  [{ clientId: 'a', clientSecret: 'b', issuer: 'https://a.example', scop: 'x' }, 'Did you mean "scope"?'],
])('%j is rejected', (auth, problem) => {
  const given = { url: 'https://up.example/mcp', auth: { kind: 'clientCredentials', ...auth } };

  expect(() => readRemoteConfiguration(given)).toThrow(problem);
});
