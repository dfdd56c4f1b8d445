/**
 * The time that an interceptor spends itself: the clock stands while the request inside it runs.
 */
import type { Clock, StopWaiting } from '../model/clock.js';

const turnsWithoutTimer = 8;

export class InterceptorTime {
  readonly #clock: Clock;
  readonly #limitMs: number;
  #leftMs: number;
  #startedAt: number;
  #isRunning = true;
  #isOver = false;
  #stopWaiting: StopWaiting | undefined = undefined;
  #fail: ((error: Error) => void) | undefined = undefined;

  constructor(clock: Clock, limitMs: number) {
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.#leftMs = limitMs;
    this.#startedAt = clock.now();
  }

  /** True once the interceptor has ended or was late. */
  get isOver(): boolean {
    return this.#isOver;
  }

  pause(): void {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    this.#leftMs -= this.#clock.now() - this.#startedAt;
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
  }

  resume(): void {
    if (this.#isRunning || this.#isOver) return;
    this.#isRunning = true;
    this.#startedAt = this.#clock.now();
    void this.#waitSoon();
  }

  /** @throws Error when the interceptor takes longer than its limit */
  limit<Value>(working: PromiseLike<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      working.then(resolve, reject);
      if (this.#isRunning) void this.#waitSoon();
    });
  }

  end(): void {
    this.#isOver = true;
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
  }

  /** Most interceptors end within a few turns of the microtask queue, and a timer costs as much as all of their work. */
  async #waitSoon(): Promise<void> {
    for (let turn = 0; turn < turnsWithoutTimer; turn++) {
      await undefined;
      if (this.#isOver || !this.#isRunning) return;
    }
    this.#wait();
  }

  #wait(): void {
    if (!this.#fail || this.#stopWaiting) return;
    this.#stopWaiting = this.#clock.after(Math.max(0, this.#leftMs), () => {
      this.#isOver = true;
      this.#fail?.(new Error(`it took longer than ${this.#limitMs} ms (limit interceptorTimeoutMs)`));
    });
  }
}
