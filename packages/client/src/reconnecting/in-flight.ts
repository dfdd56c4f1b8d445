/**
 * Counts work in flight, and reports when none is left.
 */
export class InFlight {
  #count = 0;
  #idle: (() => void) | undefined;

  get count(): number {
    return this.#count;
  }

  begin(): void {
    this.#count++;
  }

  /** @returns called once, when the work is over */
  enter(): () => void {
    this.begin();
    return () => this.end();
  }

  end(): void {
    if (--this.#count === 0) this.#idle?.();
  }

  /** Counts work until it settles. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    this.begin();
    try {
      return await work;
    } finally {
      this.end();
    }
  }

  /** @returns resolves when nothing is in flight, or after `graceMs` */
  async untilIdle(graceMs: number): Promise<void> {
    if (this.#count === 0 || graceMs <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#idle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** @returns a function that returns the milliseconds left, from 0, of a period that begins now */
export function countDown(ms: number): () => number {
  const until = performance.now() + ms;
  return () => Math.max(0, until - performance.now());
}
