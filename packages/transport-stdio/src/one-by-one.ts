/**
 * Handles what comes many at a time one by one: the next only when all that the one before could do without waiting is done.
 *
 * So little is alive at any time that the garbage collector has hardly anything to carry, which costs more than any turn. What
 * waits for something holds up nothing.
 */

/** A queue of items with one handler. */
export class OneByOne<Item> {
  #items: Item[] = [];
  #next = 0;
  #isAtWork = false;

  /**
   * @param handle says whether all that the item asked for is done
   * @param onEmpty told after the last item that waited was handled
   */
  constructor(
    private readonly handle: (item: Item) => boolean,
    private readonly onEmpty: () => void,
    /** Asked before each item. @returns what it waits for, if it does */
    private readonly hold: () => Promise<void> | undefined = () => undefined,
  ) {}

  /** Whether items wait. */
  get isAtWork(): boolean {
    return this.#isAtWork;
  }

  /** Handles the first at once, where none waits. @param items the queue's own from now on */
  add(items: Item[]): void {
    if (this.#isAtWork) {
      for (const item of items) this.#items.push(item);
    } else if (items.length > 0) {
      this.#items = items;
      this.#isAtWork = true;
      this.#handleNext();
    }
  }

  /** Forgets what waits. */
  clear(): void {
    this.#items = [];
    this.#next = 0;
  }

  readonly #handleNext = (): void => {
    while (this.#next < this.#items.length) {
      const held = this.hold();
      if (held) {
        void held.then(this.#handleNext);
        return;
      }
      if (this.handle(this.#items[this.#next++]!)) continue;
      queueMicrotask(this.#handleNextInTurn);
      return;
    }
    this.clear();
    this.#isAtWork = false;
    this.onEmpty();
  };

  // A tick that a microtask asks for comes when no microtask is left.
  readonly #handleNextInTurn = (): void => process.nextTick(this.#handleNext);
}
