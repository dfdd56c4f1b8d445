/**
 * Counts wrong admin tokens by the network that sends them, to stop guessing.
 */
import { clientKeyOf } from '@sigil/core/internal';

/** Most wrong tokens of one network in the window; documented in docs/reference/limits.md. */
export const maxWrongTokens = 10;
/** The window begins with the first wrong token; after it the count starts again. */
export const wrongTokenWindowMs = 60_000;
/** Most networks that are remembered; beyond that, the oldest is forgotten. */
export const maxTryingNetworks = 1000;

interface Tries {
  wrong: number;
  readonly until: number;
}

/** Counts the wrong tokens of one admin address. */
export class TokenTries {
  readonly #networks = new Map<string, Tries>();

  /** @param now milliseconds since 1970 */
  constructor(private readonly now: () => number = Date.now) {}

  /** Returns the seconds until tokens of this network are checked again; 0 when they are checked now. */
  secondsToWait(address: string | undefined): number {
    const key = clientKeyOf(address);
    const tries = this.#networks.get(key);
    if (!tries) return 0;
    const leftMs = tries.until - this.now();
    if (leftMs <= 0) this.#networks.delete(key);
    return leftMs > 0 && tries.wrong >= maxWrongTokens ? Math.ceil(leftMs / 1000) : 0;
  }

  /** Counts a wrong token. Call `secondsToWait` first. */
  noteWrong(address: string | undefined): void {
    const key = clientKeyOf(address);
    const tries = this.#networks.get(key);
    if (tries) {
      tries.wrong++;
      return;
    }
    for (const oldest of this.#networks.keys()) {
      if (this.#networks.size < maxTryingNetworks) break;
      this.#networks.delete(oldest);
    }
    this.#networks.set(key, { wrong: 1, until: this.now() + wrongTokenWindowMs });
  }
}
