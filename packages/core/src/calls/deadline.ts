/**
 * Ends a call that runs too long. Progress starts the wait again, up to an absolute maximum; waits for the client do not count.
 */
import { TimeoutQueue } from './timeout-queue.js';

/** The times that a call may run. */
export interface DeadlineLimits {
  readonly callTimeoutMs: number;
  /** A tool's own, instead of `callTimeoutMs`. */
  readonly timeoutMs?: number;
  readonly maxCallMs: number;
}

export class Deadline {
  #stopWaiting: (() => void) | undefined;
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
    this.#stopWaiting?.();
    this.#noteSpent();
    this.#isRunning = true;
    const leftMs = maxCallMs - this.#spentMs;
    if (leftMs > waitMs && timeoutMs === undefined) {
      this.#stopWaiting = waitsOf(this.limits).add(this.#startedAt, this);
      return;
    }
    const limit = leftMs <= waitMs ? `${maxCallMs} ms (limit maxCallMs)` : `${waitMs} ms (the tool's limit timeoutMs)`;
    const timer = setTimeout(() => this.onPassed(limit), Math.max(0, Math.min(leftMs, waitMs)));
    this.#stopWaiting = () => clearTimeout(timer);
  }

  /** Progress was made: the wait starts again, if it is running. */
  restart(): void {
    // Within the same millisecond it would be the same wait again.
    if (this.#isRunning && Date.now() !== this.#startedAt) this.start();
  }

  /** Stops the wait until `start`. */
  pause(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.#noteSpent();
    this.#isRunning = false;
  }

  /** The usual wait is over. */
  pass(): void {
    this.onPassed(`${this.limits.callTimeoutMs} ms (limit callTimeoutMs)`);
  }

  #noteSpent(): void {
    const now = Date.now();
    if (this.#isRunning) this.#spentMs += now - this.#startedAt;
    this.#startedAt = now;
  }
}

// By the limits of a server, so that calls of other servers, with other waits, are nothing to each other.
const sharedWaits = new WeakMap<DeadlineLimits, TimeoutQueue>();

function waitsOf(limits: DeadlineLimits): TimeoutQueue {
  const known = sharedWaits.get(limits);
  if (known) return known;
  const made = new TimeoutQueue(limits.callTimeoutMs);
  sharedWaits.set(limits, made);
  return made;
}
