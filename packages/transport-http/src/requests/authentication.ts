/**
 * The interface by which an endpoint authenticates a caller before it reads anything else of a request.
 *
 * Knows nothing of tokens: the program that composes a server supplies the function.
 */
import type { Principal } from '@sigil/core/engine';
import type { Clock } from '../clock.js';
import type { HttpExchange } from './http-exchange.js';
import type { Refusal } from './refusal.js';

/** The parts of a request that identify its sender. */
export interface Credentials {
  /** Value of the `Authorization` header; several are joined. */
  readonly authorization: string | undefined;
  /** Path and query as requested. */
  readonly url: string | undefined;
  /** Address of the peer. */
  readonly address: string | undefined;
  /** Value of the `X-Forwarded-For` header; trust it only from a proxy that the operator configured. */
  readonly forwardedFor: string | undefined;
}

/** The HTTP refusal of an unauthenticated caller. The message is for the caller. */
export interface Denial {
  readonly status: number;
  readonly message: string;
  /** Headers such as `WWW-Authenticate` and `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Authenticates a caller. Must not reject. A synchronous answer is the fastest. */
export type Authenticate = (credentials: Credentials) => Principal | Denial | Promise<Principal | Denial>;

/**
 * Makes the answer to an operation whose caller lacks scopes.
 *
 * @param scopes all that the operation needs
 * @param url path and query as requested
 */
export type DenyScopes = (scopes: readonly string[], url: string | undefined) => Denial;

/** Converts a denial to a refusal. */
export function refusalOfDenial({ status, message, headers }: Denial): Refusal {
  return { status, message, headers: Object.entries(headers).flat() };
}

/** Returns whether two requests come from the same caller, regardless of their tokens. */
export function isSameCaller(one: Principal | undefined, other: Principal | undefined): boolean {
  return one?.id === other?.id && one?.issuer === other?.issuer;
}

/** The longest delay of Node's timers. */
const longestTimerMs = 2 ** 31 - 1;

/** Closes the connection when the token expires: a stream may be open for days, but not longer than its token is valid. */
export function cutAtExpiry({ principal, response }: HttpExchange, clock: Clock): void {
  const expiresAt = principal?.expiresAt;
  if (expiresAt === undefined) return;
  const leftMs = Math.min(Math.max(expiresAt - Date.now(), 0), longestTimerMs);
  response.once(
    'close',
    clock.after(leftMs, () => response.destroy()),
  );
}
