/**
 * Caches the tokens that an authorization server has just refused, so that a client that repeats one does not become a stream of
 * requests to that server.
 */
import { createHash } from 'node:crypto';
import type { AuthLimits } from '../limits.js';
import type { TokenRefused } from '../token-errors.js';

/** A token that was not accepted. */
interface UnknownToken {
  readonly untilMs: number;
  /** Absent for a token that may belong to another verifier. */
  readonly refusal: TokenRefused | undefined;
}

export class UnknownTokens {
  /** By the hash of the token, oldest first: no token stays in memory for having been refused. */
  readonly #tokens = new Map<string, UnknownToken>();

  constructor(private readonly limits: Pick<AuthLimits, 'unknownTokenMs' | 'maxUnknownTokens'>) {}

  /** @returns `undefined` for a token that was not refused, or too long ago */
  find(token: string, nowMs: number): UnknownToken | undefined {
    const key = hashOf(token);
    const found = this.#tokens.get(key);
    if (!found || nowMs < found.untilMs) return found;
    this.#tokens.delete(key);
    return undefined;
  }

  add(token: string, nowMs: number, refusal?: TokenRefused): void {
    const key = hashOf(token);
    this.#tokens.delete(key);
    this.#tokens.set(key, { untilMs: nowMs + this.limits.unknownTokenMs, refusal });
    for (const oldest of this.#tokens.keys()) {
      if (this.#tokens.size <= this.limits.maxUnknownTokens) break;
      this.#tokens.delete(oldest);
    }
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
