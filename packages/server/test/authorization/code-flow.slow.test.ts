import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder } from '@sigil/test-support/temporary-plugins';
import { expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../../src/configuration/configuration.js';
import { openServer } from '../../src/running/open-server.js';
import { agreeToEverything, openAuthorizationServer } from './authorization-server.test-support.js';

const source = `
import { Tool } from '@sigil/core';

export class Orders {
  /** Counts orders. */
  @Tool()
  count(): number {
    return 7;
  }

  /** Pays an order. */
  @Tool({ scopes: ['orders:read', 'orders:write'] })
  pay(): string {
    return 'paid';
  }
}
`;

/** A server of one plugin "orders" with the configuration of an operator, and a file of it. */
async function openOrders(issuer: string): Promise<{ readonly url: string; readonly lines: readonly string[] }> {
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  await plugins.writePlugin('orders', source);
  buildPlugins([join(plugins.path, 'orders')]);
  const folder = await mkdtemp(join(tmpdir(), 'sigil-authorized-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const config = join(folder, 'sigil.config.json');
  await writeFile(config, JSON.stringify({ auth: { issuers: [{ issuer }], scopes: ['orders:read'] } }));
  const flags = { config, plugins: plugins.path, state: join(folder, 'state'), port: '0' };
  const lines: string[] = [];
  const configuration = readConfiguration(flags, { MCP_FOLLOW: 'false' }, plugins.path);
  const server = await openServer(configuration, { write: (line) => void lines.push(line) });
  onTestFinished(() => server.close());
  return { url: server.url!, lines };
}

/**
 * Keeps in memory what a client of the official SDK keeps, and the address that it sends a person to.
 *
 * @param registered the client as the authorization server knows it; it registers itself when left out
 */
function newPerson(registered?: { readonly client_id: string }): OAuthClientProvider & { sentTo: URL | undefined } {
  const kept: Record<string, unknown> = { client: registered };
  return {
    sentTo: undefined,
    redirectUrl: 'http://127.0.0.1/callback',
    clientMetadata: {
      client_name: 'test',
      redirect_uris: ['http://127.0.0.1/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    clientInformation: () => kept['client'] as never,
    saveClientInformation: (client) => void (kept['client'] = client),
    tokens: () => kept['tokens'] as never,
    saveTokens: (tokens) => void (kept['tokens'] = tokens),
    codeVerifier: () => String(kept['verifier']),
    saveCodeVerifier: (verifier) => void (kept['verifier'] = verifier),
    redirectToAuthorization(url) {
      this.sentTo = url;
    },
  };
}

test('the official client goes from nothing to a call: metadata, registration, code with PKCE, token, call', async () => {
  const issuer = await openAuthorizationServer(['orders:read', 'orders:write']);
  const { url, lines } = await openOrders(issuer);
  const endpoint = new URL(`${url}/mcp/orders`);
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

  expect(asked.searchParams.get('resource')).toBe(endpoint.href);
  expect(asked.searchParams.get('scope')).toContain('orders:read');
  expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
  expect(result.structuredContent ?? result.content).toBeDefined();
  expect(JSON.stringify(result)).toContain('7');
  expect(lines.join('')).not.toContain(String((await person.tokens())?.access_token));
});

// Rules: 212
test('the official client steps up: a call, 403, consent to more scopes, the same call', async () => {
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

test('a program with credentials of its own gets a token for one endpoint, which is refused at another', async () => {
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

test('the pages of a server ask for a token, and its health does not', async () => {
  const issuer = await openAuthorizationServer(['orders:read']);
  const { url } = await openOrders(issuer);
  const html = { headers: { Accept: 'text/html' } };

  const statuses = await Promise.all(
    ['/mcp', '/mcp/orders', '/healthz', '/readyz'].map(async (path) => (await fetch(url + path, html)).status),
  );

  expect(statuses).toEqual([401, 401, 200, 200]);
});
