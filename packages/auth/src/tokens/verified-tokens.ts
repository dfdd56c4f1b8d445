/**
 * Remembers tokens that were found good, so that a call costs no signature.
 *
 * Two generations stand for the order of use: a look-up changes nothing unless the token is in the older one.
 */
import type { Verified } from '../verifying/verifier.js';

interface Remembered {
  readonly verified: Verified;
  readonly untilMs: number;
}

export class VerifiedTokens {
  #recent = new Map<string, Remembered>();
  #older = new Map<string, Remembered>();

  /** @param max most tokens; the ones that were not used for longest are forgotten */
  constructor(private readonly max: number) {}

  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  /** @returns `undefined` for a token that is unknown, or no longer remembered */
  find(token: string, nowMs: number): Verified | undefined {
    const recent = this.#recent.get(token);
    if (recent !== undefined && nowMs < recent.untilMs) return recent.verified;
    const found = recent ?? this.#older.get(token);
    if (found === undefined) return undefined;
    this.#recent.delete(token);
    this.#older.delete(token);
    if (nowMs >= found.untilMs) return undefined;
    this.#add(token, found);
    return found.verified;
  }

  /** Remembers it until it expires, `reuseMs` at most. */
  remember(token: string, verified: Verified, nowMs: number): void {
    const untilMs = Math.min(nowMs + verified.reuseMs, verified.principal.expiresAt ?? Infinity);
    if (untilMs > nowMs) this.#add(token, { verified, untilMs });
  }

  #add(token: string, remembered: Remembered): void {
    if (this.#recent.size >= Math.max(1, this.max / 2)) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(token, remembered);
  }
}
