/**
 * A real authorization server on loopback: discovery, dynamic registration, code flow with PKCE, resource indicators, key rotation by
 * starting another one; and a person at a browser who agrees to everything.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { onTestFinished } from 'vitest';

const algorithm = { sign: { alg: 'RS256' } };

/** The options of an authorization server. */
export interface AuthorizationServerOptions {
  /** Lifetime of tokens. */
  readonly seconds?: number;
}

const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** Issues tokens for every resource that is asked for, and exchanges any token of its own. Closed with its test. @returns its issuer */
export async function openAuthorizationServer(
  scopes: readonly string[],
  { seconds = 3_600 }: AuthorizationServerOptions = {},
): Promise<string> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close().closeAllConnections());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    scopes: ['openid', 'offline_access', ...scopes],
    clients: [
      {
        client_id: 'program',
        client_secret: 'a-secret-of-a-program',
        grant_types: ['client_credentials', exchange],
        redirect_uris: [],
        response_types: [],
      },
      {
        client_id: 'other',
        client_secret: 'a-secret-of-another',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
      {
        client_id: 'person',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: ['http://127.0.0.1/callback'],
        response_types: ['code'],
      },
    ],
    features: {
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      registration: { enabled: true },
      dPoP: { enabled: true },
      devInteractions: { enabled: true },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          scope: scopes.join(' '),
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: seconds,
          jwt: algorithm,
        }),
      },
    },
  });
  provider.registerGrantType(exchange, exchangeToken, ['subject_token', 'subject_token_type', 'resource', 'scope']);
  server.on('request', provider.callback());
  return issuer;
}

/** RFC 8693 §2.2: a token for the subject of the given one, at the resource that is asked for. */
const exchangeToken: Parameters<Provider['registerGrantType']>[1] = async (context) => {
  const { client, params, provider } = context.oidc;
  const [, payload = ''] = String(params['subject_token']).split('.');
  const { sub, client_id: actor } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, string>;
  const resource = String(params['resource']);
  const token = new provider.AccessToken({ client, accountId: sub ?? actor, gty: exchange, scope: params['scope'] });
  token.resourceServer = new provider.ResourceServer(resource, {
    scope: String(params['scope'] ?? ''),
    audience: resource,
    accessTokenFormat: 'jwt',
    jwt: algorithm,
  });
  context.body = {
    access_token: await token.save(),
    issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    token_type: 'Bearer',
    expires_in: 3_600,
  };
};

/**
 * Goes from an authorization URL to the redirect that has the code, as a browser does: with cookies, forms and redirects.
 *
 * @returns the parameters of the redirect
 */
export async function agreeToEverything(authorizationUrl: URL): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let next: { readonly url: URL; readonly form?: URLSearchParams } = { url: authorizationUrl };
  for (let steps = 0; steps < 20; steps++) {
    const { url, form } = next;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: cookie },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const page = await response.text();
    if (location) {
      const target = new URL(location, url);
      if (target.searchParams.has('code') || target.searchParams.has('error')) return target.searchParams;
      next = { url: target };
      continue;
    }
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    if (prompt === undefined || action === undefined) throw new Error(`no form on the page of ${url.href}: ${page}`);
    next = { url: new URL(action, url), form: new URLSearchParams({ prompt, login: 'ann', password: 'any' }) };
  }
  throw new Error('the authorization server goes round in circles');
}
