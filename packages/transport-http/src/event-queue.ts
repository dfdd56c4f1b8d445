/**
 * Events in the order they were kept, from which any may be dropped; the oldest is found at once.
 */
import type { StoredEvent } from './event-store.js';

/** An event with what is needed to drop it. */
export interface KeptEvent extends StoredEvent {
  readonly bytes: number;
  readonly keptAt: number;
  /** Set together with `EventQueue.release` on every queue that holds it. */
  isDropped: boolean;
}

/** Fewer dropped events than this are not worth making room. */
const fewDropped = 64;

export class EventQueue {
  #events: KeptEvent[] = [];
  #head = 0;
  #dropped = 0;

  get length(): number {
    return this.#events.length - this.#dropped;
  }

  /** The oldest that is not dropped. */
  get first(): KeptEvent | undefined {
    while (this.#events[this.#head]?.isDropped) this.#head++;
    return this.#events[this.#head];
  }

  push(event: KeptEvent): void {
    this.#events.push(event);
  }

  /** One of these was dropped. Lets go of the dropped ones once they are the majority. */
  release(): void {
    this.#dropped++;
    if (this.#dropped < fewDropped || this.#dropped * 2 < this.#events.length) return;
    this.#events = this.#events.filter((event) => !event.isDropped);
    this.#head = 0;
    this.#dropped = 0;
  }

  /** Those that are not dropped. */
  all(): KeptEvent[] {
    return this.#events.filter((event) => !event.isDropped);
  }
}
