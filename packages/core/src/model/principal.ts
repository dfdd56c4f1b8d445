/**
 * The caller of a request, as the edge that authenticates it describes it.
 */
import type { JsonValue } from './json.js';

/** A caller. Plain JSON, so that it crosses to plugins in other processes. */
export interface Principal {
  /** Names the caller, within its issuer. */
  readonly id: string;
  /** The authority that says so: the address of an authorization server; empty for the server's own word. */
  readonly issuer: string;
  /** The program through which it calls, where that is known. */
  readonly client?: string;
  /** The scopes that it was granted, those that others include among them. */
  readonly scopes: readonly string[] | 'every';
  /** Everything that its token says. */
  readonly claims: Readonly<Record<string, JsonValue>>;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** The caller where nobody is asked: on this machine, over standard input and output. */
export const localPrincipal: Principal = Object.freeze({ id: 'local', issuer: '', scopes: 'every', claims: {} });

/** Tells callers apart, across issuers; empty where nobody is asked. */
export function principalKey(principal: Principal): string {
  return principal === localPrincipal ? '' : JSON.stringify([principal.issuer, principal.id]);
}
