/**
 * Stops calls to a server that keeps failing, and tries again with one call after a while.
 *
 * Knows nothing of calls, only their outcomes.
 */

/** The failures that open the breaker, and the time that it stays open. */
export interface BreakerLimits {
  readonly failures: number;
  readonly withinMs: number;
  readonly openMs: number;
  /** Failures within this time after a counted one count as the same: a broken connection fails many calls. */
  readonly burstMs: number;
}

/** The limits for every server. */
export const defaultBreakerLimits: BreakerLimits = { failures: 5, withinMs: 30_000, openMs: 10_000, burstMs: 200 };

export class Breaker {
  #failedAt: number[] = [];
  #openUntil: number | undefined;
  /** The time until which the trial call blocks others. If it takes longer, such as for a person's answer, another call may try. */
  #tryingUntil: number | undefined;

  /** @param now milliseconds of a monotonic clock */
  constructor(
    private readonly limits: BreakerLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Milliseconds until the next call may try; 0 when one may try now. */
  get waitMs(): number {
    if (this.#openUntil === undefined) return 0;
    const now = this.now();
    if (this.#openUntil > now) return this.#openUntil - now;
    return now < (this.#tryingUntil ?? -Infinity) ? 1 : 0;
  }

  get isOpen(): boolean {
    return this.#openUntil !== undefined;
  }

  /** Starts a call that `waitMs` allows; while the breaker is open, it is the trial. */
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

  /** Ends a call that gave no verdict on the server, since its caller gave up. */
  abandoned(): void {
    this.#tryingUntil = undefined;
  }
}
