/**
 * Ends a call that runs too long. Progress starts the wait again, up to an absolute maximum; waits for the client do not count.
 */
import type { Clock, StopWaiting } from '../model/clock.js';
import { CallTimedOut } from './abort-reasons.js';
import type { CallObserver } from './call-observer.js';

/** The times that a call may run. */
export interface DeadlineLimits {
  readonly callTimeoutMs: number;
  /** A tool's own, instead of `callTimeoutMs`. */
  readonly timeoutMs?: number;
  readonly maxCallMs: number;
}

export class Deadline {
  #stopWaiting: StopWaiting | undefined = undefined;
  #spentMs = 0;
  #startedAt = 0;

  /** @param onPassed told once, with the limit that ended it in words, and its name */
  constructor(
    private readonly clock: Clock,
    private readonly limits: DeadlineLimits,
    private readonly onPassed: (words: string, limit: keyof DeadlineLimits) => void,
  ) {}

  /** Begins, or goes on after a pause, with the whole wait. */
  start(): void {
    this.pause();
    this.#startedAt = this.clock.now();
    const leftMs = Math.max(0, this.limits.maxCallMs - this.#spentMs);
    this.#stopWaiting = this.clock.after(Math.min(leftMs, this.#waitMs), () => this.onPassed(...this.#limit(leftMs)));
  }

  /** Progress was made: the wait starts again, if it is running. */
  restart(): void {
    // Within the same millisecond it would be the same wait again.
    if (this.#stopWaiting && this.clock.now() !== this.#startedAt) this.start();
  }

  /** Stops the wait until `start`. */
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

/** The deadline of a call of a server. @param abort told once, of the reason that the call was ended with */
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
