/**
 * Checks Host and Origin, which reveal requests made by another site's web page: DNS rebinding and cross-site calls.
 *
 * Loopback names are always allowed; the operator lists any others. Spec: 2025-11-25 basic/transports#security-warning
 */
import { describeForbidden } from './describe-forbidden.js';

/** The callers to allow beside those on this machine. */
export interface CallerRules {
  /** Allowed host names beside loopback: `mcp.example.com`, or with one port only: `mcp.example.com:8443`. */
  readonly allowedHosts?: readonly string[];
  /**
   * Origins whose pages may call, and read the answers: `https://app.example.com`. Loopback origins and the allowed hosts' own
   * origins may call without being listed, but pages of another origin there cannot read the answers.
   */
  readonly allowedOrigins?: readonly string[];
  /** Called with a message for the operator at each refusal of a host or an origin. */
  readonly onForbidden?: ((message: string) => void) | undefined;
}

/** The headers that show where a request came from and where it was sent. */
export interface CallerHeaders {
  /** Value of the `Host` header; several are joined. */
  readonly host: string | undefined;
  /** The number of `Host` headers. */
  readonly hostCount: number;
  readonly origin: string | undefined;
}

/** The reason for rejecting a caller: it broke the rules of HTTP, or it may not call. */
export interface CallerProblem {
  readonly kind: 'malformed' | 'forbidden';
  readonly message: string;
}

const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** @returns a check that answers with the problem, or `undefined` for an allowed caller */
export function buildCallerCheck(rules: CallerRules): (headers: CallerHeaders) => CallerProblem | undefined {
  const hosts = new Set(rules.allowedHosts?.map((host) => host.toLowerCase()));
  const origins = new Set(rules.allowedOrigins?.map((origin) => origin.toLowerCase()));

  // Almost all requests name the same host.
  let lastAllowed: string | undefined;
  const isHostAllowed = (named: string): boolean => {
    if (named === lastAllowed) return true;
    const host = named.toLowerCase();
    const name = nameOf(host);
    const isAllowed = name !== undefined && (loopbackNames.has(name) || hosts.has(name) || hosts.has(host));
    if (isAllowed) lastAllowed = named;
    return isAllowed;
  };

  const isOriginAllowed = (origin: string): boolean => {
    if (origins.has(origin)) return true;
    const host = /^https?:\/\/([^/]+)$/.exec(origin)?.[1];
    return host !== undefined && isHostAllowed(host);
  };

  const forbid = (header: 'Host' | 'Origin', value: string): CallerProblem => {
    const message = describeForbidden(header, value);
    rules.onForbidden?.(message);
    return { kind: 'forbidden', message };
  };

  return ({ host, hostCount, origin }) => {
    if (hostCount !== 1 || host === undefined) {
      return { kind: 'malformed', message: 'exactly one Host header is required' };
    }
    if (!isHostAllowed(host)) return forbid('Host', host);
    if (origin !== undefined && !isOriginAllowed(origin.toLowerCase())) return forbid('Origin', origin);
    return undefined;
  };
}

/** Returns the name in `name:port`; `undefined` when it is neither that nor a name alone. */
function nameOf(host: string): string | undefined {
  return /^(\[[0-9a-f:.]+\]|[^:[\]@/\s]+)(?::\d{1,5})?$/.exec(host)?.[1];
}
