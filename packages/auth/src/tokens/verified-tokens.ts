/**
 * Caches verified tokens, so that a call costs no signature check.
 *
 * Two generations approximate least-recently-used order: a look-up writes only when it finds the token in the older one.
 */
import type { Verified } from '../verifying/verifier.js';

interface Remembered {
  readonly token: string;
  readonly verified: Verified;
  readonly untilMs: number;
}

/**
 * Length of the key: the token's end. Hashing a whole token costs more than the rest of a
 * look-up; the end is a signature, so it is unique.
 */
const keyLength = 64;

export class VerifiedTokens {
  #recent = new Map<string, Remembered>();
  #older = new Map<string, Remembered>();

  /** @param max most tokens; the least recently used are dropped */
  constructor(private readonly max: number) {}

  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  /** @returns `undefined` for a token that is unknown or expired */
  find(token: string, nowMs: number): Verified | undefined {
    const key = token.slice(-keyLength);
    const recent = this.#recent.get(key);
    const found = recent ?? this.#older.get(key);
    if (found === undefined || found.token !== token) return undefined;
    const isOver = nowMs >= found.untilMs;
    if (recent !== undefined && !isOver) return found.verified;
    this.#recent.delete(key);
    this.#older.delete(key);
    if (isOver) return undefined;
    this.#add(key, found);
    return found.verified;
  }

  /** Caches a token until it expires, `reuseMs` at most. */
  remember(token: string, verified: Verified, nowMs: number): void {
    const untilMs = Math.min(nowMs + verified.reuseMs, verified.principal.expiresAt ?? Infinity);
    if (untilMs > nowMs) this.#add(token.slice(-keyLength), { token, verified, untilMs });
  }

  /** Drops the tokens of an issuer, which are then verified again. */
  forgetIssuer(issuer: string): void {
    for (const tokens of [this.#recent, this.#older]) {
      for (const [key, { verified }] of tokens) if (verified.principal.issuer === issuer) tokens.delete(key);
    }
  }

  #add(key: string, remembered: Remembered): void {
    if (this.#recent.size >= Math.max(1, this.max / 2)) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, remembered);
  }
}
