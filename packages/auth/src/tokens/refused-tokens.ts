/**
 * Counts refused tokens by the network that they came from, so that guessing and needless signatures come to an end.
 */
import { clientKeyOf } from '@sigil/core/engine';
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

  /** Returns the seconds until unknown tokens of this network are looked at again; 0 when they are now. */
  secondsToWait(address: string | undefined, nowMs: number): number {
    const key = clientKeyOf(address);
    const refusals = this.#networks.get(key);
    if (!refusals) return 0;
    const leftMs = refusals.untilMs - nowMs;
    if (leftMs <= 0) this.#networks.delete(key);
    return leftMs > 0 && refusals.count >= this.limits.maxRefusedTokens ? Math.ceil(leftMs / 1000) : 0;
  }

  /** Ask `secondsToWait` before. */
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
