/**
 * Turns away requests that a web page of somebody else made: DNS rebinding and cross-site calls.
 *
 * Loopback names are always allowed; what else is, the operator lists.
 * Spec: 2025-11-25 basic/transports#security-warning
 */
import type { RequestHeaders } from './read-headers.js';
import type { Refusal } from './refusal.js';

/** Whom to let in beside callers on this machine. */
export interface CallerRules {
  /** Host names that requests may be addressed to beside loopback: `mcp.example.com`, or with one port only: `mcp.example.com:8443`. */
  readonly allowedHosts?: readonly string[];
  /**
   * Origins whose pages may call, and read the answers: `https://app.example.com`. Loopback origins and the allowed hosts
   * themselves may call without standing here, but pages of another origin of theirs cannot read the answers.
   */
  readonly allowedOrigins?: readonly string[];
}

const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** @returns a check that answers with the refusal, or `undefined` for a welcome caller */
export function buildCallerCheck(rules: CallerRules): (headers: RequestHeaders) => Refusal | undefined {
  const hosts = new Set(rules.allowedHosts?.map((host) => host.toLowerCase()));
  const origins = new Set(rules.allowedOrigins?.map((origin) => origin.toLowerCase()));

  const isHostAllowed = (host: string): boolean => {
    const name = nameOf(host);
    return name !== undefined && (loopbackNames.has(name) || hosts.has(name) || hosts.has(host));
  };

  const isOriginAllowed = (origin: string): boolean => {
    if (origins.has(origin)) return true;
    const host = /^https?:\/\/([^/]+)$/.exec(origin)?.[1];
    return host !== undefined && isHostAllowed(host);
  };

  return (headers) => {
    if (headers.hostCount !== 1) return { status: 400, message: 'exactly one Host header is required' };
    if (!isHostAllowed(headers.host!.toLowerCase())) return { status: 403, message: 'this Host is not allowed here' };
    if (headers.origin !== undefined && !isOriginAllowed(headers.origin.toLowerCase())) {
      return { status: 403, message: 'this Origin is not allowed here' };
    }
    return undefined;
  };
}

/** The name of `name:port`; `undefined` when it is neither that nor a name alone. */
function nameOf(host: string): string | undefined {
  return /^(\[[0-9a-f:.]+\]|[^:[\]@/\s]+)(?::\d{1,5})?$/.exec(host)?.[1];
}
