/**
 * Keeps events in memory, within a number per stream, a size per session and in all, and a time.
 *
 * The oldest go first; a stream whose events are missed cannot be resumed from before them.
 */
import type { Clock, Stop } from './clock.js';
import type { EventPosition } from './event-id.js';
import { EventQueue, type KeptEvent } from './event-queue.js';
import type { EventStore, StoredEvent } from './event-store.js';

/** See `EndpointLimits`. */
export interface EventLimits {
  readonly maxEventsPerStream: number;
  readonly maxEventBytesPerSession: number;
  readonly maxEventBytes: number;
  readonly eventLifetimeMs: number;
}

interface StreamLog {
  lastNumber: number;
  readonly events: EventQueue;
}

interface SessionLog {
  readonly streams: Map<string, StreamLog>;
  readonly events: EventQueue;
  bytes: number;
}

/** How many times a lifetime old events are looked for. */
const sweepsPerLifetime = 10;
const done = Promise.resolve();

/** One store may serve several endpoints: sessions' ids never meet. */
export class MemoryEventStore implements EventStore {
  readonly #sessions = new Map<string, SessionLog>();
  readonly #stopSweeping: Stop;
  #bytes = 0;

  constructor(
    private readonly limits: EventLimits,
    private readonly clock: Clock,
  ) {
    const interval = Math.ceil(limits.eventLifetimeMs / sweepsPerLifetime);
    this.#stopSweeping = clock.every(interval, () => this.#sweep());
  }

  /** Bytes kept right now. */
  get bytes(): number {
    return this.#bytes;
  }

  append(sessionId: string, { stream, number, json }: StoredEvent): Promise<void> {
    const session = this.#sessions.get(sessionId) ?? { streams: new Map(), events: new EventQueue(), bytes: 0 };
    this.#sessions.set(sessionId, session);
    const log = session.streams.get(stream) ?? { lastNumber: 0, events: new EventQueue() };
    session.streams.set(stream, log);

    log.lastNumber = number;
    const bytes = Buffer.byteLength(json);
    if (bytes > this.limits.maxEventBytesPerSession) this.#dropAll(session, log);
    else this.#keep(session, log, { stream, number, json, bytes, keptAt: this.clock.now(), isDropped: false });
    return done;
  }

  replayAfter(
    sessionId: string,
    { stream, number }: EventPosition,
    send: (event: StoredEvent) => void,
  ): Promise<boolean> {
    const log = this.#sessions.get(sessionId)?.streams.get(stream);
    if (!log || number > log.lastNumber) return Promise.resolve(false);
    const firstKept = log.events.first?.number ?? log.lastNumber + 1;
    if (number + 1 < firstKept) return Promise.resolve(false);
    for (const event of log.events.all()) if (event.number > number) send(event);
    return Promise.resolve(true);
  }

  forget(sessionId: string): Promise<void> {
    this.#bytes -= this.#sessions.get(sessionId)?.bytes ?? 0;
    this.#sessions.delete(sessionId);
    return done;
  }

  /** Forgets everything. */
  close(): void {
    this.#stopSweeping();
    this.#sessions.clear();
    this.#bytes = 0;
  }

  #keep(session: SessionLog, log: StreamLog, event: KeptEvent): void {
    log.events.push(event);
    session.events.push(event);
    session.bytes += event.bytes;
    this.#bytes += event.bytes;
    while (log.events.length > this.limits.maxEventsPerStream) this.#drop(session, log.events.first!);
    while (session.bytes > this.limits.maxEventBytesPerSession) this.#drop(session, session.events.first!);
    while (this.#bytes > this.limits.maxEventBytes) this.#dropFromLargest();
  }

  /** An event that is too long to keep leaves a gap, and what is before a gap is of no use. */
  #dropAll(session: SessionLog, log: StreamLog): void {
    for (const event of log.events.all()) this.#drop(session, event);
  }

  #drop(session: SessionLog, event: KeptEvent): void {
    event.isDropped = true;
    session.streams.get(event.stream)?.events.release();
    session.events.release();
    session.bytes -= event.bytes;
    this.#bytes -= event.bytes;
  }

  /** Whoever keeps most pays, so that one session cannot push out the events of the others. */
  #dropFromLargest(): void {
    let largest: SessionLog | undefined;
    for (const session of this.#sessions.values()) if (session.bytes > (largest?.bytes ?? 0)) largest = session;
    if (largest?.events.first) this.#drop(largest, largest.events.first);
  }

  #sweep(): void {
    const oldest = this.clock.now() - this.limits.eventLifetimeMs;
    for (const [id, session] of this.#sessions) {
      for (let first = session.events.first; first && first.keptAt <= oldest; first = session.events.first) {
        this.#drop(session, first);
      }
      for (const [name, log] of session.streams) if (log.events.length === 0) session.streams.delete(name);
      if (session.streams.size === 0) this.#sessions.delete(id);
    }
  }
}
