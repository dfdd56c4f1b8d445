/**
 * A list of running work, in the order in which it began.
 *
 * A `Set` with high turnover keeps reallocating its table, and a discarded table keeps its entries alive until the old generation
 * is collected: with 64 concurrent calls that holds every call and costs a sixth of the time.
 */
import type { Clock } from './clock.js';

/** A handle to an item; pass it to `remove` when the item is done. */
export interface RunningEntry<Item> {
  readonly item: Item;
}

class Entry<Item> implements RunningEntry<Item> {
  isListed = true;
  newer: Entry<Item> | undefined = undefined;

  constructor(
    readonly item: Item,
    public older: Entry<Item> | undefined,
  ) {}
}

export class RunningList<Item> {
  #oldest: Entry<Item> | undefined = undefined;
  #newest: Entry<Item> | undefined = undefined;
  #size = 0;
  /** Called once, when nothing runs any more. */
  #onEmpty: Set<() => void> | undefined = undefined;

  get size(): number {
    return this.#size;
  }

  add(item: Item): RunningEntry<Item> {
    const entry = new Entry(item, this.#newest);
    if (this.#newest) this.#newest.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
    this.#size++;
    return entry;
  }

  /** @returns false if the entry was already removed */
  remove(entry: RunningEntry<Item>): boolean {
    if (!(entry instanceof Entry) || !entry.isListed) return false;
    const { older, newer } = entry;
    if (newer) newer.older = older;
    else this.#newest = older;
    if (older) older.newer = newer;
    else this.#oldest = newer;
    // A removed entry that is not collected yet must not keep later entries alive.
    entry.older = entry.newer = undefined;
    entry.isListed = false;
    if (--this.#size === 0) this.#notifyEmpty();
    return true;
  }

  /** Lists an item until its work settles. */
  async during<Result>(item: Item, work: Promise<Result>): Promise<Result> {
    const entry = this.add(item);
    try {
      return await work;
    } finally {
      this.remove(entry);
    }
  }

  /**
   * Waits until nothing runs, for at most this time.
   *
   * @returns what still runs when the time is over, oldest first
   */
  untilEmpty(ms: number, clock: Pick<Clock, 'after'>): Promise<Item[]> {
    if (this.#size === 0 || ms <= 0) return Promise.resolve(this.items());
    return new Promise((resolve) => {
      const end = (): void => {
        stopWaiting();
        this.#onEmpty?.delete(end);
        resolve(this.items());
      };
      const stopWaiting = clock.after(ms, end);
      this.#onEmpty ??= new Set();
      this.#onEmpty.add(end);
    });
  }

  /** Returns a snapshot, oldest first; items that end during iteration stay in it. */
  items(): Item[] {
    const items: Item[] = [];
    for (let entry = this.#oldest; entry; entry = entry.newer) items.push(entry.item);
    return items;
  }

  #notifyEmpty(): void {
    for (const end of this.#onEmpty ?? []) end();
  }
}
