/**
 * Handles a burst of items one by one: the next only when all synchronous work of the previous one is done.
 *
 * Few objects are then alive at a time, which saves the garbage collector more than the extra turns cost. An item that waits does
 * not block others, and the event loop gets its turns during a burst.
 */
import type { EventLoopYield } from '@sigil/core/internal';

/** The handlers of a queue's items. */
export interface OneByOneHandlers<Item> {
  readonly handle: (item: Item) => void;
  /** Called before each item. @returns resolves when the reader has caught up; `undefined` when there is no need to wait */
  readonly untilRead: () => Promise<void> | undefined;
  /** Called when items have to wait: pause the source. */
  readonly onWait: () => void;
  /** Called after the last waiting item was handled. */
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

  /** Handles the first item immediately if the queue is empty. @param items owned by the queue from now on */
  add(items: Item[]): void {
    if (this.#isAtWork) {
      for (const item of items) this.#items.push(item);
    } else if (items.length > 0) {
      this.#items = items;
      this.#isAtWork = true;
      this.#handleNext();
    }
  }

  /** Drops all waiting items. */
  clear(): void {
    this.#items = [];
    this.#next = 0;
  }

  readonly #handleNext = (): void => {
    const { handle, onWait, onEmpty } = this.handlers;
    if (this.#next < this.#items.length) {
      const waiting = this.#untilNext();
      if (waiting) {
        onWait();
        void waiting.then(this.#handleNext);
        return;
      }
      handle(this.#items[this.#next++]!);
      queueMicrotask(this.#handleNextInTurn);
      return;
    }
    this.clear();
    this.#isAtWork = false;
    onEmpty();
  };

  /** Waits for the reader first, then for the event loop. A line that came alone needs no clock check. */
  #untilNext(): Promise<void> | undefined {
    const { untilRead, loop } = this.handlers;
    return untilRead() ?? (this.#next > 0 ? loop.whenDue() : undefined);
  }

  // A tick requested in a microtask runs when no microtask is left.
  readonly #handleNextInTurn = (): void => process.nextTick(this.#handleNext);
}
