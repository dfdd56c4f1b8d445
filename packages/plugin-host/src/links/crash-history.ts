/**
 * Decides after each crash when the plugin is started again, and when it has crashed too often to be called at all.
 */
import type { LinkLimits } from './plugin-link.js';

/** The reaction to a crash. */
export interface AfterCrash {
  readonly restartInMs: number;
  /** Calls are refused until then instead of waiting. */
  readonly isCircuitOpen: boolean;
}

export class CrashHistory {
  #crashes: number[] = [];
  #isHalfOpen = false;

  constructor(private readonly limits: LinkLimits) {}

  /** @param now in milliseconds, on any clock that only goes forward */
  crashed(now: number): AfterCrash {
    const { crashWindowMs, maxCrashes, circuitOpenMs, restartDelayMs, maxRestartDelayMs } = this.limits;
    this.#crashes = [...this.#crashes.filter((at) => now - at < crashWindowMs), now];
    const count = this.#crashes.length;
    if (this.#isHalfOpen || count >= maxCrashes) {
      this.#isHalfOpen = false;
      return { restartInMs: circuitOpenMs, isCircuitOpen: true };
    }
    return { restartInMs: Math.min(maxRestartDelayMs, restartDelayMs * 2 ** (count - 1)), isCircuitOpen: false };
  }

  /** The circuit has been open for its time: the next crash within the window opens it again at once. */
  triesAgain(now: number): void {
    this.#crashes = Array.from({ length: this.limits.maxCrashes - 1 }, () => now);
    this.#isHalfOpen = true;
  }

  /** The start after an open circuit went well. */
  started(): void {
    this.#isHalfOpen = false;
  }
}
