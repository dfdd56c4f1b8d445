/**
 * Valid calls of the tool `echo(message: string)`, which hostile cases corrupt: the message, and the HTTP request that carries it.
 */
import type { JsonObject } from '@sigil/core';
import { modernDates } from '@sigil/core/internal';
import { modernEnvelope } from '../../clients/modern-envelope.js';
import { hostileId } from './hostile-messages.data.js';
import { exchangeRaw, writeRequest, type RawRequest } from './raw-http.js';

/** The identification of an HTTP client: on each request, by its session, or by a version alone. */
export type ClientKind = 'modern' | 'session' | 'sessionless';

/** The newest revision with a handshake. */
export const legacyDate = '2025-11-25';
/** The newest revision without a handshake. */
export const modernDate = modernDates[0] ?? '';

/** Builds a call whose answer is its own text. */
export function goodCall(kind: ClientKind, id: string = hostileId): JsonObject {
  const params = { name: 'echo', arguments: { message: 'hi' } };
  const meta = kind === 'modern' ? { _meta: modernEnvelope(modernDate) } : {};
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { ...params, ...meta } };
}

/** Builds the first message of a client with a handshake. */
export function hello(protocolVersion = legacyDate): JsonObject {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'hostile', version: '1.0.0' } };
  return { jsonrpc: '2.0', id: 'hello', method: 'initialize', params };
}

/** Headers to replace, by lower-case name; `undefined` removes one. */
export type HeaderChanges = Readonly<Record<string, string | undefined>>;

/**
 * Builds the POST that carries a body to `/mcp`, with the headers that a client of this kind sends.
 *
 * @param sessionId of a client with a session
 */
export function postOf(body: string | Uint8Array, kind: ClientKind, sessionId?: string): RawRequest {
  const headers: [string, string][] = [
    ['host', '127.0.0.1'],
    ['content-type', 'application/json'],
    ['accept', 'application/json, text/event-stream'],
    ['mcp-protocol-version', kind === 'modern' ? modernDate : legacyDate],
  ];
  if (kind === 'modern') headers.push(...mirrorOf(body));
  if (sessionId !== undefined) headers.push(['mcp-session-id', sessionId]);
  return { method: 'POST', target: '/mcp', headers, body };
}

/** Copies a request with other headers. */
export function withHeaders(request: RawRequest, changes: HeaderChanges): RawRequest {
  const kept = request.headers.filter(([name]) => !Object.hasOwn(changes, name));
  const set = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return { ...request, headers: [...set, ...kept] };
}

/** Performs the handshake. @returns the session's id */
export async function openHostileSession(port: number, date = legacyDate): Promise<string> {
  const opening = withHeaders(postOf(JSON.stringify(hello(date)), 'sessionless'), {
    'mcp-protocol-version': undefined,
  });
  const [answer] = await exchangeRaw(port, writeRequest(opening));
  const id = answer?.headers.get('mcp-session-id');
  if (id === undefined) throw new Error(`initialize opened no session: ${answer?.status} ${answer?.body}`);
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const telling = withHeaders(postOf(JSON.stringify(initialized), 'session', id), { 'mcp-protocol-version': date });
  await exchangeRaw(port, writeRequest(telling));
  return id;
}

/** Returns the headers that repeat the body's method and name; for a body without them, those of a valid call. */
function mirrorOf(body: string | Uint8Array): [string, string][] {
  const { method, params } = partsOf(body);
  return [
    ['mcp-method', typeof method === 'string' ? headerValue(method) : 'tools/call'],
    ['mcp-name', typeof params?.name === 'string' ? headerValue(params.name) : 'echo'],
  ];
}

interface Parts {
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown };
}

/** Reads the relevant members of any body; an invalid one has none. */
function partsOf(body: string | Uint8Array): Parts {
  try {
    // Any object fits, as all members are optional.
    return (JSON.parse(String(body)) as Parts | null) ?? {};
  } catch {
    return {};
  }
}

/** Encodes a value that a header cannot hold, as the protocol specifies. */
function headerValue(text: string): string {
  return /^[\x21-\x7e]+$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
