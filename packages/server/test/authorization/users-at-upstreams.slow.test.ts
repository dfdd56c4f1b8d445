/**
 * A gateway before a protected server: users sign in there once, each for itself, and tokens of callers are exchanged.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfiguration } from '../../src/configuration/configuration.js';
import { openServer } from '../../src/running/open-server.js';
import { agreeToEverything, openAuthorizationServer } from './authorization-server.test-support.js';
import { openOrders } from './orders-server.test-support.js';

interface Gateway {
  readonly url: string;
  readonly lines: readonly string[];
  restart(): Promise<string>;
}

const stateKey = Buffer.alloc(32, 7).toString('base64');

/** A server of one upstream. Closed with its test. */
async function openGateway(upstream: string, auth: object, more: object = {}, limits: object = {}): Promise<Gateway> {
  vi.stubEnv('SECRET', 'a-secret-of-a-program');
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = await mkdtemp(join(tmpdir(), 'sigil-users-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const mcps = join(folder, 'mcps.source.json');
  await writeFile(mcps, JSON.stringify({ up: { remote: { url: `${upstream}/mcp/orders`, auth, ...limits } } }));
  const config = join(folder, 'sigil.config.json');
  await writeFile(config, JSON.stringify(more));
  const lines: string[] = [];
  const open = async (port: string) => {
    const flags = { config, plugins: folder, state: join(folder, 'state'), port, mcps };
    const environment = { MCP_FOLLOW: 'false', MCP_REQUEST_STATE_KEY: stateKey };
    const server = await openServer(readConfiguration(flags, environment, folder), {
      write: (line) => void lines.push(line),
    });
    onTestFinished(() => server.close());
    return server;
  };
  let server = await open('0');
  return {
    url: server.url!,
    lines,
    async restart() {
      const { port } = new URL(server.url!);
      await server.close();
      server = await open(port);
      return server.url!;
    },
  };
}

/** @param onPage opens the page that the client is asked to show; without it the client shows none */
async function connect(
  url: string,
  { onPage, token, date }: { onPage?: (page: string) => Promise<unknown>; token?: string; date?: string } = {},
): Promise<Client> {
  const capabilities = onPage ? { elicitation: { url: {} } } : {};
  const versionNegotiation = { mode: date === undefined ? ('legacy' as const) : { pin: date } };
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation });
  if (onPage) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      await onPage('url' in params ? String(params.url) : '');
      return { action: 'accept' };
    });
  }
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp/up`), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

/** A user's browser, from the link to the last page. */
async function signIn(link: string): Promise<{ readonly pages: readonly string[]; readonly callback: string }> {
  const first = await fetch(link);
  const begun = await fetch(link, { method: 'POST', headers: { Origin: new URL(link).origin } });
  const cookie = /^[^;]+/.exec(begun.headers.get('set-cookie') ?? '')?.[0] ?? '';
  const [, location = ''] = /url=(.*)$/.exec(begun.headers.get('refresh') ?? '') ?? [];
  const answer = await agreeToEverything(new URL(location));
  const callback = `${new URL(link).origin}/oauth/callback?${answer}`;
  const last = await fetch(callback, { headers: { Cookie: cookie } });
  return { pages: [await first.text(), await begun.text(), await last.text()], callback };
}

const namesOf = async (client: Client): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name).sort();

const linkIn = (result: unknown): string =>
  /http:[^\s"\\]+\/oauth\/start\?ticket=[\w-]+/.exec(JSON.stringify(result))?.[0] ?? '';

/** The upstream's lists are read in the background. */
const listed = (client: Client, name = 'count'): Promise<void> =>
  vi.waitFor(async () => expect(await namesOf(client)).toContain(name), { timeout: 20_000 });

// Rules: 172
test.each([undefined, '2026-07-28'])(
  'a user signs in once and stays signed in after a restart, with a client of %s',
  async (date) => {
    const issuer = await openAuthorizationServer(['orders:read', 'orders:write']);
    const upstream = await openOrders(issuer);
    const gateway = await openGateway(upstream.url, { kind: 'oauth' });
    const pages: string[] = [];
    const onPage = async (page: string) => pages.push(...(await signIn(page)).pages);
    const client = await connect(gateway.url, { onPage, ...(date === undefined ? {} : { date }) });

    await listed(client, 'sign_in');
    const before = await namesOf(client);
    const signedIn = await client.callTool({ name: 'sign_in', arguments: {} });
    await vi.waitFor(async () => expect(await namesOf(client)).toEqual(['count', 'pay']), { timeout: 20_000 });
    const counted = await client.callTool({ name: 'count', arguments: {} });
    await client.close();
    const again = await connect(await gateway.restart());
    await vi.waitFor(async () => expect(await namesOf(again)).toEqual(['count', 'pay']), { timeout: 20_000 });
    const countedAgain = await again.callTool({ name: 'count', arguments: {} });

    expect(before).toEqual(['sign_in']);
    expect(pages[0]).toContain('Go on only if you have just asked for it yourself');
    expect(pages[2]).toContain('You are signed in to up');
    expect(JSON.stringify(signedIn)).toContain('You are signed in');
    expect(JSON.stringify([counted, countedAgain]).match(/"text":"7"/g)).toHaveLength(2);
    expect(JSON.stringify([signedIn, counted, countedAgain]) + gateway.lines.join('')).not.toMatch(/eyJ[\w-]+\./);
  },
);

test.each([undefined, '2026-07-28'])(
  'a tool that needs more scopes asks its user for consent, with a client of %s',
  async (date) => {
    const issuer = await openAuthorizationServer(['orders:read', 'orders:write']);
    const upstream = await openOrders(issuer);
    const gateway = await openGateway(upstream.url, { kind: 'oauth' });
    const pages: string[] = [];
    const onPage = async (page: string) => pages.push(...(await signIn(page)).pages);
    const client = await connect(gateway.url, { onPage, ...(date === undefined ? {} : { date }) });
    await listed(client, 'sign_in');
    await client.callTool({ name: 'sign_in', arguments: {} });
    await listed(client, 'pay');

    const paid = await client.callTool({ name: 'pay', arguments: {} });
    const paidAgain = await client.callTool({ name: 'pay', arguments: {} });

    expect(JSON.stringify([paid, paidAgain]).match(/"text":"paid"/g)).toHaveLength(2);
    expect(pages.filter((page) => page.includes('You are signed in to up'))).toHaveLength(2);
  },
);

test('a client that cannot show pages gets a sign-in link, and each caller has its own token', async () => {
  const issuer = await openAuthorizationServer(['orders:read', 'orders:write']);
  const upstream = await openOrders(issuer);
  const gateway = await openGateway(
    upstream.url,
    { kind: 'oauth', lists: { kind: 'clientCredentials', issuer, clientId: 'program', clientSecret: '${SECRET}' } },
    { auth: { issuers: [{ issuer }] } },
  );
  const tokenOf = async (client: string, secret: string) => {
    const form = { grant_type: 'client_credentials', resource: `${gateway.url}/mcp/up`, scope: 'orders:read' };
    const headers = { Authorization: `Basic ${btoa(`${client}:${secret}`)}` };
    const granted = await fetch(`${issuer}/token`, { method: 'POST', headers, body: new URLSearchParams(form) });
    return String(((await granted.json()) as Record<string, unknown>)['access_token']);
  };
  const [ann, bob] = await Promise.all([
    tokenOf('program', 'a-secret-of-a-program').then((token) => connect(gateway.url, { token })),
    tokenOf('other', 'a-secret-of-another').then((token) => connect(gateway.url, { token })),
  ]);

  await listed(ann);
  const refused = await ann.callTool({ name: 'count', arguments: {} });
  const refusedAgain = await ann.callTool({ name: 'count', arguments: {} });
  const { callback } = await signIn(linkIn(refused));
  const counted = await ann.callTool({ name: 'count', arguments: {} });
  const ofBob = await bob.callTool({ name: 'count', arguments: {} });
  const replayed = await fetch(callback);

  expect(refused).toMatchObject({ isError: true });
  expect(linkIn(refusedAgain)).toBe(linkIn(refused));
  expect(JSON.stringify(counted)).toContain('"text":"7"');
  expect(ofBob).toMatchObject({ isError: true });
  expect(linkIn(ofBob)).not.toBe(linkIn(refused));
  expect(replayed.status).toBe(400);
  expect((await fetch(linkIn(refused))).status).toBe(400);
});

// Rules: 175, 176
test('a sign-in is rejected with another origin, browser, state or issuer', async () => {
  const issuer = await openAuthorizationServer(['orders:read']);
  const upstream = await openOrders(issuer);
  const gateway = await openGateway(upstream.url, { kind: 'oauth' });
  const client = await connect(gateway.url);
  await listed(client, 'sign_in');
  const result = await client.callTool({ name: 'sign_in', arguments: {} });
  const link = linkIn(result);
  const post = (origin?: string) =>
    fetch(link, { method: 'POST', headers: origin === undefined ? {} : { Origin: origin } });

  const opened = await fetch(link);
  const strange = await post('https://evil.example');
  const bare = await post();
  const begun = await post(gateway.url);
  const [, location = ''] = /url=(.*)$/.exec(begun.headers.get('refresh') ?? '') ?? [];
  const answer = await agreeToEverything(new URL(location));
  const cookie = /^[^;]+/.exec(begun.headers.get('set-cookie') ?? '')![0];
  const finish = (query: URLSearchParams, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/oauth/callback?${query}`, { headers });
  const withoutCookie = await finish(answer);
  const otherState = await finish(new URLSearchParams({ ...Object.fromEntries(answer), state: 'x' }), {
    Cookie: cookie,
  });
  const otherIssuer = await finish(
    new URLSearchParams({ ...Object.fromEntries(answer), iss: 'https://evil.example' }),
    {
      Cookie: cookie,
    },
  );

  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/start\?ticket=[\w-]{43}$/);
  expect(opened.headers.get('refresh')).toBeNull();
  expect(opened.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect([strange.status, bare.status, begun.status]).toEqual([400, 400, 200]);
  expect(begun.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax; Path=\/oauth/);
  expect([withoutCookie.status, otherState.status, otherIssuer.status]).toEqual([400, 400, 400]);
  expect(await namesOf(client)).toEqual(['sign_in']);
});

test('an expired token is refreshed through the authorization server', async () => {
  const issuer = await openAuthorizationServer(['orders:read', 'offline_access'], { seconds: 2 });
  const upstream = await openOrders(issuer);
  const gateway = await openGateway(upstream.url, { kind: 'oauth', scope: 'orders:read offline_access' });
  const client = await connect(gateway.url, { onPage: signIn });
  await listed(client, 'sign_in');
  await client.callTool({ name: 'sign_in', arguments: {} });
  await listed(client);

  const results = [];
  for (let call = 0; call < 3; call++) {
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    results.push(await client.callTool({ name: 'count', arguments: {} }));
  }

  expect(results.map((result) => JSON.stringify(result).includes('"text":"7"'))).toEqual([true, true, true]);
});

test("a caller's token is exchanged for one at the upstream, and never sent there", async () => {
  const issuer = await openAuthorizationServer(['orders:read', 'orders:write']);
  const folder = await mkdtemp(join(tmpdir(), 'sigil-seen-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const middleware = join(folder, 'seen.mjs');
  const note = 'globalThis.seenTokens.push(context.get("authorization"))';
  await writeFile(
    middleware,
    `globalThis.seenTokens = [];\nexport default (context, next) => { ${note}; return next(); };\n`,
  );
  const upstream = await openOrders(issuer, { middleware: [middleware] });
  const auth = {
    kind: 'tokenExchange',
    issuer,
    clientId: 'program',
    clientSecret: '${SECRET}',
    scope: 'orders:read',
  };
  const gateway = await openGateway(upstream.url, auth, { auth: { issuers: [{ issuer }], keys: 'keys.json' } });
  const form = { grant_type: 'client_credentials', resource: `${gateway.url}/mcp/up`, scope: 'orders:read' };
  const granted = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('other:a-secret-of-another')}` },
    body: new URLSearchParams(form),
  });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const client = await connect(gateway.url, { token });

  await listed(client);
  const counted = await client.callTool({ name: 'count', arguments: {} });

  const seen = (globalThis as unknown as { seenTokens: string[] }).seenTokens.filter((it) => it !== '');
  const payloads = seen.map((it) => JSON.parse(Buffer.from(it.split('.')[1]!, 'base64url').toString()) as object);
  expect(JSON.stringify(counted)).toContain('"text":"7"');
  expect(seen).not.toContain(`Bearer ${token}`);
  expect(payloads.at(-1)).toMatchObject({ sub: 'other', aud: `${upstream.url}/mcp/orders` });
});

test('a sign-in link expires after signInMs', async () => {
  const issuer = await openAuthorizationServer(['orders:read']);
  const upstream = await openOrders(issuer);
  const gateway = await openGateway(upstream.url, { kind: 'oauth' }, {}, { signInMs: 1_000 });
  const client = await connect(gateway.url);
  await listed(client, 'sign_in');
  const link = linkIn(await client.callTool({ name: 'sign_in', arguments: {} }));
  const before = await fetch(link);

  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const after = await fetch(link);
  const another = linkIn(await client.callTool({ name: 'sign_in', arguments: {} }));

  expect([before.status, after.status]).toEqual([200, 400]);
  expect(await after.text()).toContain('This link is over');
  expect(another).not.toBe(link);
});
