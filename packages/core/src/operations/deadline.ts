/**
 * How long a call may still run. Progress starts the wait again, up to an absolute maximum; waiting for the client does not count.
 */
export interface DeadlineLimits {
  readonly callTimeoutMs: number;
  /** A tool's own, instead of `callTimeoutMs`. */
  readonly timeoutMs?: number;
  readonly maxCallMs: number;
}

export class Deadline {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #spentMs = 0;
  #startedAt = 0;
  #isRunning = false;

  /** @param onPassed told once, with the limit that ended it */
  constructor(
    private readonly limits: DeadlineLimits,
    private readonly onPassed: (limit: string) => void,
  ) {}

  /** Begins, or goes on after a pause, with the whole wait. */
  start(): void {
    const { callTimeoutMs, timeoutMs, maxCallMs } = this.limits;
    const waitMs = timeoutMs ?? callTimeoutMs;
    const waitName = timeoutMs === undefined ? 'limit callTimeoutMs' : "the tool's limit timeoutMs";
    clearTimeout(this.#timer);
    this.#noteSpent();
    this.#isRunning = true;
    const leftMs = maxCallMs - this.#spentMs;
    const isLast = leftMs <= waitMs;
    const limit = isLast ? `${maxCallMs} ms (limit maxCallMs)` : `${waitMs} ms (${waitName})`;
    this.#timer = setTimeout(() => this.onPassed(limit), Math.max(0, Math.min(leftMs, waitMs)));
  }

  /** Progress was made: the wait starts again, if it is running. */
  restart(): void {
    if (this.#isRunning) this.start();
  }

  /** Stops the wait until `start`. */
  pause(): void {
    clearTimeout(this.#timer);
    this.#noteSpent();
    this.#isRunning = false;
  }

  #noteSpent(): void {
    const now = Date.now();
    if (this.#isRunning) this.#spentMs += now - this.#startedAt;
    this.#startedAt = now;
  }
}
