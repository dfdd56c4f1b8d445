/**
 * Lets a few works run at a time; further ones wait in the order in which they came.
 */
export class Turns {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param most works at a time */
  constructor(private readonly most: number) {}

  /** @returns what the work gives. @throws what it throws */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.most) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The first waiting call takes over the place, so that no new call comes between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
