/**
 * Holds lines back while the server opens: those that need what is being opened, and those that must not overtake them.
 *
 * Knows nothing of messages. A server that is open from the start has none of it.
 */
import type { RequestId } from '@sigil/core/engine';
import type { Arrival } from './read-arrival.js';
import type { Line } from './line-reader.js';

interface LineQueueOptions {
  /** Settles when the server is open. */
  readonly opening: PromiseLike<unknown>;
  /** Longest wait for it. */
  readonly openingTimeoutMs: number;
  /** Held text of this length is too much. */
  readonly maxLength: number;
  /** Reads the part that a line of text plays. */
  readonly read: (line: string) => Arrival;
  /** Called once, when the server is open or the wait is over, unless it was closed. @param lines all that are held, in their order */
  readonly onOpen: (lines: Line[]) => void;
}

export class LineQueue {
  /** In the order of arrival; requests by their ids, so that they can be cancelled. */
  readonly #held = new Map<RequestId | symbol, string>();
  #length = 0;
  #isOver = false;
  #settle: () => void = () => undefined;
  readonly #timer: NodeJS.Timeout;
  /** Settles after `onOpen`. */
  readonly opened: Promise<void>;

  constructor(private readonly options: LineQueueOptions) {
    this.opened = new Promise((resolve) => (this.#settle = resolve));
    this.#timer = setTimeout(this.#open, options.openingTimeoutMs);
    void options.opening.then(this.#open, this.#open);
  }

  get isEmpty(): boolean {
    return this.#held.size === 0;
  }

  /** True while nothing more should be read from the peer. */
  get isFull(): boolean {
    return this.#length > this.options.maxLength;
  }

  /** @returns the lines to handle at once */
  hold(lines: readonly Line[]): Line[] {
    return lines.filter((line) => typeof line !== 'string' || this.#isDue(line));
  }

  /** Drops every line. */
  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#held.clear();
    this.#length = 0;
  }

  #isDue(line: string): boolean {
    const arrival = this.options.read(line);
    if (arrival.kind === 'immediate') return true;
    if (arrival.kind === 'cancellation' && this.#drop(arrival.id)) return false;
    if (arrival.kind !== 'waiting' && this.isEmpty) return true;
    this.#held.set(this.#keyOf(arrival), line);
    this.#length += line.length;
    return false;
  }

  /** Returns an unused key: a request with the id of another one that waits is refused later. */
  #keyOf(arrival: Arrival): RequestId | symbol {
    const id = arrival.kind === 'waiting' ? arrival.id : undefined;
    return id === undefined || this.#held.has(id) ? Symbol() : id;
  }

  /** @returns whether a request with this id was held */
  #drop(id: RequestId): boolean {
    const line = this.#held.get(id);
    this.#length -= line?.length ?? 0;
    return this.#held.delete(id);
  }

  readonly #open = (): void => {
    if (this.#isOver) return;
    const lines = [...this.#held.values()];
    this.close();
    this.options.onOpen(lines);
    this.#settle();
  };
}
