/**
 * An event store that keeps what its store refuses: such events wait here, in order, and are stored once the store answers again.
 *
 * Bounded per stream and in all: beyond that the oldest waiting events of a stream are lost, which leaves a gap in its numbers. The newest
 * event of a stream is never lost, so a stream that has ended is never without its end.
 */
import type { Fault } from '@sigil/core/engine';
import { backOffMs } from '@sigil/core/internal';
import type { EventPosition, EventStore, KeptStream, StoredEvent, StreamOrigin } from '@sigil/core/stores';
import type { Clock, Stop } from '../clock.js';

interface EventBacklogOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly onFault: (fault: Fault) => void;
  readonly limits?: BacklogLimits;
}

/** The most that waits. */
export interface BacklogLimits {
  readonly maxEventsPerStream: number;
  readonly maxBytesPerStream: number;
  readonly maxBytes: number;
}

interface WaitingEvent {
  readonly event: StoredEvent;
  readonly origin: StreamOrigin | undefined;
  readonly bytes: number;
}

/** The waiting events of a stream. */
interface Backlog {
  readonly session: string;
  readonly stream: string;
  readonly events: WaitingEvent[];
  bytes: number;
  isLossReported: boolean;
  storing: Promise<void> | undefined;
}

const mebibyte = 1024 * 1024;
const defaultLimits: BacklogLimits = {
  maxEventsPerStream: 1_000,
  maxBytesPerStream: 4 * mebibyte,
  maxBytes: 64 * mebibyte,
};
const pauses = { firstMs: 50, longestMs: 1_000, jitter: 0.2 };
const during = 'keeping events for clients that come back';

export class EventBacklog implements EventStore {
  readonly #limits: BacklogLimits;
  /** By stream: names of streams are unique across sessions. */
  readonly #backlogs = new Map<string, Backlog>();
  #bytes = 0;
  #failures = 0;
  #lostCount = 0;
  #stopPause: Stop | undefined;
  #isClosed = false;

  constructor(
    private readonly store: EventStore,
    private readonly options: EventBacklogOptions,
  ) {
    this.#limits = options.limits ?? defaultLimits;
  }

  /** The number of events that wait. */
  get size(): number {
    return [...this.#backlogs.values()].reduce((sum, { events }) => sum + events.length, 0);
  }

  /** The number of events that were lost above the limits. */
  get lostCount(): number {
    return this.#lostCount;
  }

  append(session: string, event: StoredEvent, origin?: StreamOrigin): Promise<void> | undefined {
    const backlog = this.#backlogs.get(event.stream);
    if (backlog) {
      this.#wait(backlog, event, origin);
      return undefined;
    }
    const stored = this.store.append(session, event, origin);
    return stored?.catch((error: unknown) => this.#begin(error, session, event, origin));
  }

  async replayAfter(session: string, place: EventPosition, send: (event: StoredEvent) => void): Promise<boolean> {
    await this.#storeWaiting(place.stream);
    return this.store.replayAfter(session, place, send);
  }

  async findStream(session: string, stream: string): Promise<KeptStream | undefined> {
    await this.#storeWaiting(stream);
    return this.store.findStream(session, stream);
  }

  async endStream(session: string, place: EventPosition, messages: readonly string[]): Promise<boolean> {
    await this.#storeWaiting(place.stream);
    return this.store.endStream(session, place, messages);
  }

  onAppend(session: string, stream: string, listener: () => void): Stop {
    return this.store.onAppend(session, stream, listener);
  }

  forget(session: string): Promise<void> {
    for (const backlog of this.#backlogs.values()) if (backlog.session === session) this.#delete(backlog);
    return this.store.forget(session);
  }

  /** Stores what waits, without pausing first. @returns resolves after one attempt; never rejects */
  async retry(): Promise<void> {
    this.#stopPause?.();
    this.#stopPause = undefined;
    for (const backlog of [...this.#backlogs.values()]) {
      try {
        await this.#store(backlog);
      } catch {
        // Reported when the backlog began. The others go first next time, in case only this stream is refused.
        this.#failures++;
        if (this.#backlogs.delete(backlog.stream)) this.#backlogs.set(backlog.stream, backlog);
        break;
      }
      this.#failures = 0;
    }
    this.#schedule();
  }

  /** Stops storing; what still waits is lost, and the lease of this process ends. */
  close(): void {
    this.#isClosed = true;
    this.#stopPause?.();
    this.#backlogs.clear();
  }

  #begin(error: unknown, session: string, event: StoredEvent, origin: StreamOrigin | undefined): void {
    this.options.onFault({ during, error });
    if (this.#isClosed) return;
    const { stream } = event;
    const backlog = { session, stream, events: [], bytes: 0, isLossReported: false, storing: undefined };
    this.#backlogs.set(stream, backlog);
    this.#wait(backlog, event, origin);
    this.#schedule();
  }

  #wait(backlog: Backlog, event: StoredEvent, origin: StreamOrigin | undefined): void {
    const bytes = Buffer.byteLength(event.json);
    backlog.events.push({ event, origin, bytes });
    this.#count(backlog, bytes);
    const { maxEventsPerStream, maxBytesPerStream, maxBytes } = this.#limits;
    const isOver = (): boolean =>
      backlog.events.length > maxEventsPerStream || backlog.bytes > maxBytesPerStream || this.#bytes > maxBytes;
    while (backlog.events.length > 1 && isOver()) this.#lose(backlog);
  }

  #lose(backlog: Backlog): void {
    this.#count(backlog, -(backlog.events.shift()?.bytes ?? 0));
    this.#lostCount++;
    if (backlog.isLossReported) return;
    backlog.isLossReported = true;
    this.options.onFault({ during, error: new Error('more events wait for the store than are kept: some are lost') });
  }

  #count(backlog: Backlog, bytes: number): void {
    backlog.bytes += bytes;
    this.#bytes += bytes;
  }

  #delete(backlog: Backlog): void {
    if (this.#backlogs.get(backlog.stream) !== backlog) return;
    this.#backlogs.delete(backlog.stream);
    this.#bytes -= backlog.bytes;
  }

  #schedule(): void {
    if (this.#isClosed || this.#backlogs.size === 0 || this.#stopPause) return;
    this.#stopPause = this.options.clock.after(backOffMs(pauses, this.#failures), () => void this.retry());
  }

  async #storeWaiting(stream: string): Promise<void> {
    const backlog = this.#backlogs.get(stream);
    if (backlog) await this.#store(backlog);
  }

  #store(backlog: Backlog): Promise<void> {
    backlog.storing ??= this.#storeAll(backlog).finally(() => (backlog.storing = undefined));
    return backlog.storing;
  }

  /** @throws what the store throws */
  async #storeAll(backlog: Backlog): Promise<void> {
    for (let [next] = backlog.events; next; [next] = backlog.events) {
      try {
        await this.store.append(backlog.session, next.event, next.origin);
      } catch (error) {
        if (!(await this.#hasEnded(backlog))) throw error;
        this.options.onFault({ during, error });
        break;
      }
      if (this.#backlogs.get(backlog.stream) !== backlog) return;
      // The limits may have dropped it meanwhile.
      if (backlog.events[0] === next) this.#count(backlog, -(backlog.events.shift()?.bytes ?? 0));
    }
    this.#delete(backlog);
  }

  /** Returns whether another process ended the stream, for which this one was unreachable too long. */
  async #hasEnded({ session, stream }: Backlog): Promise<boolean> {
    return (await this.store.findStream(session, stream))?.isEnded ?? false;
  }
}
