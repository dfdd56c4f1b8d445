/**
 * Ends a request that waits for too long, or whose caller gives up.
 */
import { ConnectionError } from '../errors/connection-error.js';

/** The longest delay of a timer; a longer limit is none. */
const longestDelayMs = 2 ** 31 - 1;

export class Deadline {
  readonly #controller = new AbortController();
  readonly signal: AbortSignal = this.#controller.signal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of questions that wait for their answers. */
  #held = 0;
  readonly #onAbort = (): void => this.abort(this.given?.reason);

  /** @param timeoutMs `Infinity` for no limit */
  constructor(
    private readonly timeoutMs: number,
    private readonly given: AbortSignal | undefined,
  ) {
    if (given?.aborted) this.#onAbort();
    else given?.addEventListener('abort', this.#onAbort);
    this.restart();
  }

  /** Begins to count again. */
  restart(): void {
    clearTimeout(this.#timer);
    if (this.#held > 0 || this.signal.aborted || this.timeoutMs > longestDelayMs) return;
    const why = `the server did not answer within ${this.timeoutMs} ms`;
    this.#timer = setTimeout(() => this.abort(new ConnectionError('timeout', why)), this.timeoutMs);
  }

  /** Stops counting until the work is done. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#held++;
    this.restart();
    try {
      return await work();
    } finally {
      this.#held--;
      this.restart();
    }
  }

  abort(why: unknown): void {
    this.end();
    this.#controller.abort(why);
  }

  /** Stops counting for good. */
  end(): void {
    clearTimeout(this.#timer);
    this.given?.removeEventListener('abort', this.#onAbort);
  }
}
