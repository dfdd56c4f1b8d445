/**
 * Decides after each crash when the plugin is started again, and when it has crashed too often to be called at all.
 */
import { backOffMs } from '@sigil/core/internal';
import type { LinkLimits } from './plugin-link.js';

/** The reaction to a crash. */
export interface AfterCrash {
  readonly restartInMs: number;
  /** Refuses calls until the restart, instead of letting them wait. */
  readonly isCircuitOpen: boolean;
}

export class CrashHistory {
  #crashes: number[] = [];
  #isHalfOpen = false;

  constructor(private readonly limits: LinkLimits) {}

  /** @param now milliseconds of any monotonic clock */
  crashed(now: number): AfterCrash {
    const { crashWindowMs, maxCrashes, circuitOpenMs, restartDelayMs, maxRestartDelayMs } = this.limits;
    this.#crashes = [...this.#crashes.filter((at) => now - at < crashWindowMs), now];
    const count = this.#crashes.length;
    if (this.#isHalfOpen || count >= maxCrashes) {
      this.#isHalfOpen = false;
      return { restartInMs: circuitOpenMs, isCircuitOpen: true };
    }
    const restarts = { firstMs: restartDelayMs, longestMs: maxRestartDelayMs };
    return { restartInMs: backOffMs(restarts, count - 1), isCircuitOpen: false };
  }

  /** Half-opens the circuit: the next crash within the window opens it again at once. */
  triesAgain(now: number): void {
    this.#crashes = Array.from({ length: this.limits.maxCrashes - 1 }, () => now);
    this.#isHalfOpen = true;
  }

  /** Records that the start after an open circuit succeeded. */
  started(): void {
    this.#isHalfOpen = false;
  }
}
