/**
 * Notices when work that never waits for anything outside holds the event loop, and gives everything else its turn: what was sent
 * leaves, other calls run, and a cancellation arrives.
 */

/** The longest time that work may hold the event loop before it yields, in milliseconds. */
const mostHeldMs = 20;

/** The clock, and how something is done in the next turn of the loop. */
interface EventLoopPort {
  readonly now?: () => number;
  readonly nextTurn?: (work: () => void) => void;
}

/** One for all work on a loop: only the time counts for which the loop was held. */
export class EventLoopYield {
  readonly #now: () => number;
  readonly #nextTurn: (work: () => void) => void;
  /** When this turn of the loop was first asked about; `undefined` where it was not. */
  #heldSince: number | undefined;
  #turn: Promise<void> | undefined;

  constructor({ now = Date.now, nextTurn = (work) => void setTimeout(work) }: EventLoopPort = {}) {
    this.#now = now;
    this.#nextTurn = nextTurn;
  }

  /** Tells whether the loop has been held for too long. The first check in a turn only notes the time. */
  get isDue(): boolean {
    if (this.#heldSince !== undefined) return Math.abs(this.#now() - this.#heldSince) > mostHeldMs;
    this.#heldSince = this.#now();
    this.#nextTurn(this.#beginTurn);
    return false;
  }

  /** Resolves after everything else had its turn; `undefined` while the loop has not been held for long. */
  whenDue(): Promise<void> | undefined {
    return this.isDue ? this.take() : undefined;
  }

  /** Resolves after everything else had its turn. All who wait for it go on in the same turn. */
  take(): Promise<void> {
    this.#turn ??= new Promise((resolve) =>
      this.#nextTurn(() => {
        this.#turn = undefined;
        resolve();
      }),
    );
    return this.#turn;
  }

  /** Resolves when what was sent is taken, and when a turn was given where one is due. */
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

/** The default for contexts without one: contexts from elsewhere, and those where only a plugin runs. */
export const processYield = new EventLoopYield();
