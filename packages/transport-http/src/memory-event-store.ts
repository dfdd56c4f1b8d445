/**
 * Keeps events in memory, within a number per stream, a size per session and in all, and a time.
 *
 * The oldest go first; a stream whose events are missed cannot be resumed from before them.
 */
import type { Clock, Stop } from './clock.js';
import type { EventPosition } from './event-id.js';
import type { EventStore, StoredEvent } from './event-store.js';
import { SessionLog, type KeptEvent, type StreamLog } from './session-log.js';

/** See `EndpointLimits`. */
export interface EventLimits {
  readonly maxEventsPerStream: number;
  readonly maxEventBytesPerSession: number;
  readonly maxEventBytes: number;
  readonly eventLifetimeMs: number;
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

  append(sessionId: string, { stream, number, json }: StoredEvent): undefined {
    const session = this.#sessions.get(sessionId) ?? this.#begin(sessionId);
    const log = session.openStream(stream);
    log.lastNumber = number;
    const bytes = Buffer.byteLength(json);
    if (bytes > this.limits.maxEventBytesPerSession) this.#dropAll(session, log);
    else this.#keep(session, log, { number, json, bytes, keptAt: this.clock.now() });
  }

  async replayAfter(
    sessionId: string,
    { stream, number }: EventPosition,
    send: (event: StoredEvent) => void,
  ): Promise<boolean> {
    const log = this.#sessions.get(sessionId)?.streams.get(stream);
    if (!log || number > log.lastNumber) return false;
    const firstKept = log.first?.number ?? log.lastNumber + 1;
    if (number + 1 < firstKept) return false;
    for (const event of log.events()) {
      if (event.number > number) send({ stream, number: event.number, json: event.json });
    }
    return true;
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

  #begin(sessionId: string): SessionLog {
    const session = new SessionLog();
    this.#sessions.set(sessionId, session);
    return session;
  }

  #keep(session: SessionLog, log: StreamLog, event: KeptEvent): void {
    session.add(log, event);
    this.#bytes += event.bytes;
    while (log.length > this.limits.maxEventsPerStream) this.#drop(session, log);
    while (session.bytes > this.limits.maxEventBytesPerSession) this.#dropOldest(session);
    while (this.#bytes > this.limits.maxEventBytes) this.#dropFromLargest();
  }

  /** An event that is too long to keep leaves a gap, and what is before a gap is of no use. */
  #dropAll(session: SessionLog, log: StreamLog): void {
    while (log.first) this.#drop(session, log);
  }

  #drop(session: SessionLog, log: StreamLog): void {
    this.#bytes -= session.dropFirst(log);
  }

  /** The oldest event of a session is the oldest of its stream too. */
  #dropOldest(session: SessionLog): void {
    if (session.oldest) this.#drop(session, session.oldest.stream);
  }

  /** Whoever keeps most pays, so that one session cannot push out the events of the others. */
  #dropFromLargest(): void {
    let largest: SessionLog | undefined;
    for (const session of this.#sessions.values()) if (session.bytes > (largest?.bytes ?? 0)) largest = session;
    if (largest) this.#dropOldest(largest);
  }

  #sweep(): void {
    const oldest = this.clock.now() - this.limits.eventLifetimeMs;
    for (const [id, session] of this.#sessions) {
      while (session.oldest && session.oldest.keptAt <= oldest) this.#dropOldest(session);
      session.forgetEmpty();
      if (session.streams.size === 0) this.#sessions.delete(id);
    }
  }
}
