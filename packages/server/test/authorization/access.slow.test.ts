import { callOf, modernRequest } from '@sigil/testing/transports';
import { expect, test } from 'vitest';
import { openAuthorizedServer, type AuthorizedServer } from './authorized-server.test-support.js';
import { openOrders } from './orders-server.test-support.js';
import { openTestIssuer } from './test-issuer.test-support.js';

const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'pay' };

async function pay({ url, issuer }: AuthorizedServer, claims: Parameters<typeof issuer.sign>[0]) {
  const answer = await fetch(`${url}/mcp/orders`, {
    method: 'POST',
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${await issuer.sign(claims)}`,
    },
    body: JSON.stringify(callOf(1, 'pay')),
  });
  const body = (await answer.json()) as { readonly error?: object };
  return { status: answer.status, challenge: answer.headers.get('www-authenticate'), error: body.error };
}

test('a caller without the claim of a rule gets 403 without a scope challenge', async () => {
  const server = await openAuthorizedServer({ access: { tools: { 'p*': { claims: { roles: ['admin', 'till'] } } } } });

  const refused = await pay(server, { roles: ['guest'] });
  const admitted = await pay(server, { roles: ['guest', 'till'] });

  expect(refused).toEqual({
    status: 403,
    challenge: null,
    error: { code: -32600, message: 'you may not use this' },
  });
  expect(admitted).toMatchObject({ status: 200, error: undefined });
  expect(server.run).toHaveBeenCalledTimes(1);
});

test('a scope added by a rule is challenged like one declared by the author', async () => {
  const server = await openAuthorizedServer({ access: { tools: { pay: { scopes: ['orders:pay'] } } } });

  const refused = await pay(server, { scope: 'orders:read' });
  const admitted = await pay(server, { scope: 'orders:read orders:pay' });

  expect(refused).toMatchObject({ status: 403, challenge: expect.stringContaining('scope="orders:pay"') });
  expect(admitted).toMatchObject({ status: 200 });
  expect(server.run).toHaveBeenCalledTimes(1);
});

const stream = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };

test('callers see on every surface only what they may use', async () => {
  const issuer = await openTestIssuer('');
  const { url } = await openOrders(issuer.url, {
    card: 'full',
    auth: { issuers: [{ issuer: issuer.url }], visibility: 'allowed' },
  });
  const read = async (scope: string, path: string, method?: string): Promise<string> => {
    const aud = ['orders', 'all'].map((name) => `${url}/mcp/${name}`);
    const post = { method: 'POST', headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method ?? '' } };
    const answer = await fetch(`${url}${path}`, {
      ...(method === undefined ? {} : { ...post, body: JSON.stringify(modernRequest(1, method)) }),
      headers: {
        ...(method === undefined ? {} : { ...post.headers, ...stream }),
        Authorization: `Bearer ${await issuer.sign({ aud, scope })}`,
      },
    });
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers.get('cache-control') ?? '').not.toContain('public');
    return answer.text();
  };
  const surfaces: readonly (readonly [string, string?])[] = [
    ['/mcp/orders', 'tools/list'],
    ['/mcp/all', 'tools/list'],
    ['/mcp/meta/orders'],
    ['/mcp/meta/orders.json'],
    ['/mcp/orders/server-card'],
  ];

  for (const surface of surfaces) {
    expect(await read('orders:read', ...surface)).toContain('count');
    expect(await read('orders:read', ...surface)).not.toMatch(/\bpay\b|Pays an order/);
    expect(await read('orders:read orders:write', ...surface)).toContain('Pays an order');
  }
});

test('where servers are hidden, the catalog of the host is for known callers, and not for shared caches', async () => {
  const issuer = await openTestIssuer('');
  const { url } = await openOrders(issuer.url, {
    card: 'basic',
    auth: { issuers: [{ issuer: issuer.url }], visibility: 'allowed' },
  });
  const path = `${url}/.well-known/ai-catalog.json`;
  const token = await issuer.sign({ aud: `${url}/mcp/all`, scope: 'orders:read' });

  const unknown = await fetch(path);
  const known = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });

  expect([unknown.status, known.status]).toEqual([401, 200]);
  expect(known.headers.get('cache-control')).toContain('private');
  expect(await known.text()).toContain('/mcp/orders/server-card');
});

test('the page of a skill takes the tokens of its server, and no others', async () => {
  const issuer = await openTestIssuer('');
  const { url } = await openOrders(issuer.url);
  const statusWith = async (audience: string): Promise<number> => {
    const headers = { Accept: 'text/html', Authorization: `Bearer ${await issuer.sign({ aud: url + audience })}` };
    return (await fetch(`${url}/mcp/meta/orders/skills/skill%3A%2F%2Fx`, { headers })).status;
  };

  expect([await statusWith('/mcp/orders'), await statusWith('/mcp/all')]).toEqual([404, 401]);
});

test('without authentication the log and the page say that scopes are not enforced', async () => {
  const { url, lines } = await openOrders('', { auth: undefined });
  const note = 'scopes are declared and not enforced';

  const page = await (await fetch(`${url}/mcp/meta/orders`)).text();

  expect(lines.filter((line) => line.includes(note))).toEqual([
    expect.stringContaining('as nobody is asked who they are: orders\n'),
  ]);
  expect(page.toLowerCase()).toContain('scopes are declared here and not enforced');
  expect(page).toContain('scope orders:write');
});

test('with authentication the page names scopes, and nothing says that they are not enforced', async () => {
  const issuer = await openTestIssuer('');
  const { url, lines } = await openOrders(issuer.url);
  const token = await issuer.sign({ aud: `${url}/mcp/orders` });

  const answer = await fetch(`${url}/mcp/meta/orders`, { headers: { Authorization: `Bearer ${token}` } });
  const page = await answer.text();

  expect(page).toContain('scope orders:write');
  expect(`${page}${lines.join('')}`).not.toContain('not enforced');
});

test.each<[string, readonly string[], readonly string[]]>([
  ['/mcp/meta/orders', ['/mcp/orders'], ['/mcp', '/mcp/all']],
  ['/mcp/meta/%6Frders', ['/mcp/orders'], ['/mcp/all']],
  ['/mcp/meta/orders.json', ['/mcp/orders'], ['/mcp/all']],
  ['/mcp/orders/server-card', ['/mcp/orders'], ['/mcp/all']],
  ['/mcp/meta/all', ['/mcp/all'], ['/mcp/orders', '/mcp']],
  ['/mcp', ['/mcp/all'], ['/mcp/orders', '/mcp']],
  ['/mcp/meta', ['/mcp/all'], ['/mcp/orders', '/mcp']],
  ['/mcp/meta/nothing', [], ['/mcp/orders', '/elsewhere']],
])('the page at %s takes the tokens of its endpoint, and no others', async (page, accepted, refused) => {
  const issuer = await openTestIssuer('');
  const { url } = await openOrders(issuer.url, { card: 'full' });
  const statusWith = async (audience: string): Promise<number> => {
    const headers = { Accept: 'text/html', Authorization: `Bearer ${await issuer.sign({ aud: url + audience })}` };
    return (await fetch(url + page, { headers })).status;
  };

  const statuses = await Promise.all([...accepted, ...refused].map(statusWith));

  expect(statuses).toEqual([...accepted.map(() => 200), ...refused.map(() => 401)]);
});

test('the admin address requires its scope and a token issued for it', async () => {
  const issuer = await openTestIssuer('');
  const { url } = await openOrders(issuer.url);
  const admin = `${url}/admin`;
  const ask = async (claims: Parameters<typeof issuer.sign>[0]) => {
    const headers = { Authorization: `Bearer ${await issuer.sign(claims)}` };
    const answer = await fetch(`${admin}/status`, { headers });
    return { status: answer.status, challenge: answer.headers.get('www-authenticate') };
  };

  const metadata = await fetch(`${url}/.well-known/oauth-protected-resource/admin`);

  expect(await ask({ aud: admin, scope: 'sigil:admin' })).toEqual({ status: 200, challenge: null });
  expect(await ask({ aud: admin, scope: 'orders:read' })).toEqual({
    status: 403,
    challenge: expect.stringMatching(/error="insufficient_scope".*scope="sigil:admin"/),
  });
  expect(await ask({ aud: `${url}/mcp/all`, scope: 'sigil:admin' })).toMatchObject({ status: 401 });
  expect((await fetch(`${admin}/status`)).status).toBe(401);
  expect(await metadata.json()).toMatchObject({ resource: admin, authorization_servers: [issuer.url] });
});
