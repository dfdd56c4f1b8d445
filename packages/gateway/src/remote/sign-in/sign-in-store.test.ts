/** The tokens and clients of users' sign-ins after a change of the authorization server, the address or another replica. */
import type { JsonObject, JsonValue } from '@sigil/core';
import type { Principal } from '@sigil/core/engine';
import { metadataOf } from '@sigil/test-support/protected-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '@sigil/test-support/upstream-servers';
import { agree } from './protected-upstream.test-support.js';
import { NoClientError } from './require-client.js';
import { openMemorySecrets, type SecretStore } from './secret-store.js';
import { SignIns } from './sign-ins.js';
import type { UserTokens } from './user-tokens.js';

const ann: Principal = { id: 'ann', issuer: 'https://id.example', scopes: 'every', claims: {} };

interface Login {
  readonly url: string;
  /** The redirect URLs of each registration. */
  readonly registered: unknown[];
  /** How each registration wants to prove itself. */
  readonly methods: unknown[];
  /** Whether a client without a secret is refused. */
  demandsSecrets: boolean;
  readonly clients: Set<string>;
  /** Further members of the metadata. */
  metadata: Readonly<Record<string, JsonValue | undefined>>;
  /** Further members of the answers to registrations. */
  registration: JsonObject;
  /** Answers renewals, instead of a token. */
  renewal:
    | { readonly status: number; readonly body: JsonObject; readonly headers?: Record<string, string> }
    | 'cut'
    | undefined;
  accessToken: string | undefined;
  expiresIn: JsonValue;
}

/** Opens an authorization server whose refresh tokens work once. */
async function openLogin(): Promise<Login> {
  let tokens = 0;
  const spent = new Set<string>();
  const login: Login & { url: string } = {
    url: '',
    registered: [],
    methods: [],
    demandsSecrets: false,
    clients: new Set(),
    metadata: {},
    registration: {},
    renewal: undefined,
    accessToken: undefined,
    expiresIn: 1_000,
  };
  const { url } = await listen(async (request, response, body) => {
    const { origin, pathname, searchParams } = new URL(request.url ?? '', login.url);
    const reply = (status: number, json: object, headers = {}): unknown =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));
    if (pathname.startsWith('/.well-known/oauth-protected-resource'))
      return reply(200, { resource: login.url, authorization_servers: [origin] });
    if (pathname.startsWith('/.well-known/')) return reply(200, { ...metadataOf(origin), ...login.metadata });
    if (pathname === '/register') {
      const id = `client-${login.registered.length + 1}`;
      const asked = JSON.parse(body) as JsonObject;
      login.methods.push(asked['token_endpoint_auth_method']);
      if (login.demandsSecrets && asked['token_endpoint_auth_method'] === 'none')
        return reply(400, { error: 'invalid_client_metadata' });
      login.registered.push(asked['redirect_uris']);
      login.clients.add(id);
      return reply(201, { ...asked, client_id: id, ...login.registration });
    }
    if (pathname === '/authorize') {
      const answer = new URLSearchParams({ code: 'a-code', state: searchParams.get('state') ?? '' });
      return response.writeHead(302, { location: `${searchParams.get('redirect_uri')}?${answer}` }).end();
    }
    if (pathname !== '/token') return response.writeHead(401).end();
    const form = new URLSearchParams(body);
    const old = form.get('refresh_token');
    if (!login.clients.has(form.get('client_id') ?? '')) return reply(401, { error: 'invalid_client' });
    const { renewal } = login;
    if (renewal === 'cut') return response.destroy();
    if (old !== null && renewal) return reply(renewal.status, renewal.body, renewal.headers);
    if (old !== null && spent.has(old)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return reply(400, { error: 'invalid_grant' });
    }
    if (old !== null) spent.add(old);
    const id = ++tokens;
    const granted = { token_type: 'Bearer', expires_in: login.expiresIn, refresh_token: `refresh-${id}` };
    return reply(200, { access_token: login.accessToken ?? `token-${id}`, ...granted });
  });
  login.url = url;
  return login;
}

let now = 0;

interface Gateway {
  readonly signIns: SignIns;
  readonly users: UserTokens;
}

function openGateway(
  login: Login,
  secrets: SecretStore,
  { baseUrl = 'http://127.0.0.1:1/oauth', url = login.url, client = {}, fetch = globalThis.fetch } = {},
): Gateway {
  const signIns = new SignIns({ secrets, baseUrl: () => baseUrl, now: () => now });
  const limits = { signInMs: 600_000, maxStepUps: 1 };
  const auth = { kind: 'oauth' as const, ...client };
  const upstream = { name: 'up', url, auth, fetch, ...limits, onSignedIn: () => undefined };
  return { signIns, users: signIns.open(upstream) };
}

const bob = { ...ann, id: 'bob' };
const ticketIn = (link: string): string => new URL(link).searchParams.get('ticket') ?? '';

/** Returns the error of a call whose client shows no pages. */
async function messageFor({ users }: Gateway, principal = ann): Promise<string> {
  const context = { principal, elicitUrl: async () => ({ action: 'incapable' }) };
  const asked = Promise.resolve(users.prepare(context as never, users.open(principal))); // nothing else of it is read
  return asked.then(
    () => '',
    (error: Error) => error.message,
  );
}

/** Returns the link for a caller without a token. */
async function linkFor(gateway: Gateway, principal = ann): Promise<string> {
  const message = await messageFor(gateway, principal);
  return /http\S+ticket=[\w-]+/.exec(message)?.[0] ?? '';
}

async function openSignedIn(
  given: Partial<Login> = {},
): Promise<{ login: Login; secrets: SecretStore; gateway: Gateway }> {
  now = 1_000_000;
  vi.spyOn(console, 'warn').mockImplementation(() => undefined); // the official client logs it
  onTestFinished(() => void vi.restoreAllMocks());
  const login = Object.assign(await openLogin(), given);
  const secrets = openMemorySecrets(undefined, () => now);
  const gateway = openGateway(login, secrets);
  await agree(gateway.signIns, await linkFor(gateway));
  return { login, secrets, gateway };
}

const valueOf = async ({ users }: Gateway): Promise<string> => users.open(ann).value();

test('two replicas that renew one token at once both get the new token, and it stays', async () => {
  const { login, secrets, gateway } = await openSignedIn();
  const other = openGateway(login, secrets);
  now += 1_000_000;

  const values = await Promise.all([valueOf(gateway), valueOf(other)]);

  expect(values).toEqual(['Bearer token-2', 'Bearer token-2']);
  expect(await valueOf(other)).toBe('Bearer token-2');
});

test.each<[string, NonNullable<Login['renewal']>, string, number]>([
  ['is busy', { status: 503, body: {} }, 'answered with HTTP 503', 10],
  ['names a pause', { status: 429, body: {}, headers: { 'retry-after': '30' } }, 'answered with HTTP 429', 30],
  [
    'says so in the words of OAuth',
    { status: 400, body: { error: 'temporarily_unavailable' } },
    'answered with HTTP 400 temporarily_unavailable',
    10,
  ],
  ['cuts the connection', 'cut', 'could not be reached', 10],
])('a token is used until it expires while the authorization server %s; then calls fail', async (...given) => {
  const [, renewal, why, seconds] = given;
  const { login, gateway } = await openSignedIn();
  login.renewal = renewal;

  now += 950_000;
  expect(await valueOf(gateway)).toBe('Bearer token-1');
  now += 50_000;
  await expect(valueOf(gateway)).rejects.toMatchObject({ failure: 'busy', message: expect.stringContaining(why) });
  expect(await messageFor(gateway)).toBe(
    `server "up": the sign-in could not be renewed, since the authorization server ${why}; try again in ${seconds} s`,
  );
  login.renewal = undefined;
  now += seconds * 1_000;

  expect(await valueOf(gateway)).toBe('Bearer token-2');
});

test('a refused token is kept for renewal while the authorization server is away', async () => {
  const { login, gateway } = await openSignedIn();
  const authorization = gateway.users.open(ann);
  await authorization.value();
  login.renewal = 'cut';

  authorization.forget('Bearer token-1');
  await expect(Promise.resolve(authorization.value())).rejects.toMatchObject({ failure: 'busy' });
  login.renewal = undefined;
  now += 10_000;

  expect(await authorization.value()).toBe('Bearer token-2');
});

test('an authorization server that did not answer in time is asked again after a pause', async () => {
  const { login, secrets } = await openSignedIn();
  let requests = 0;
  const tooSlow: typeof fetch = async () => {
    requests++;
    throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  };
  const gateway = openGateway(login, secrets, { fetch: tooSlow });
  now += 1_000_000;

  await expect(valueOf(gateway)).rejects.toThrow('the authorization server did not answer in time');
  now += 4_000;
  expect(await messageFor(gateway)).toContain('did not answer in time; try again in 6 s');
  expect(requests).toBe(1);
  now += 6_000;
  await expect(valueOf(gateway)).rejects.toThrow('did not answer in time');

  expect(requests).toBe(2);
});

test.each([
  [400, 'invalid_grant'],
  [401, 'invalid_client'],
  [200, 'bad_refresh_token'], // GitHub
])('a renewal that is refused with %i %s leads to a new sign-in', async (status, error) => {
  const { login, gateway } = await openSignedIn();
  login.renewal = { status, body: { error } };
  now += 1_000_000;

  expect(await messageFor(gateway)).toMatch(/^Sign in to use "up" first: open http/);
});

test('a token is never used for another upstream of the same name', async () => {
  const { login, secrets } = await openSignedIn();
  const moved = openGateway(login, secrets, { url: `${login.url}-of-others` });

  await expect(valueOf(moved)).rejects.toThrow("needs a user's sign-in");
});

test('a sign-in that began for another upstream address is rejected', async () => {
  now = 1_000_000;
  const login = await openLogin();
  const secrets = openMemorySecrets(undefined, () => now);
  const link = await linkFor(openGateway(login, secrets));
  const moved = openGateway(login, secrets, { url: `${login.url}-of-others` });

  await expect(agree(moved.signIns, link)).rejects.toThrow('this sign-in is over');
});

test('a client is registered again when the address of this server changed', async () => {
  const { login, secrets } = await openSignedIn();
  const moved = openGateway(login, secrets, { baseUrl: 'https://mcp.example/oauth' });

  await moved.signIns.begin(ticketIn(await linkFor(moved, bob)));

  expect(login.registered).toEqual([['http://127.0.0.1:1/oauth/callback'], ['https://mcp.example/oauth/callback']]);
});

test('a client that the authorization server forgot is registered again after a failed renewal', async () => {
  const { login, gateway } = await openSignedIn();
  login.clients.clear();
  now += 1_000_000;

  await agree(gateway.signIns, await linkFor(gateway));

  expect(await valueOf(gateway)).toBe('Bearer token-2');
});

test('a client that the authorization server forgot is registered again when a link is reopened', async () => {
  const { login, gateway } = await openSignedIn();
  login.clients.clear();
  const link = await linkFor(gateway, bob);

  await gateway.signIns.begin(ticketIn(link));
  await agree(gateway.signIns, link);

  expect(login.registered).toHaveLength(2);
});

test('a client that is rejected when a user comes back is registered again for the next user', async () => {
  const { login, gateway } = await openSignedIn();
  const [first, next] = [await linkFor(gateway, bob), await linkFor(gateway, { ...ann, id: 'eve' })];
  const page = await gateway.signIns.begin(ticketIn(first));
  login.clients.clear();
  const answer = new URLSearchParams({ code: 'a-code', state: page.searchParams.get('state') ?? '' });
  await expect(gateway.signIns.finish(ticketIn(first), answer)).rejects.toThrow();

  await agree(gateway.signIns, next);

  expect(login.registered).toHaveLength(2);
});

test.each([
  [['client_secret_post'], false, ['none']],
  [['private_key_jwt', 'client_secret_post'], true, ['none', 'client_secret_post']],
  [['client_secret_post', 'client_secret_basic'], true, ['none', 'client_secret_basic']],
])(
  'with metadata that name %j, and secrets demanded: %s, registrations are sent with %j',
  async (supported, isDemanded, sent) => {
    now = 1_000_000;
    const login = await openLogin();
    login.metadata = { token_endpoint_auth_methods_supported: supported };
    login.demandsSecrets = isDemanded;
    const gateway = openGateway(
      login,
      openMemorySecrets(undefined, () => now),
    );
    await gateway.signIns.begin(ticketIn(await linkFor(gateway)));

    expect(login.methods).toEqual(sent);
  },
);

test('a registration that is refused for another reason is not repeated', async () => {
  now = 1_000_000;
  const login = await openLogin();
  login.demandsSecrets = true;
  const gateway = openGateway(
    login,
    openMemorySecrets(undefined, () => now),
  );

  await expect(gateway.signIns.begin(ticketIn(await linkFor(gateway)))).rejects.toThrow('invalid_client_metadata');
  expect(login.methods).toEqual(['none']);
});

test('where no client can be registered on request, the error says what to configure', async () => {
  now = 1_000_000;
  const login = await openLogin();
  login.metadata = { registration_endpoint: undefined };
  const gateway = openGateway(
    login,
    openMemorySecrets(undefined, () => now),
  );

  await expect(gateway.signIns.begin(ticketIn(await linkFor(gateway)))).rejects.toThrow(
    `${new URL(login.url).origin} registers no clients on request: register one there, ` +
      'with the redirect URL http://127.0.0.1:1/oauth/callback, and name it here ("clientId" in "auth")',
  );
});

test('before a sign-in, callers learn that no client can be registered', async () => {
  now = 1_000_000;
  const login = await openLogin();
  login.metadata = { registration_endpoint: undefined };
  const secrets = openMemorySecrets(undefined, () => now);
  const configured = openGateway(login, secrets, { client: { clientId: 'mine' } });

  const link = configured.signIns.linkOf('up', ann);

  await expect(link).resolves.toContain('/start?ticket=');
  await expect(openGateway(login, secrets).signIns.linkOf('up', ann)).rejects.toThrow(NoClientError);
});

test('a configured client is not kept as one that the authorization server registered', async () => {
  now = 1_000_000;
  const login = await openLogin();
  login.clients.add('mine');
  const secrets = openMemorySecrets(undefined, () => now);
  const configured = openGateway(login, secrets, { client: { clientId: 'mine', clientSecret: 'a-secret' } });
  await agree(configured.signIns, await linkFor(configured));
  expect(login.registered).toEqual([]);

  const later = openGateway(login, secrets);
  await agree(later.signIns, await linkFor(later, bob));

  expect(login.registered).toHaveLength(1);
});

test('a client whose secret has expired is registered again', async () => {
  const { login, gateway } = await openSignedIn({
    registration: { client_secret: 'a-secret', client_secret_expires_at: 2_000 },
  });
  await agree(gateway.signIns, await linkFor(gateway, bob));
  expect(login.registered).toHaveLength(1);

  now += 1_000_000;
  await agree(gateway.signIns, await linkFor(gateway, { ...ann, id: 'eve' }));

  expect(login.registered).toHaveLength(2);
});

test.each([0, null, -1, '0'])('a token is used until it is refused if its lifetime is %j', async (expiresIn) => {
  const { gateway } = await openSignedIn({ expiresIn });
  const authorization = gateway.users.open(ann);
  now += 1_000_000;
  expect(await authorization.value()).toBe('Bearer token-1');

  authorization.forget('Bearer token-1');

  expect(await authorization.value()).toBe('Bearer token-2');
});

test('a token that no header can carry is rejected at sign-in', async () => {
  now = 1_000_000;
  const login = await openLogin();
  const gateway = openGateway(
    login,
    openMemorySecrets(undefined, () => now),
  );
  login.accessToken = 'a\r\nx-evil: 1';

  await expect(agree(gateway.signIns, await linkFor(gateway))).rejects.toThrow('its token is malformed');
});
