/**
 * A modern upstream behind an authorization server, both over real HTTP, and a browser whose user agrees to everything.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { metadataOf } from '@sigil/test-support/protected-server';
import { listen } from '@sigil/test-support/upstream-servers';
import type { SignIns } from './sign-ins.js';

/** The upstream and the authorization server together. */
export interface ProtectedUpstream {
  readonly url: string;
  /** The requested scopes of each sign-in. */
  readonly asked: string[];
  /** The calls that reached a tool. */
  readonly calls: string[];
  /** The scopes that each tool requires, by name. They may be changed. */
  readonly needs: Record<string, readonly string[]>;
  /** The scopes that the lists require. */
  listScopes: readonly string[];
  /** Scopes that are never granted. */
  readonly withheld: Set<string>;
}

/** Opens both. The tools are named in `needs`. Closed with its test. */
export async function openProtectedUpstream(needs: ProtectedUpstream['needs']): Promise<ProtectedUpstream> {
  const granted = new Map<string, readonly string[]>();
  let scope = '';
  const upstream: { -readonly [Member in keyof ProtectedUpstream]: ProtectedUpstream[Member] } = {
    url: '',
    asked: [],
    calls: [],
    needs,
    listScopes: ['base'],
    withheld: new Set(),
  };
  const { url } = await listen((request, response, body) => {
    const { origin } = new URL(upstream.url);
    const { pathname, searchParams } = new URL(request.url ?? '', origin);
    const reply = (status: number, json: JsonObject, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(json));
    };
    switch (pathname) {
      case '/.well-known/oauth-protected-resource/mcp':
        return reply(200, { resource: upstream.url, authorization_servers: [origin] });
      case '/.well-known/oauth-authorization-server':
        return reply(200, { ...metadataOf(origin), authorization_response_iss_parameter_supported: true });
      case '/register':
        return reply(201, { ...(JSON.parse(body) as JsonObject), client_id: 'gateway' });
      case '/authorize': {
        scope = searchParams.get('scope') ?? '';
        upstream.asked.push(scope);
        const answer = new URLSearchParams({ code: 'a-code', state: searchParams.get('state') ?? '', iss: origin });
        response.writeHead(302, { location: `${searchParams.get('redirect_uri')}?${answer}` });
        return response.end();
      }
      case '/token': {
        const token = `token-${granted.size + 1}`;
        const scopes = scope.split(' ').filter((it) => !upstream.withheld.has(it));
        granted.set(`Bearer ${token}`, scopes);
        return reply(200, { access_token: token, token_type: 'Bearer', expires_in: 3_600, scope: scopes.join(' ') });
      }
      default: {
        const message = JSON.parse(body) as JsonObject;
        const missing = missingScope(upstream, message, granted.get(request.headers.authorization ?? ''));
        if (missing) return reply(missing.status, {}, { 'www-authenticate': missing.challenge });
        return reply(200, { jsonrpc: '2.0', id: message['id'] ?? null, result: resultOf(upstream, message) });
      }
    }
  });
  upstream.url = url;
  return upstream;
}

function missingScope(
  { needs, listScopes }: ProtectedUpstream,
  { method, params }: JsonObject,
  scopes: readonly string[] | undefined,
): { readonly status: number; readonly challenge: string } | undefined {
  if (!scopes) return { status: 401, challenge: 'Bearer scope="base"' };
  const name = isJsonObject(params) ? String(params['name']) : '';
  const wanted = method === 'tools/call' ? (needs[name] ?? []) : method === 'tools/list' ? listScopes : [];
  if (wanted.every((it) => scopes.includes(it))) return undefined;
  return { status: 403, challenge: `Bearer error="insufficient_scope", scope="${wanted.join(' ')}"` };
}

function resultOf({ needs, calls }: ProtectedUpstream, { method, params }: JsonObject): JsonObject {
  const cached = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  if (method === 'server/discover')
    return { ...cached, supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, instructions: '' };
  if (method === 'tools/list')
    return { ...cached, tools: Object.keys(needs).map((name) => ({ name, inputSchema: { type: 'object' } })) };
  const name = isJsonObject(params) ? String(params['name']) : '';
  calls.push(name);
  return { resultType: 'complete', content: [{ type: 'text', text: `${name} is done` }] };
}

/** Acts as a user's browser, from the link of a page on. */
export async function agree(signIns: SignIns, link: string): Promise<void> {
  const ticket = new URL(link).searchParams.get('ticket') ?? '';
  const page = await signIns.begin(ticket);
  const back = (await fetch(page, { redirect: 'manual' })).headers.get('location') ?? '';
  await signIns.finish(ticket, new URL(back).searchParams);
}
