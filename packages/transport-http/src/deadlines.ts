/**
 * Many waits of one length, watched by one timer: cheaper than a timer for each when hardly any comes to its end.
 *
 * Time is counted in looks of that timer, so that a wait asks for no time of day.
 */
import type { Clock, Stop } from './clock.js';

/** Something that waits. */
export interface Waiting {
  /** The time is over. */
  pass(): void;
}

/** How many times a wait is looked at before it is over. */
const looksPerWait = 10;

/** Lets each wait pass at its end, or up to a tenth of it later. */
export class Deadlines {
  /** With the number of the look at which each ends. All waits are equally long, so the oldest ends first. */
  readonly #waiting = new Map<Waiting, number>();
  readonly #stop: Stop;
  #looks = 0;

  constructor(waitMs: number, clock: Clock) {
    this.#stop = clock.every(Math.ceil(waitMs / looksPerWait), () => this.#look());
  }

  add(waiting: Waiting): void {
    this.#waiting.set(waiting, this.#looks + looksPerWait + 1);
  }

  /** Ends the wait without letting it pass. May be called again. */
  delete(waiting: Waiting): void {
    this.#waiting.delete(waiting);
  }

  /** Stops watching. */
  close(): void {
    this.#stop();
    this.#waiting.clear();
  }

  #look(): void {
    this.#looks++;
    for (const [waiting, end] of this.#waiting) {
      if (end > this.#looks) return;
      this.#waiting.delete(waiting);
      waiting.pass();
    }
  }
}
