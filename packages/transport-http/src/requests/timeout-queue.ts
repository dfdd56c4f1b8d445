/**
 * Many waits of one length, watched by one timer: cheaper than a timer for each when hardly any comes to its end.
 *
 * Time is counted in looks of that timer, so that a wait asks for no time of day. The waits are a list that each can leave
 * without being looked for: one begins and ends with every request.
 */
import type { Clock, Stop } from '../clock.js';

/** The number of times that a wait is looked at before it is over. */
const looksPerWait = 10;

/** One wait; it is begun and ended by `TimeoutQueue` alone. */
export abstract class Timeout {
  /** The number of the look at which it is over; 0 while it does not run. */
  endsAt = 0;
  before: Timeout | undefined = undefined;
  after: Timeout | undefined = undefined;

  /** The time is over. */
  abstract pass(): void;
}

/** Lets each wait pass at its end, or up to a tenth of it later. */
export class TimeoutQueue {
  /** All waits are equally long, so the oldest ends first. */
  #oldest: Timeout | undefined = undefined;
  #newest: Timeout | undefined = undefined;
  readonly #stop: Stop;
  #looks = 0;

  constructor(waitMs: number, clock: Clock) {
    this.#stop = clock.every(Math.ceil(waitMs / looksPerWait), () => this.#look());
  }

  /** Begins a wait that does not run. */
  begin(wait: Timeout): void {
    wait.endsAt = this.#looks + looksPerWait + 1;
    wait.before = this.#newest;
    if (this.#newest) this.#newest.after = wait;
    else this.#oldest = wait;
    this.#newest = wait;
  }

  /** Ends a wait without letting it pass, if it runs. */
  end(wait: Timeout): void {
    if (wait.endsAt === 0) return;
    const { before, after } = wait;
    if (before) before.after = after;
    else this.#oldest = after;
    if (after) after.before = before;
    else this.#newest = before;
    wait.endsAt = 0;
    wait.before = undefined;
    wait.after = undefined;
  }

  /** Stops watching. */
  close(): void {
    this.#stop();
    while (this.#oldest) this.end(this.#oldest);
  }

  #look(): void {
    this.#looks++;
    while (this.#oldest && this.#oldest.endsAt <= this.#looks) {
      const wait = this.#oldest;
      this.end(wait);
      wait.pass();
    }
  }
}
