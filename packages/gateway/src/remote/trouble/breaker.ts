/**
 * Stops calls to an upstream server that keeps failing, and tries again with one call after a while.
 *
 * Knows nothing of calls: it is told how they ended.
 */

/** When it opens, and for how long. */
export interface BreakerLimits {
  readonly failures: number;
  readonly withinMs: number;
  readonly openMs: number;
  /** Failures so soon after one that counted are the same failure: a connection that breaks fails many calls. */
  readonly burstMs: number;
}

/** The limits that hold for every upstream. */
export const defaultBreakerLimits: BreakerLimits = { failures: 5, withinMs: 30_000, openMs: 10_000, burstMs: 200 };

export class Breaker {
  #failedAt: number[] = [];
  #openUntil: number | undefined;
  /** One that tries for longer, as for a person who is asked, leaves the next try to another call. */
  #tryingUntil: number | undefined;

  /** @param now milliseconds of a clock that never goes back */
  constructor(
    private readonly limits: BreakerLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Milliseconds until the next call may try; 0 where one may now. */
  get waitMs(): number {
    if (this.#openUntil === undefined) return 0;
    const now = this.now();
    if (this.#openUntil > now) return this.#openUntil - now;
    return now < (this.#tryingUntil ?? -Infinity) ? 1 : 0;
  }

  get isOpen(): boolean {
    return this.#openUntil !== undefined;
  }

  /** To be called before a call that `waitMs` allows: while open, it is the one that tries. */
  begin(): void {
    if (this.#openUntil !== undefined) this.#tryingUntil = this.now() + this.limits.openMs;
  }

  succeeded(): void {
    this.#failedAt = [];
    this.#openUntil = undefined;
    this.#tryingUntil = undefined;
  }

  failed(): void {
    const now = this.now();
    const { failures, withinMs, openMs, burstMs } = this.limits;
    const isSame = now - (this.#failedAt.at(-1) ?? -Infinity) < burstMs;
    if (!isSame) this.#failedAt = [...this.#failedAt.filter((at) => at > now - withinMs), now];
    const isTrial = this.#tryingUntil !== undefined;
    this.#tryingUntil = undefined;
    if (isTrial || this.#failedAt.length >= failures) this.#openUntil = now + openMs;
  }

  /** A call that said nothing about the upstream: its caller gave up. */
  abandoned(): void {
    this.#tryingUntil = undefined;
  }
}
