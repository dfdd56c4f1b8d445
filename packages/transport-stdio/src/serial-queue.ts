/**
 * Handles what comes many at a time one by one: the next only when all that the one before could do without waiting is done.
 *
 * So little is alive at any time that the garbage collector has hardly anything to carry, which costs more than any turn. An
 * item that waits for something holds up nothing, and however many come at once, the event loop has its turns.
 */
import type { EventLoopYield } from '@sigil/core/engine';

/** The handlers of a queue's items. */
export interface OneByOneHandlers<Item> {
  /** Says whether all that the item asked for is done. */
  readonly handle: (item: Item) => boolean;
  /** Asked before each item. @returns resolves when the reader has caught up; `undefined` when there is no need to wait */
  readonly untilRead: () => Promise<void> | undefined;
  /** Told when items have to wait: no more should come meanwhile. */
  readonly onWait: () => void;
  /** Told after the last item that waited was handled. */
  readonly onEmpty: () => void;
  readonly loop: EventLoopYield;
}

/** A queue of items with one handler. */
export class SerialQueue<Item> {
  #items: Item[] = [];
  #next = 0;
  #isAtWork = false;

  constructor(private readonly handlers: OneByOneHandlers<Item>) {}

  /** True while items wait. */
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
    const { handle, onWait, onEmpty } = this.handlers;
    while (this.#next < this.#items.length) {
      const waiting = this.#untilNext();
      if (waiting) {
        onWait();
        void waiting.then(this.#handleNext);
        return;
      }
      if (handle(this.#items[this.#next++]!)) continue;
      queueMicrotask(this.#handleNextInTurn);
      return;
    }
    this.clear();
    this.#isAtWork = false;
    onEmpty();
  };

  /** The reader goes first, then the event loop. A line that came alone costs no look at the clock. */
  #untilNext(): Promise<void> | undefined {
    const { untilRead, loop } = this.handlers;
    return untilRead() ?? (this.#next > 0 ? loop.whenDue() : undefined);
  }

  // A tick that a microtask asks for comes when no microtask is left.
  readonly #handleNextInTurn = (): void => process.nextTick(this.#handleNext);
}
