/**
 * Decides on an upgrade request before accepting it: caller, path and protocol.
 *
 * ws checks the handshake rules of RFC 6455 afterwards.
 */
import { normalizePath } from '@sigil/core/building';
import type { IncomingMessage } from 'node:http';
import { chooseSubprotocol, offeredSubprotocols, type Subprotocol } from './subprotocols.js';

/** The HTTP refusal of an upgrade. The message is for the peer. */
export interface UpgradeRefusal {
  readonly status: number;
  readonly message: string;
  /** Additional response headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The headers that show where a request came from and where it was sent. */
export interface UpgradeCaller {
  /** Value of the `Host` header; several are joined. */
  readonly host: string | undefined;
  /** Number of `Host` headers. */
  readonly hostCount: number;
  readonly origin: string | undefined;
}

/**
 * Returns the reason for rejecting a caller, or `undefined` for an allowed one: any web page can open a WebSocket, so its `Host`
 * and `Origin` must be checked. `buildCallerCheck` of `@sigil/transport-http` makes one.
 */
export type CallerCheck = (
  caller: UpgradeCaller,
) => { readonly kind: 'malformed' | 'forbidden'; readonly message: string } | undefined;

const supportedVersion = '13';

/** Finds the endpoint; a rejected caller is sent nothing else. */
export function findEndpoint<Endpoint extends object>(
  request: IncomingMessage,
  endpoints: ReadonlyMap<string, Endpoint>,
  checkCaller: CallerCheck,
): { readonly endpoint: Endpoint } | UpgradeRefusal {
  const { host, origin } = request.headers;
  const problem = checkCaller({ host, hostCount: request.headersDistinct['host']?.length ?? 0, origin });
  if (problem) return { status: problem.kind === 'malformed' ? 400 : 403, message: problem.message };

  const endpoint = endpointOf(request, endpoints);
  return endpoint ? { endpoint } : { status: 404, message: 'there is no WebSocket endpoint at this path' };
}

/** Returns the current endpoint for the request's path, which may end with a slash or escape letters of names. */
export function endpointOf<Endpoint>(
  { url = '' }: IncomingMessage,
  endpoints: ReadonlyMap<string, Endpoint>,
): Endpoint | undefined {
  const path = pathOf(url);
  const found = endpoints.get(path) ?? (path.endsWith('/') ? endpoints.get(path.slice(0, -1)) : undefined);
  return found ?? (path.includes('%') ? endpoints.get(normalizePath(path)) : undefined);
}

/** Reads the protocol that an allowed caller wants to use. */
export function readSubprotocol(request: IncomingMessage): { readonly subprotocol: Subprotocol } | UpgradeRefusal {
  // Older drafts send the page's origin in another header, which is not checked.
  if (request.headers['sec-websocket-version'] !== supportedVersion) {
    const headers = { 'Sec-WebSocket-Version': supportedVersion };
    return { status: 426, message: `Sec-WebSocket-Version must be ${supportedVersion}`, headers };
  }
  const offered = request.headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [];
  const subprotocol = chooseSubprotocol(offered);
  if (!subprotocol) return { status: 400, message: `Sec-WebSocket-Protocol must offer ${offeredSubprotocols}` };
  return { subprotocol };
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
