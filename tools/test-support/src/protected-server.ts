/**
 * An MCP server that demands a user's sign-in, and the user who signs in there.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An upstream that is its own authorization server, as small ones are. */
export interface Protected {
  readonly url: string;
  /** The paths of the requests, in order. */
  readonly asked: string[];
  /** The queries of the sign-in page, in order. */
  readonly signedIn: URLSearchParams[];
  /** How clients identified themselves when they got tokens, in order: their header, or else their id. */
  readonly clients: (string | null)[];
  close(): void;
}

const results: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'mail', version: '1' },
  },
  'tools/list': { tools: [{ name: 'read', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'your mail' }] },
};

/** The ways in which a protected server differs from others. */
export interface ProtectedOptions {
  /** The status with which the granted token is refused. */
  readonly refusal?: number | undefined;
  /** Whether clients must be registered beforehand, and have a secret. */
  readonly isWithoutRegistration?: boolean;
}

/** Opens an upstream with the tool `read`. The caller closes it. */
export async function openProtected({ refusal, isWithoutRegistration }: ProtectedOptions = {}): Promise<Protected> {
  const asked: string[] = [];
  const signedIn: URLSearchParams[] = [];
  const clients: (string | null)[] = [];
  const known = { registration_endpoint: undefined, token_endpoint_auth_methods_supported: ['client_secret_basic'] };
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body, headers }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage): Promise<{ status: number; body?: object; headers?: object }> {
    const { pathname, searchParams } = new URL(request.url ?? '', origin);
    const text = await readAll(request);
    if (pathname !== '/mcp') asked.push(pathname);
    switch (pathname) {
      case '/.well-known/oauth-protected-resource/mcp':
        return { status: 200, body: { resource: `${origin}/mcp`, authorization_servers: [origin] } };
      case '/.well-known/oauth-authorization-server':
        return { status: 200, body: { ...metadataOf(origin), ...(isWithoutRegistration ? known : {}) } };
      case '/register':
        return { status: 201, body: { ...(JSON.parse(text) as object), client_id: 'sigil' } };
      case '/authorize': {
        signedIn.push(searchParams);
        const given = new URLSearchParams({ code: 'a-code', state: searchParams.get('state') ?? '' });
        return { status: 302, headers: { location: `${searchParams.get('redirect_uri')}?${given}` } };
      }
      case '/token':
        clients.push(request.headers.authorization ?? new URLSearchParams(text).get('client_id'));
        return { status: 200, body: { access_token: 'a-token', token_type: 'Bearer', expires_in: 3_600 } };
      default:
        return refusal !== undefined && isSignedIn(request) ? { status: refusal, body: {} } : answerMcp(request, text);
    }
  }
  return { url: `${origin}/mcp`, asked, signedIn, clients, close: () => void server.close() };
}

function answerMcp(request: IncomingMessage, text: string): { status: number; body?: object; headers?: object } {
  if (!isSignedIn(request)) return { status: 401, body: {}, headers: { 'www-authenticate': 'Bearer' } };
  if (request.method !== 'POST') return { status: 405 };
  const { id, method } = JSON.parse(text) as { id?: number; method: string };
  if (id === undefined) return { status: 202 };
  const result = results[method];
  const outcome = result ? { result } : { error: { code: -32_601, message: 'unknown' } };
  return { status: 200, body: { jsonrpc: '2.0', id, ...outcome } };
}

function isSignedIn({ headers }: IncomingMessage): boolean {
  return headers.authorization === 'Bearer a-token';
}

/** Returns the metadata of an authorization server at that origin, which registers clients without a secret. */
export function metadataOf(origin: string): Record<string, string | string[]> {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** Opens the page, agrees there, and follows the authorization server back. @returns the texts of the first and the last page */
export async function signIn(link: string): Promise<string[]> {
  const first = await fetch(link);
  const begun = await fetch(link, { method: 'POST', headers: { origin: new URL(link).origin } });
  const [cookie = ''] = /^[^;]+/.exec(begun.headers.get('set-cookie') ?? '') ?? [];
  const [, location = ''] = /url=(.*)$/.exec(begun.headers.get('refresh') ?? '') ?? [];
  const agreed = await fetch(location, { redirect: 'manual' });
  const last = await fetch(agreed.headers.get('location') ?? '', { headers: { cookie } });
  return Promise.all([first.text(), last.text()]);
}
