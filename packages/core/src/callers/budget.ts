/**
 * Counts how much of one thing is in use, up to a limit: of a whole, or of a share of it that one client or connection has.
 *
 * Plain additions, so that it can stand on the path of every call.
 */

/** Most of something at a time, and how much of it is in use now. */
export class Budget {
  #inUse = 0;
  #refusalCount = 0;

  /**
   * @param limit names the limit to a refused caller
   * @param whole what this is a share of: it counts there, too
   */
  constructor(
    readonly limit: string,
    readonly most: number,
    readonly whole?: Budget,
  ) {}

  get inUse(): number {
    return this.#inUse;
  }

  /** How often this budget, or a share of it, had too little left. */
  get refusalCount(): number {
    return this.#refusalCount;
  }

  /** @returns the budget that has too little left, this one or one that it is a share of: then nothing was taken */
  take(amount: number): Budget | undefined {
    const full = this.#findFull(amount);
    if (full) this.#countRefusal();
    else this.#add(amount);
    return full;
  }

  /** Gives back an amount that is no longer in use; its taker does so once. */
  give(amount: number): void {
    this.#add(-amount);
  }

  #countRefusal(): void {
    this.#refusalCount++;
    if (this.whole) this.whole.#countRefusal();
  }

  #findFull(amount: number): Budget | undefined {
    const fullWhole = this.whole && this.whole.#findFull(amount);
    return fullWhole ?? (this.#inUse + amount > this.most ? this : undefined);
  }

  #add(amount: number): void {
    this.#inUse += amount;
    if (this.whole) this.whole.#add(amount);
  }
}
