/**
 * Ends a call that runs too long. Progress restarts the timer, up to an absolute maximum; time spent waiting for the client does
 * not count.
 */
import type { Clock, StopWaiting } from '../model/clock.js';
import { CallTimedOut } from './abort-reasons.js';
import type { CallObserver } from './call-observer.js';

/** The durations allowed for a call. */
export interface DeadlineLimits {
  readonly callTimeoutMs: number;
  /** The tool's own timeout, in place of `callTimeoutMs`. */
  readonly timeoutMs?: number;
  readonly maxCallMs: number;
}

export class Deadline {
  #stopWaiting: StopWaiting | undefined = undefined;
  #spentMs = 0;
  #startedAt = 0;

  /** @param onPassed called once, with a description of the exceeded limit, and its name */
  constructor(
    private readonly clock: Clock,
    private readonly limits: DeadlineLimits,
    private readonly onPassed: (words: string, limit: keyof DeadlineLimits) => void,
  ) {}

  /** Starts the timer, or resumes it after a pause, with the full duration. */
  start(): void {
    this.pause();
    this.#startedAt = this.clock.now();
    const leftMs = Math.max(0, this.limits.maxCallMs - this.#spentMs);
    this.#stopWaiting = this.clock.after(Math.min(leftMs, this.#waitMs), () => this.onPassed(...this.#limit(leftMs)));
  }

  /** Restarts the timer after progress, if it is running. */
  restart(): void {
    // A restart within the same millisecond would change nothing.
    if (this.#stopWaiting && this.clock.now() !== this.#startedAt) this.start();
  }

  /** Stops the timer until `start`. */
  pause(): void {
    if (!this.#stopWaiting) return;
    this.#stopWaiting();
    this.#stopWaiting = undefined;
    this.#spentMs += this.clock.now() - this.#startedAt;
  }

  get #waitMs(): number {
    return this.limits.timeoutMs ?? this.limits.callTimeoutMs;
  }

  #limit(leftMs: number): [string, keyof DeadlineLimits] {
    const { maxCallMs, timeoutMs, callTimeoutMs } = this.limits;
    if (leftMs <= this.#waitMs) return [`${maxCallMs} ms (limit maxCallMs)`, 'maxCallMs'];
    return timeoutMs === undefined
      ? [`${callTimeoutMs} ms (limit callTimeoutMs)`, 'callTimeoutMs']
      : [`${timeoutMs} ms (the tool's limit timeoutMs)`, 'timeoutMs'];
  }
}

/** Opens the deadline of a call. @param abort called once, with the reason for ending the call */
export function openDeadline(
  { clock, observer }: { readonly clock: Clock; readonly observer?: CallObserver | undefined },
  limits: DeadlineLimits,
  abort: (reason: Error) => void,
): Deadline {
  return new Deadline(clock, limits, (words, limit) => {
    observer?.limitHit?.(limit);
    abort(new CallTimedOut(`it took longer than ${words}`));
  });
}
