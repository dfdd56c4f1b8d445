/**
 * Counts refused tokens by source network, to stop guessing and needless signature checks.
 */
import { clientKeyOf } from '@sigil/core/internal';
import type { AuthLimits } from '../limits.js';

interface Refusals {
  count: number;
  readonly untilMs: number;
}

export class RefusedTokens {
  readonly #networks = new Map<string, Refusals>();

  constructor(
    private readonly limits: Pick<AuthLimits, 'maxRefusedTokens' | 'refusedTokenWindowMs' | 'maxRefusedNetworks'>,
  ) {}

  /** Returns the seconds until unknown tokens of this network are checked again; 0 if they are now. */
  secondsToWait(address: string | undefined, nowMs: number): number {
    const key = clientKeyOf(address);
    const refusals = this.#networks.get(key);
    if (!refusals) return 0;
    const leftMs = refusals.untilMs - nowMs;
    if (leftMs <= 0) this.#networks.delete(key);
    return leftMs > 0 && refusals.count >= this.limits.maxRefusedTokens ? Math.ceil(leftMs / 1000) : 0;
  }

  /** Counts one refused token. Call `secondsToWait` first. */
  note(address: string | undefined, nowMs: number): void {
    const key = clientKeyOf(address);
    const refusals = this.#networks.get(key);
    if (refusals) {
      refusals.count++;
      return;
    }
    for (const first of this.#networks.keys()) {
      if (this.#networks.size < this.limits.maxRefusedNetworks) break;
      this.#networks.delete(first);
    }
    this.#networks.set(key, { count: 1, untilMs: nowMs + this.limits.refusedTokenWindowMs });
  }
}
