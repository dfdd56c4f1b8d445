/**
 * Many waits of one length, watched by one timer: hardly any comes to its end, and a timer for each is dear.
 *
 * Exact to the timer's own millisecond. Keeps the process alive only while something waits.
 */

/** Something that waits. */
export interface Waiting {
  /** The time is over. */
  pass(): void;
}

interface Wait {
  readonly endsAt: number;
  readonly waiting: Waiting;
}

type Timer = ReturnType<typeof setTimeout>;

export class TimeoutQueue {
  // All waits are equally long, so the oldest ends first.
  readonly #waits = new Set<Wait>();
  #timer: Timer | undefined;

  constructor(private readonly waitMs: number) {}

  /**
   * @param now what `Date.now` says
   * @returns ends the wait
   */
  add(now: number, waiting: Waiting): () => void {
    const wait: Wait = { endsAt: now + this.waitMs, waiting };
    this.#waits.add(wait);
    if (this.#timer === undefined) this.#watch(this.waitMs);
    else if (this.#waits.size === 1) refer(this.#timer);
    return () => {
      if (this.#waits.delete(wait) && this.#waits.size === 0 && this.#timer !== undefined) unrefer(this.#timer);
    };
  }

  #watch(ms: number): void {
    this.#timer = setTimeout(() => this.#check(), ms);
  }

  #check(): void {
    this.#timer = undefined;
    for (const wait of this.#waits) {
      const leftMs = wait.endsAt - Date.now();
      if (leftMs > 0) {
        // A clock that was set back makes no wait longer than it was.
        this.#watch(Math.min(leftMs, this.waitMs));
        return;
      }
      this.#waits.delete(wait);
      wait.waiting.pass();
    }
  }
}

// Timers are objects on Node and numbers elsewhere, where nothing needs to be kept from ending.
function refer(timer: Timer): void {
  if (typeof timer === 'object') timer.ref();
}

function unrefer(timer: Timer): void {
  if (typeof timer === 'object') timer.unref();
}
