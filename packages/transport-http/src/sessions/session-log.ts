/**
 * The stored events of one session, ordered both by time and within each stream; the oldest is dropped first.
 *
 * Every operation except iterating over a stream takes constant time, regardless of the number of events.
 */

import type { StreamOrigin } from '@sigil/core/stores';

/** The stored part of an event. */
export interface KeptEvent {
  readonly number: number;
  readonly json: string;
  readonly isLast?: true | undefined;
  readonly bytes: number;
  readonly keptAt: number;
}

/** One event between its neighbours. */
interface Link extends KeptEvent {
  readonly stream: StreamLog;
  /** The next event of its stream. */
  next: Link | undefined;
  /** The previous event of its session. */
  older: Link | undefined;
  newer: Link | undefined;
}

/** The stored events of one stream: the newest ones, without a gap. */
export class StreamLog {
  /** Number of the newest event, stored or not. */
  lastNumber = 0;
  length = 0;
  isEnded = false;
  /** Given with the first event, where other processes may have to answer for the stream. */
  origin: StreamOrigin | undefined;
  /** Called with each event. */
  listeners: Set<() => void> | undefined;
  first: Link | undefined;
  last: Link | undefined;

  /** Iterates from the oldest event. */
  *events(): Generator<KeptEvent> {
    for (let event = this.first; event; event = event.next) yield event;
  }
}

export class SessionLog {
  readonly streams = new Map<string, StreamLog>();
  #bytes = 0;
  #oldest: Link | undefined;
  #newest: Link | undefined;

  get bytes(): number {
    return this.#bytes;
  }

  get oldest(): (KeptEvent & { readonly stream: StreamLog }) | undefined {
    return this.#oldest;
  }

  /** Returns the stream's log; creates it if needed. */
  openStream(name: string): StreamLog {
    const known = this.streams.get(name);
    if (known) return known;
    const made = new StreamLog();
    this.streams.set(name, made);
    return made;
  }

  /** Stores the newest event of a stream. */
  add(stream: StreamLog, { number, json, isLast, bytes, keptAt }: KeptEvent): void {
    const older = this.#newest;
    const event: Link = { number, json, isLast, bytes, keptAt, stream, next: undefined, older, newer: undefined };
    if (older) older.newer = event;
    else this.#oldest = event;
    this.#newest = event;
    if (stream.last) stream.last.next = event;
    else stream.first = event;
    stream.last = event;
    stream.length++;
    this.#bytes += bytes;
  }

  /** Drops the oldest event of a stream. @returns its size in bytes */
  dropFirst(stream: StreamLog): number {
    const { first } = stream;
    if (!first) return 0;
    const { next, older, newer, bytes } = first;
    stream.first = next;
    if (!next) stream.last = undefined;
    stream.length--;
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
    this.#bytes -= bytes;
    return bytes;
  }

  /** Removes streams without events, unless another process waits for the next one. */
  forgetEmpty(): void {
    for (const [name, { length, listeners }] of this.streams) if (length === 0 && !listeners) this.streams.delete(name);
  }
}
