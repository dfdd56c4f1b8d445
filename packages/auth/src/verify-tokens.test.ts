import { SignJWT, UnsecuredJWT } from 'jose';
import type { Principal } from '@sigil/core/engine';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTestIssuer, type TestIssuer } from './issuer.test-support.js';
import { defaultAuthLimits, type AuthLimits } from './limits.js';
import { openAuthenticator, type Authenticator, type AuthenticatorOptions } from './open-authenticator.js';
import { providers, standardProvider } from './providers/providers.data.js';
import { insufficientScope, malformedRequest } from './resource/challenge.js';
import { describeResource } from './resource/protected-resource.js';

const resource = describeResource('https://mcp.example.com', '/mcp/orders', ['orders:read']);
const audience = resource.uri;
const metadata = 'resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp/orders"';
const refused = {
  status: 401,
  headers: {
    'WWW-Authenticate':
      'Bearer error="invalid_token", error_description="the bearer token is not valid here, or no longer", ' +
      `${metadata}, scope="orders:read"`,
  },
};

type Asked = ReturnType<Authenticator['authenticate']>;

/** Authenticates with a whole header, or with a bearer token. */
function asking(authenticator: Authenticator) {
  const askHeader = (authorization: string | undefined, url = '/mcp/orders'): Asked =>
    authenticator.authenticate({ authorization, url, address: '192.0.2.1' }, resource);
  return { askHeader, ask: (token: string): Asked => askHeader(`Bearer ${token}`) };
}

async function openWith(options: Partial<AuthenticatorOptions> = {}) {
  const issuer = await openTestIssuer();
  const authenticator = openAuthenticator({ issuers: [{ issuer: issuer.url }], ...options });
  return { issuer, authenticator, ...asking(authenticator) };
}

const seconds = (): number => Math.floor(Date.now() / 1000);

test('a valid token yields a principal', async () => {
  const { issuer, ask } = await openWith();
  const exp = seconds() + 60;

  await expect(ask(await issuer.sign({ aud: [audience, 'other'], exp }))).resolves.toMatchObject({
    id: 'ann',
    issuer: issuer.url,
    client: 'client',
    scopes: ['a', 'b'],
    claims: { sub: 'ann' },
    expiresAt: exp * 1000 + defaultAuthLimits.clockToleranceMs,
  });
});

test('a token is accepted for the whole time for which its streams stay open', async () => {
  const now = Date.now();
  const { issuer, ask } = await openWith({ now: () => now });

  const principal = await ask(await issuer.sign({ aud: audience, exp: Math.floor(now / 1000) - 10 }));

  expect(principal).toMatchObject({ id: 'ann' });
  expect((principal as Principal).expiresAt).toBeGreaterThan(now);
});

test('a verified token is accepted synchronously from the cache, but not after it expires', async () => {
  let now = Date.now();
  const { issuer, ask } = await openWith({ now: () => now });
  const token = await issuer.sign({ aud: audience, exp: Math.floor(now / 1000) + 100 });
  await ask(token);

  const again = ask(token);
  now += 131_000;

  expect(again).toMatchObject({ id: 'ann' });
  expect(await ask(token)).toMatchObject(refused);
  expect(issuer.asked.get('/jwks')).toBe(1);
});

test('a forged token with the signature of a cached token is rejected', async () => {
  const { issuer, ask } = await openWith();
  const good = await issuer.sign({ aud: audience });
  await ask(good);
  const [header, , signature] = good.split('.');
  const claims = Buffer.from(JSON.stringify({ iss: issuer.url, sub: 'root', aud: audience })).toString('base64url');

  const forged = await ask([header, claims, signature].join('.'));

  expect(forged).toMatchObject({ status: 401 });
  expect(ask(good)).toMatchObject({ id: 'ann' });
});

// Rules: 224
test('a broader scope includes the narrower scopes of the hierarchy', async () => {
  const { issuer, ask } = await openWith({ hierarchy: { a: ['a:read', 'c'], c: ['d', 'a'] } });

  expect(await ask(await issuer.sign({ aud: audience }))).toMatchObject({ scopes: ['a', 'a:read', 'c', 'd', 'b'] });
});

describe('bearer tokens', () => {
  const cases: [string, (issuer: TestIssuer) => Promise<string> | string][] = [
    ['no token at all', () => 'abc'],
    ['no audience', (issuer) => issuer.sign()],
    ['another audience', (issuer) => issuer.sign({ aud: 'https://mcp.example.com/mcp/other' })],
    ['the audience of a parent path', (issuer) => issuer.sign({ aud: 'https://mcp.example.com/mcp' })],
    ['the audience of the origin', (issuer) => issuer.sign({ aud: 'https://mcp.example.com' })],
    ['another issuer', (issuer) => issuer.sign({ aud: audience, iss: 'https://other.example' })],
    ['an expired token', (issuer) => issuer.sign({ aud: audience, exp: seconds() - 31 })],
    ['a token without an end', (issuer) => issuer.sign({ aud: audience, exp: null })],
    ['a token of the future', (issuer) => issuer.sign({ aud: audience, nbf: seconds() + 90 })],
    ['an ID token', (issuer) => issuer.sign({ aud: audience }, { typ: 'JWT' })],
    ['an unknown key', (issuer) => issuer.sign({ aud: audience }, { kid: 'other' })],
    ['nobody', (issuer) => issuer.sign({ aud: audience, sub: null, client_id: null })],
    ['a token that is too long', (issuer) => issuer.sign({ aud: audience, long: 'x'.repeat(12_288) })],
    ['alg none', (issuer) => new UnsecuredJWT({ sub: 'ann', aud: audience }).setIssuer(issuer.url).encode()],
    [
      'HS256 with the public key',
      (issuer) =>
        new SignJWT({ sub: 'ann', aud: audience, iss: issuer.url, exp: seconds() + 60 })
          .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: issuer.publicKey.kid ?? '' })
          .sign(new TextEncoder().encode(JSON.stringify(issuer.publicKey))),
    ],
    [
      'a changed claim',
      async (issuer) => {
        const [header, , signature] = (await issuer.sign({ aud: audience })).split('.');
        const claims = { iss: issuer.url, sub: 'root', aud: audience, exp: seconds() + 60 };
        return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
      },
    ],
    ['an unknown API key', () => 'sk_abc'],
  ];

  test.each(cases)('are rejected: %s', async (_what, makeToken) => {
    const { issuer, ask } = await openWith();

    expect(await ask(await makeToken(issuer))).toMatchObject(refused);
  });

  test('are rejected once their signing key is gone and the keys are fetched again', async () => {
    let now = Date.now();
    const { issuer, ask } = await openWith({ now: () => now, limits: { tokenReuseMs: 1 } });
    const old = await issuer.sign({ aud: audience, exp: seconds() + 3600 });
    const before = await ask(old);
    await issuer.rotate();
    await ask(await issuer.sign({ aud: audience, exp: seconds() + 3600 }));
    now += 2;

    expect(before).toMatchObject({ id: 'ann' });
    expect(await ask(old)).toMatchObject(refused);
  });

  test('leave the cache when their signing key leaves the keys of their issuer, and tokens of other keys stay valid', async () => {
    const { issuer, ask } = await openWith();
    const keyOf = ({ publicKey }: TestIssuer) => publicKey;
    const serve = (keys: object[]) => issuer.instead.set('/jwks', { status: 200, body: JSON.stringify({ keys }) });
    const [leaving, leavingKey] = [await issuer.sign({ aud: audience }), keyOf(issuer)];
    await issuer.rotate();
    const [staying, stayingKey] = [await issuer.sign({ aud: audience }), keyOf(issuer)];
    serve([leavingKey, stayingKey]);
    const before = [await ask(leaving), await ask(staying)];

    await issuer.rotate();
    serve([stayingKey, keyOf(issuer)]);
    const fresh = await ask(await issuer.sign({ aud: audience }));

    expect([...before, fresh]).toMatchObject([{ id: 'ann' }, { id: 'ann' }, { id: 'ann' }]);
    expect(await ask(leaving)).toMatchObject(refused);
    expect(await ask(staying)).toMatchObject({ id: 'ann' });
  });

  test('are verified again when a key left while they were verified', async () => {
    const verdict = { principal: { id: 'bob', issuer: 'ours', scopes: [], claims: {} }, audiences: 'every' } as const;
    let verify: (value: undefined) => void = () => undefined;
    const verifyToken = vi
      .fn(async () => verdict)
      .mockImplementationOnce(async () => {
        await new Promise((resolve) => (verify = resolve));
        return verdict;
      });
    const { issuer, ask } = await openWith({ verifyToken });
    await ask(await issuer.sign({ aud: audience }));
    const verifying = ask('opaque');
    await vi.waitFor(() => expect(verifyToken).toHaveBeenCalledTimes(1), 20_000);

    await issuer.rotate();
    await ask(await issuer.sign({ aud: audience }));
    verify(undefined);

    expect(await verifying).toMatchObject({ id: 'bob' });
    expect(verifyToken).toHaveBeenCalledTimes(2);
  });

  test('without a subject are tokens of their client only if the issuer’s rules say so', async () => {
    const issuer = await openTestIssuer();
    const token = await issuer.sign({ aud: audience, sub: null });
    const askWith = (rules: Pick<AuthenticatorOptions, 'issuers'>) => asking(openAuthenticator(rules)).ask(token);

    const byRfc = await askWith({ issuers: [{ issuer: issuer.url }] });
    const provider = { ...standardProvider, subject: 'client' } as const;
    const byRule = await askWith({ issuers: [{ issuer: issuer.url, provider }] });

    expect(byRfc).toMatchObject(refused);
    expect(byRule).toMatchObject({ id: 'client', client: 'client' });
  });
});

test.each<[string, string | undefined]>([
  ['no header', undefined],
  ['another scheme', 'Basic dXNlcjpwYXNz'],
])('a request with %s gets a 401 challenge without an error code', async (_what, header) => {
  const { askHeader } = await openWith();

  expect(await askHeader(header)).toMatchObject({
    status: 401,
    headers: { 'WWW-Authenticate': `Bearer ${metadata}, scope="orders:read"` },
  });
});

test.each<[string, string, string?]>([
  ['an empty header', ''],
  ['a scheme alone', 'Bearer'],
  ['two tokens', 'Bearer a b'],
  ['two headers', 'Bearer a, Bearer a'],
  ['two schemes', 'Basic YTpi, Bearer a'],
  ['characters that no token has', 'Bearer "a"'],
  ['a token in the URL', 'Bearer a', '/mcp/orders?x=1&access_token=abc'],
])('a request with %s gets 400 with invalid_request', async (_what, header, url) => {
  const { askHeader } = await openWith();

  const challenge = await askHeader(header, url);

  expect(challenge).toMatchObject({ status: 400 });
  expect(JSON.stringify(challenge)).toContain('error=\\"invalid_request\\"');
});

describe('the keys of an issuer', () => {
  test('are fetched once for many concurrent tokens', async () => {
    const { issuer, ask } = await openWith();
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, at) => issuer.sign({ aud: audience, sub: `${at}` })),
    );

    const answers = await Promise.all(tokens.map(ask));

    expect(answers.every((answer) => 'id' in answer)).toBe(true);
    expect(Object.fromEntries(issuer.asked)).toEqual({ '/.well-known/oauth-authorization-server': 1, '/jwks': 1 });
  });

  test('are fetched again for an unknown key, but not for every unknown key', async () => {
    const { issuer, ask } = await openWith();
    await ask(await issuer.sign({ aud: audience }));
    await issuer.rotate();

    const rotated = await Promise.all(
      ['ann', 'bob', 'cid'].map(async (sub) => ask(await issuer.sign({ aud: audience, sub }))),
    );
    for (let count = 0; count < 5; count++)
      await ask(await issuer.sign({ aud: audience }, { kid: `made-up-${count}` }));

    expect(rotated).toMatchObject([{ id: 'ann' }, { id: 'bob' }, { id: 'cid' }]);
    expect(issuer.asked.get('/jwks')).toBe(2);
  });

  test('stay usable for a while when the issuer is down, then tokens get 503 until it is back', async () => {
    let now = Date.now();
    const onProblem = vi.fn();
    const { issuer, ask } = await openWith({ now: () => now, onProblem });
    const sign = (sub: string) => issuer.sign({ aud: audience, sub, exp: seconds() + 7200 });
    await ask(await sign('ann'));
    issuer.state = 'down';

    now += 600_000;
    const stale = await ask(await sign('bob'));
    await vi.waitFor(() => expect(onProblem).toHaveBeenCalled(), 20_000);
    now += 600_000;
    const over = await ask(await sign('cid'));
    issuer.state = 'up';
    now += 5_000;

    expect(stale).toMatchObject({ id: 'bob' });
    expect(over).toEqual({
      status: 503,
      message: 'tokens cannot be verified now: the issuer does not answer',
      headers: { 'Retry-After': '5' },
    });
    expect(await ask(await sign('cid'))).toMatchObject({ id: 'cid' });
  });

  test('are not fetched for each token when the first fetch times out, and the tokens get 503', async () => {
    const now = Date.now();
    const { issuer, ask } = await openWith({ now: () => now, limits: { issuerTimeoutMs: 50 } });
    issuer.state = 'silent';

    const answers = [];
    for (const sub of ['ann', 'bob', 'cid']) answers.push(await ask(await issuer.sign({ aud: audience, sub })));

    expect(answers).toMatchObject([{ status: 503 }, { status: 503 }, { status: 503 }]);
    expect([...issuer.asked.values()]).toEqual([1]);
  });

  test('are not used when the metadata names another issuer, which is reported', async () => {
    const other = await openTestIssuer();
    const onProblem = vi.fn();
    const issuer = other.url.replace('127.0.0.1', 'localhost');
    const { ask } = await openWith({ issuers: [{ issuer }], onProblem });

    expect(await ask(await other.sign({ aud: audience, iss: issuer }))).toMatchObject({ status: 503 });
    expect(onProblem.mock.calls[0]?.[0]).toMatchObject({ message: expect.stringContaining('another issuer') });
  });
});

describe('introspection', () => {
  const open = async (audiences: readonly string[] = [], limits: Partial<AuthLimits> = {}) => {
    const issuer = await openTestIssuer();
    const introspection = {
      url: `${issuer.url}/introspect`,
      issuer: issuer.url,
      clientId: 'server',
      clientSecret: 'secret',
      audiences,
    };
    let now = Date.now();
    const authenticator = openAuthenticator({ introspection, limits, now: () => now });
    return { issuer, ...asking(authenticator), pass: (ms: number) => void (now += ms) };
  };

  test('accepts a cached token for a minute, then rejects it if it was revoked', async () => {
    const { issuer, ask, pass } = await open();
    issuer.opaque.set('opaque', { active: true, sub: 'ann', scope: 'a', aud: audience });

    const first = await ask('opaque');
    issuer.opaque.delete('opaque');
    const remembered = ask('opaque');
    pass(60_000);

    expect(first).toMatchObject({ id: 'ann', scopes: ['a'] });
    expect(remembered).toMatchObject({ id: 'ann' });
    expect(await ask('opaque')).toMatchObject({ status: 401 });
  });

  test.each<[string, object]>([
    ['inactive', { active: false, sub: 'ann', aud: audience }],
    ['without an audience', { active: true, sub: 'ann' }],
    ['for another audience', { active: true, sub: 'ann', aud: 'https://other.example' }],
    ['expired', { active: true, sub: 'ann', aud: audience, exp: 1 }],
    ['of another issuer', { active: true, sub: 'ann', aud: audience, iss: 'https://other.example' }],
  ])('rejects a token that is %s', async (_what, answer) => {
    const { issuer, ask } = await open();
    issuer.opaque.set('opaque', answer);

    expect(await ask('opaque')).toMatchObject({ status: 401 });
  });

  test.each<[string, object]>([
    ['unknown', { active: false }],
    ['of another issuer', { active: true, sub: 'ann', aud: audience, iss: 'https://other.example' }],
  ])('is asked about a token that is %s once per cooldown', async (_what, answer) => {
    const { issuer, ask, pass } = await open();
    issuer.opaque.set('opaque', answer);
    const askedFor = () => issuer.asked.get('/introspect');

    const answers = [await ask('opaque'), await ask('opaque'), await ask('opaque')];
    const before = askedFor();
    pass(defaultAuthLimits.unknownTokenMs);
    issuer.opaque.set('opaque', { active: true, sub: 'ann', aud: audience });

    expect(answers).toMatchObject([{ status: 401 }, { status: 401 }, { status: 401 }]);
    expect(before).toBe(1);
    expect(await ask('opaque')).toMatchObject({ id: 'ann' });
    expect(askedFor()).toBe(2);
  });

  test('is asked again about a token that newer refused tokens displaced', async () => {
    const { issuer, ask } = await open([], { maxUnknownTokens: 2 });

    for (const token of ['a', 'b', 'c', 'c', 'a']) await ask(token);

    expect(issuer.asked.get('/introspect')).toBe(4);
  });

  test('accepts a token without a subject as one of its client', async () => {
    const { issuer, ask } = await open();
    issuer.opaque.set('opaque', { active: true, client_id: 'program', aud: audience });

    expect(await ask('opaque')).toMatchObject({ id: 'program' });
  });

  test('sends one request for concurrent uses of the same token', async () => {
    const { issuer, ask } = await open(['api']);
    issuer.opaque.set('opaque', { active: true, sub: 'ann', aud: 'api' });

    await Promise.all(Array.from({ length: 10 }, () => ask('opaque')));

    expect(issuer.asked.get('/introspect')).toBe(1);
  });

  // Rules: 220
  test('is never asked about a token with the prefix of an API key', async () => {
    const issuer = await openTestIssuer();
    const rules = {
      url: `${issuer.url}/introspect`,
      issuer: issuer.url,
      clientId: 'a',
      clientSecret: 'b',
      audiences: [],
    };
    const { ask } = asking(openAuthenticator({ introspection: rules, keysFile: '/nowhere/keys.json' }));

    expect(await ask('sk_unknown')).toMatchObject({ status: 401 });
    expect(issuer.asked.size).toBe(0);
  });

  test('fails with 503 when its endpoint is down', async () => {
    const { issuer, ask } = await open();
    issuer.state = 'down';

    expect(await ask('opaque')).toMatchObject({ status: 503 });
  });
});

test('a custom verifier names the audiences of its tokens', async () => {
  const principal = { id: 'ann', issuer: 'ours', scopes: 'every', claims: {} } as const;
  const { ask } = await openWith({
    verifyToken: (token) => ({ principal, audiences: token === 'here' ? [`${audience}/`] : ['https://other.example'] }),
  });

  expect(await ask('here')).toEqual(principal);
  expect(await ask('elsewhere')).toMatchObject({ status: 401 });
});

test('a custom verifier is asked last, about tokens that no issuer and no introspection knows', async () => {
  const issuer = await openTestIssuer();
  issuer.opaque.set('opaque', { active: true, sub: 'bob', aud: audience });
  const url = `${issuer.url}/introspect`;
  const introspection = { url, issuer: issuer.url, clientId: 'a', clientSecret: 'b', audiences: [] };
  const principal = { id: 'ann', issuer: 'ours', scopes: 'every', claims: {} } as const;
  const verifyToken = vi.fn((token: string) =>
    token === 'ours' ? ({ principal, audiences: 'every' } as const) : undefined,
  );
  const { ask } = asking(openAuthenticator({ issuers: [{ issuer: issuer.url }], introspection, verifyToken }));

  expect(await ask(await issuer.sign({ aud: audience }))).toMatchObject({ id: 'ann', issuer: issuer.url });
  expect(await ask('opaque')).toMatchObject({ id: 'bob' });
  expect(await ask('ours')).toEqual(principal);
  expect(await ask('nobodys')).toMatchObject({ status: 401 });
  expect(verifyToken.mock.calls).toEqual([['ours'], ['nobodys']]);
});

test('after too many rejected tokens, a network gets 429 except for cached tokens, until the window ends', async () => {
  let now = Date.now();
  const { issuer, ask } = await openWith({ now: () => now });
  const exp = seconds() + 3600;
  const known = await issuer.sign({ aud: audience, exp });
  await ask(known);
  for (let count = 0; count < 100; count++) await ask(`wrong-${count}`);

  const unknown = await issuer.sign({ aud: audience, sub: 'bob', exp });
  const full = await ask(unknown);
  const remembered = ask(known);
  now += 60_000;

  expect(full).toMatchObject({ status: 429, headers: { 'Retry-After': '60' } });
  expect(remembered).toMatchObject({ id: 'ann' });
  expect(await ask(unknown)).toMatchObject({ id: 'bob' });
});

test.each<[string, unknown]>([
  ['a principal alone', { id: 'ann', issuer: 'ours', scopes: [], claims: {} }],
  ['no audiences', { principal: { id: 'ann', issuer: 'ours', scopes: [], claims: {} } }],
  ['an audience that is not in a list', { principal: { id: 'a', issuer: '', scopes: [], claims: {} }, audiences: 'a' }],
  ['a list', []],
  ['null', null],
])('a custom verifier that returns %s is reported, and the token gets 503', async (_what, verdict) => {
  const problems: unknown[] = [];
  const { ask } = asking(
    openAuthenticator({ verifyToken: () => verdict as undefined, onProblem: (error) => problems.push(error.cause) }),
  );

  expect(await ask('token')).toMatchObject({ status: 503 });
  expect(problems).toEqual([
    expect.objectContaining({ message: expect.stringContaining('expected { principal') as string }),
  ]);
});

test('the token cache evicts older tokens beyond maxVerifiedTokens', async () => {
  const verifyToken = vi.fn((token: string) => ({
    principal: { id: token, issuer: 'ours', scopes: [], claims: {} },
    audiences: 'every' as const,
  }));
  const { ask } = asking(openAuthenticator({ verifyToken, limits: { maxVerifiedTokens: 4 } }));
  for (let at = 0; at < 8; at++) await ask(`token-${at}`);

  const early = ask('token-0');
  const late = ask('token-7');
  onTestFinished(async () => void (await early));

  expect(early).toBeInstanceOf(Promise);
  expect(late).toMatchObject({ id: 'token-7' });
});

test('an audience configured for an issuer is accepted instead of the endpoint’s own', async () => {
  const issuer = await openTestIssuer();
  const { ask } = asking(
    openAuthenticator({ issuers: [{ issuer: issuer.url, provider: providers.entra, audiences: ['api://orders'] }] }),
  );

  const token = await issuer.sign(
    { aud: 'api://orders', ver: '2.0', scp: 'read write', roles: ['admin'] },
    { typ: 'JWT' },
  );
  const idToken = await issuer.sign({ aud: 'client', ver: '2.0' }, { typ: 'JWT' });

  expect(await ask(token)).toMatchObject({ scopes: ['read', 'write', 'admin'] });
  expect(await ask(idToken)).toMatchObject({ status: 401 });
});

test('a token for another name of the same resource is accepted, and one for a part of the name is not', async () => {
  const { issuer, authenticator } = await openWith();
  const both = { ...resource, aliases: ['https://mcp.example.com/mcp'] };
  const ask = async (aud: string): Promise<unknown> =>
    authenticator.authenticate({ authorization: `Bearer ${await issuer.sign({ aud })}`, url: '/', address: '' }, both);

  expect(await ask('https://mcp.example.com/mcp')).toMatchObject({ id: 'ann' });
  expect(await ask(audience)).toMatchObject({ id: 'ann' });
  expect(await ask('https://mcp.example.com')).toMatchObject({ status: 401 });
});

test('openAuthenticator throws without any way to verify tokens', () => {
  expect(() => openAuthenticator({})).toThrow(RangeError);
});

test.each([
  [404, '{}'],
  [403, 'no'],
  [500, '{}'],
  [200, '<html></html>'],
  [200, '{"issuer":"https://other.example","jwks_uri":"https://other.example/jwks"}'],
])(
  'issuer metadata falls back to openid-configuration when the first address answers %i with %s',
  async (status, body) => {
    const { issuer, ask } = await openWith();
    issuer.instead.set('/.well-known/oauth-authorization-server', { status, body });
    const metadata = { issuer: issuer.url, jwks_uri: `${issuer.url}/jwks` };
    issuer.instead.set('/.well-known/openid-configuration', { status: 200, body: JSON.stringify(metadata) });

    expect(await ask(await issuer.sign({ aud: audience }))).toMatchObject({ id: 'ann' });
  },
);

test('a token without a key id is verified against every key of the issuer', async () => {
  const { issuer, ask } = await openWith();
  const older = issuer.publicKey;
  const token = await issuer.sign({ aud: audience }, { kid: undefined });
  await issuer.rotate();
  issuer.instead.set('/jwks', { status: 200, body: JSON.stringify({ keys: [issuer.publicKey, older] }) });
  const stranger = await openTestIssuer();
  const forged = await stranger.sign({ aud: audience, iss: issuer.url }, { kid: undefined });

  expect(await ask(token)).toMatchObject({ id: 'ann' });
  expect(await ask(forged)).toMatchObject(refused);
});

test.each<[string, (key: object) => unknown[]]>([
  ['null', (key) => [null, key]],
  ['a text', (key) => ['key', key]],
])('%s among the keys of an issuer is ignored', async (_what, keysOf) => {
  const { issuer, ask } = await openWith();
  issuer.instead.set('/jwks', { status: 200, body: JSON.stringify({ keys: keysOf(issuer.publicKey) }) });

  expect(await ask(await issuer.sign({ aud: audience }))).toMatchObject({ id: 'ann' });
});

test('an unusable key is reported, and the token gets 503', async () => {
  const problems: Error[] = [];
  const { issuer, ask } = await openWith({ onProblem: (error) => problems.push(error) });
  const { x: _x, ...broken } = issuer.publicKey;
  issuer.instead.set('/jwks', { status: 200, body: JSON.stringify({ keys: [broken] }) });

  expect(await ask(await issuer.sign({ aud: audience }))).toMatchObject({ status: 503 });
  expect(problems.map(({ message }) => message)).toEqual([`a key of ${issuer.url} cannot be used`]);
});

describe('a challenge', () => {
  test.each<[string, ReturnType<typeof insufficientScope>]>([
    ['malformed request', malformedRequest(resource, 'must be "Bearer" and one \\ token ü')],
    ['missing scope', insufficientScope(resource, ['a"b', 'a\\b', 'a b', 'orders:read', ''])],
  ])('for a %s has parameters of the characters that RFC 6750 allows', (_what, { headers }) => {
    const challenge = headers['WWW-Authenticate'] ?? '';

    const values = [...challenge.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name, value]);

    expect(challenge).toMatch(/^Bearer( [a-z_]+="[\x20-\x21\x23-\x5b\x5d-\x7e]*",?)+$/);
    expect(Object.fromEntries(values)).toMatchObject({ error: expect.any(String) as string });
  });

  test('names only scopes that a token can have', () => {
    const { headers } = insufficientScope(resource, ['a"b', 'a b', 'orders:read']);

    expect(headers['WWW-Authenticate']).toContain('scope="orders:read"');
  });
});
