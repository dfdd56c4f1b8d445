/**
 * The caller of a request, as described by the edge that authenticates it.
 */
import type { JsonValue } from './json.js';

/** A caller. Plain JSON, so that it crosses to plugins in other processes. */
export interface Principal {
  /** Identifies the caller within its issuer. */
  readonly id: string;
  /** The authority that vouches for it: the address of an authorization server; empty if this server does. */
  readonly issuer: string;
  /** The client program that the caller uses, if known. */
  readonly client?: string;
  /** The scopes granted to the caller, including those implied by others. */
  readonly scopes: readonly string[] | 'every';
  /** All claims of its token. */
  readonly claims: Readonly<Record<string, JsonValue>>;
  /** The time at which its token is no longer accepted, in milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** The caller where no authentication takes place: on this machine, over standard input and output. */
export const localPrincipal: Principal = Object.freeze({ id: 'local', issuer: '', scopes: 'every', claims: {} });

/** Returns a key that distinguishes callers across issuers; empty where no authentication takes place. */
export function principalKey(principal: Principal): string {
  return principal === localPrincipal ? '' : JSON.stringify([principal.issuer, principal.id]);
}
