/**
 * Many waits of one length, watched by one timer: cheaper than a timer for each when hardly any comes to its end.
 */
import type { Clock, Stop } from './clock.js';

interface Wait {
  readonly endsAt: number;
  readonly onEnd: () => void;
}

/** How many times a wait is looked at before it is over. */
const checksPerWait = 10;

/** Calls back within a tenth of a wait after its end. */
export class Deadlines {
  // All waits are equally long, so the oldest ends first.
  readonly #waits = new Set<Wait>();
  readonly #stop: Stop;

  constructor(
    private readonly waitMs: number,
    private readonly clock: Clock,
  ) {
    this.#stop = clock.every(Math.ceil(waitMs / checksPerWait), () => this.#check());
  }

  /** @returns ends the wait without calling back */
  add(onEnd: () => void): Stop {
    const wait: Wait = { endsAt: this.clock.now() + this.waitMs, onEnd };
    this.#waits.add(wait);
    return () => this.#waits.delete(wait);
  }

  /** Stops watching. */
  close(): void {
    this.#stop();
    this.#waits.clear();
  }

  #check(): void {
    const now = this.clock.now();
    for (const wait of this.#waits) {
      if (wait.endsAt > now) return;
      this.#waits.delete(wait);
      wait.onEnd();
    }
  }
}
