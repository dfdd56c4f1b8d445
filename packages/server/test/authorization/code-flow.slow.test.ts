import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { agreeToEverything, openAuthorizationServer } from './authorization-server.test-support.js';
import { newPerson, openOrders } from './orders-server.test-support.js';

const paths = ['/mcp/orders', '/mcp/orders/'];
test.each(paths)(
  'the official client registers, signs in and calls a tool, starting from nothing at %s',
  async (path) => {
    const issuer = await openAuthorizationServer(['orders:read', 'orders:write']);
    const { url, lines } = await openOrders(issuer);
    const endpoint = new URL(url + path);
    const person = newPerson();
    const client = new Client({ name: 'test', version: '1' });
    const first = new StreamableHTTPClientTransport(endpoint, { authProvider: person });

    await expect(client.connect(first)).rejects.toBeInstanceOf(UnauthorizedError);
    const asked = person.sentTo!;
    const answer = await agreeToEverything(asked);
    await first.finishAuth(answer);
    const transport = new StreamableHTTPClientTransport(endpoint, { authProvider: person });
    onTestFinished(() => transport.close());
    const authorized = new Client({ name: 'test', version: '1' });
    await authorized.connect(transport);
    const result = await authorized.callTool({ name: 'count', arguments: {} });

    expect(asked.searchParams.get('resource')).toBe(`${url}/mcp/orders`);
    expect(asked.searchParams.get('scope')).toContain('orders:read');
    expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
    expect(result.structuredContent ?? result.content).toBeDefined();
    expect(JSON.stringify(result)).toContain('7');
    expect(lines.join('')).not.toContain(String((await person.tokens())?.access_token));
  },
);

// Rules: 212
test('after a 403 and consent to more scopes, the same call of the official client succeeds', async () => {
  const issuer = await openAuthorizationServer(['orders:read', 'orders:write']);
  const { url } = await openOrders(issuer);
  const endpoint = new URL(`${url}/mcp/orders`);
  const person = newPerson({ client_id: 'person' });
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(endpoint, { authProvider: person });
    onTestFinished(() => transport.close());
    const client = new Client({ name: 'test', version: '1' });
    const connected = client.connect(transport);
    return { client, transport, connected };
  };
  const first = await connect();
  await expect(first.connected).rejects.toBeInstanceOf(UnauthorizedError);
  await first.transport.finishAuth(await agreeToEverything(person.sentTo!));
  const known = await connect();
  await known.connected;

  const counted = await known.client.callTool({ name: 'count', arguments: {} });
  await expect(known.client.callTool({ name: 'pay', arguments: {} })).rejects.toBeInstanceOf(UnauthorizedError);
  const asked = person.sentTo!.searchParams.get('scope')?.split(' ');
  await known.transport.finishAuth(await agreeToEverything(person.sentTo!));
  const paid = await known.client.callTool({ name: 'pay', arguments: {} });

  expect(JSON.stringify(counted)).toContain('7');
  expect(asked).toEqual(expect.arrayContaining(['orders:read', 'orders:write']));
  expect(JSON.stringify(paid)).toContain('paid');
});

test('a client credentials token for one endpoint is rejected at another', async () => {
  const issuer = await openAuthorizationServer(['orders:read']);
  const { url } = await openOrders(issuer);
  const form = { grant_type: 'client_credentials', resource: `${url}/mcp/orders`, scope: 'orders:read' };
  const granted = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('program:a-secret-of-a-program')}` },
    body: new URLSearchParams(form),
  });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  const post = (path: string): Promise<Response> =>
    fetch(url + path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(initialize),
    });

  const [own, other] = await Promise.all([post('/mcp/orders'), post('/mcp/all')]);

  expect([own.status, other.status]).toEqual([200, 401]);
  expect(other.headers.get('www-authenticate')).toContain('error="invalid_token"');
});

test('pages require a token, and health checks do not', async () => {
  const issuer = await openAuthorizationServer(['orders:read']);
  const { url } = await openOrders(issuer);
  const html = { headers: { Accept: 'text/html' } };

  const statuses = await Promise.all(
    ['/mcp', '/mcp/orders', '/healthz', '/readyz'].map(async (path) => (await fetch(url + path, html)).status),
  );

  expect(statuses).toEqual([401, 401, 200, 200]);
});

// The oldest clients take any other status than 404 for a failure of authorization, and say nothing else to their user.
test('metadata that is not here is answered with 404, not with 401', async () => {
  const issuer = await openAuthorizationServer(['orders:read']);
  const { url } = await openOrders(issuer);
  const names = ['oauth-authorization-server', 'oauth-authorization-server/mcp/orders', 'openid-configuration'];

  const statuses = await Promise.all(
    [...names, 'oauth-protected-resource'].map(async (name) => (await fetch(`${url}/.well-known/${name}`)).status),
  );

  expect(statuses).toEqual([404, 404, 404, 404]);
});
