/**
 * Detects work that blocks the event loop because it never waits, and yields: output is flushed, other calls run, and
 * cancellations arrive.
 */

/** The longest time that work may block the event loop before it yields, in milliseconds. */
const mostHeldMs = 20;

/** The clock, and the function that schedules work in the next turn of the loop. */
interface EventLoopPort {
  readonly now?: () => number;
  readonly nextTurn?: (work: () => void) => void;
}

/** Shared by all work on a loop: counts only the time for which the loop was blocked. */
export class EventLoopYield {
  readonly #now: () => number;
  readonly #nextTurn: (work: () => void) => void;
  /** The time of the first check in this turn of the loop; `undefined` before it. */
  #heldSince: number | undefined;
  #turn: Promise<void> | undefined;

  constructor({ now = Date.now, nextTurn = (work) => void setTimeout(work) }: EventLoopPort = {}) {
    this.#now = now;
    this.#nextTurn = nextTurn;
  }

  /** True when the loop has been blocked for too long. The first check in a turn only records the time. */
  get isDue(): boolean {
    if (this.#heldSince !== undefined) return Math.abs(this.#now() - this.#heldSince) > mostHeldMs;
    this.#heldSince = this.#now();
    this.#nextTurn(this.#beginTurn);
    return false;
  }

  /** Resolves after all other pending work had its turn; `undefined` if the loop has not been blocked for long. */
  whenDue(): Promise<void> | undefined {
    return this.isDue ? this.take() : undefined;
  }

  /** Resolves after all other pending work had its turn. All waiters resume in the same turn. */
  take(): Promise<void> {
    this.#turn ??= new Promise((resolve) =>
      this.#nextTurn(() => {
        this.#turn = undefined;
        resolve();
      }),
    );
    return this.#turn;
  }

  /** Resolves when `sent` is accepted, and after a yield if one is due. */
  after(sent: Promise<void> | undefined): Promise<void> {
    const turn = this.whenDue();
    if (!turn) return sent ?? nothing;
    return sent ? sent.then(() => turn) : turn;
  }

  readonly #beginTurn = (): void => {
    this.#heldSince = undefined;
  };
}

const nothing = Promise.resolve();

/** The default for contexts without their own: foreign contexts, and processes that run only a plugin. */
export const processYield = new EventLoopYield();
