/**
 * A list of what runs at the moment, in the order in which it began.
 *
 * A `Set` makes its table anew all the time where much comes and goes, and a discarded table keeps what it held from being collected
 * until the old objects are: with 64 calls at a time that is every call, and a sixth of the time.
 */

/** The place of an item; given back to the list when the item is over. */
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

  /** @returns false for one that was taken out before */
  remove(entry: RunningEntry<Item>): boolean {
    if (!(entry instanceof Entry) || !entry.isListed) return false;
    const { older, newer } = entry;
    if (newer) newer.older = older;
    else this.#newest = older;
    if (older) older.newer = newer;
    else this.#oldest = newer;
    // An ended one that the collector has not found yet must not keep the later ones.
    entry.older = entry.newer = undefined;
    entry.isListed = false;
    this.#size--;
    return true;
  }

  /** Those of now, the oldest first: what ends meanwhile is told too. */
  items(): Item[] {
    const items: Item[] = [];
    for (let entry = this.#oldest; entry; entry = entry.newer) items.push(entry.item);
    return items;
  }
}
