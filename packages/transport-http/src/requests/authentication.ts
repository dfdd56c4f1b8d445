/**
 * The interface by which an endpoint learns who calls, before anything else of a request is read.
 *
 * Knows nothing of tokens: whoever puts a server together hands in a function that does.
 */
import type { Principal } from '@sigil/core/engine';
import type { Clock } from '../clock.js';
import type { HttpExchange } from './http-exchange.js';
import type { Refusal } from './refusal.js';

/** The parts of a request that tell who sent it. */
export interface Credentials {
  /** Value of the `Authorization` header; several are joined. */
  readonly authorization: string | undefined;
  /** Path and query as they were requested. */
  readonly url: string | undefined;
  /** Address of the peer. */
  readonly address: string | undefined;
  /** Value of the `X-Forwarded-For` header; only a proxy that the operator knows is to be believed. */
  readonly forwardedFor: string | undefined;
}

/** Why a caller is not let in, as HTTP says it. The message is for the caller. */
export interface Denial {
  readonly status: number;
  readonly message: string;
  /** `WWW-Authenticate`, `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Must not reject. An answer at once costs a request least. */
export type Authenticate = (credentials: Credentials) => Principal | Denial | Promise<Principal | Denial>;

/**
 * The answer to an operation whose caller lacks scopes.
 *
 * @param scopes all that the operation needs
 * @param url path and query as they were requested
 */
export type DenyScopes = (scopes: readonly string[], url: string | undefined) => Denial;

/** A denial as an answer. */
export function refusalOfDenial({ status, message, headers }: Denial): Refusal {
  return { status, message, headers: Object.entries(headers).flat() };
}

/** Returns whether two requests come from the same caller, whatever token each brings. */
export function isSameCaller(one: Principal | undefined, other: Principal | undefined): boolean {
  return one?.id === other?.id && one?.issuer === other?.issuer;
}

/** Node's timers know no longer time. */
const longestTimerMs = 2 ** 31 - 1;

/** For streams that may be open for days: a token is good for as long as it says, and so is what it opened. */
export function cutAtExpiry({ principal, response }: HttpExchange, clock: Clock): void {
  const expiresAt = principal?.expiresAt;
  if (expiresAt === undefined) return;
  const leftMs = Math.min(Math.max(expiresAt - Date.now(), 0), longestTimerMs);
  response.once(
    'close',
    clock.after(leftMs, () => response.destroy()),
  );
}
