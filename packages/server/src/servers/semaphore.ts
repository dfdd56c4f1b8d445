/**
 * Limits concurrent work; further work waits in order of arrival.
 */
export class Semaphore {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param most the number of works at a time */
  constructor(private readonly most: number) {}

  /** @returns the result of the work. @throws the error of the work */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.most) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The first in the queue takes over the place, so that a new one cannot come before it.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
