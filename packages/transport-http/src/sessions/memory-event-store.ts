/**
 * Stores events in memory, limited by number per stream, by size per session and in all, and by age.
 *
 * Drops the oldest first; a stream cannot be resumed from before its dropped events.
 */
import { EventLoopYield } from '@sigil/core/internal';
import type { Clock, Stop } from '../clock.js';
import type { EventPosition, EventStore, KeptStream, StoredEvent, StreamOrigin } from '@sigil/core/stores';
import { SessionLog, type KeptEvent, type StreamLog } from './session-log.js';

/** See `EndpointLimits`. */
export interface EventLimits {
  readonly maxEventsPerStream: number;
  readonly maxEventBytesPerSession: number;
  readonly maxEventBytes: number;
  readonly eventLifetimeMs: number;
}

/** Number of sweeps for expired events per lifetime. */
const sweepsPerLifetime = 10;
/** The fraction of `maxEventBytes` that remains in use after it was exceeded. */
const filledAfterwards = 15 / 16;
const done = Promise.resolve();

/** Shared, since whichever store blocks the loop blocks everything else. */
const processLoop = new EventLoopYield({ nextTurn: (work) => void setImmediate(work) });

/** One store may serve several endpoints: session ids never collide. */
export class MemoryEventStore implements EventStore {
  readonly #sessions = new Map<string, SessionLog>();
  readonly #stopSweeping: Stop;
  #bytes = 0;

  constructor(
    private readonly limits: EventLimits,
    private readonly clock: Clock,
    private readonly loop = processLoop,
  ) {
    const interval = Math.ceil(limits.eventLifetimeMs / sweepsPerLifetime);
    this.#stopSweeping = clock.every(interval, () => this.#sweep());
  }

  /** The number of stored bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  append(
    sessionId: string,
    { stream, number, json, isLast }: StoredEvent,
    origin?: StreamOrigin,
  ): Promise<void> | undefined {
    const session = this.#sessions.get(sessionId) ?? this.#begin(sessionId);
    const log = session.openStream(stream);
    if (log.last?.number === number && log.last.json === json) return undefined;
    if (log.isEnded) return Promise.reject(new Error('this stream was ended before'));
    log.lastNumber = number;
    log.origin ??= origin;
    log.isEnded = isLast ?? false;
    const bytes = Buffer.byteLength(json);
    if (bytes > this.limits.maxEventBytesPerSession) this.#dropAll(session, log);
    else this.#keep(session, log, { number, json, isLast, bytes, keptAt: this.clock.now() });
    if (log.listeners) for (const listener of [...log.listeners]) listener();
    return undefined;
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
      if (event.number > number) send(sentAs(stream, event));
      const turn = this.loop.whenDue();
      if (turn) await turn;
    }
    return true;
  }

  async findStream(sessionId: string, stream: string): Promise<KeptStream | undefined> {
    const log = this.#sessions.get(sessionId)?.streams.get(stream);
    return log?.origin && { ...log.origin, lastNumber: log.lastNumber, isEnded: log.isEnded };
  }

  async endStream(
    sessionId: string,
    { stream, number: read }: EventPosition,
    messages: readonly string[],
  ): Promise<boolean> {
    const log = this.#sessions.get(sessionId)?.streams.get(stream);
    if (!log || log.isEnded) return false;
    let number = Math.max(log.lastNumber, read);
    // In memory nothing waits, so that no other call comes between.
    for (const json of messages) void this.append(sessionId, { stream, number: ++number, json });
    void this.append(sessionId, { stream, number: number + 1, json: '', isLast: true });
    return true;
  }

  onAppend(sessionId: string, stream: string, listener: () => void): Stop {
    const session = this.#sessions.get(sessionId) ?? this.#begin(sessionId);
    const log = session.openStream(stream);
    const listeners = (log.listeners ??= new Set());
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && log.listeners === listeners) log.listeners = undefined;
    };
  }

  forget(sessionId: string): Promise<void> {
    this.#bytes -= this.#sessions.get(sessionId)?.bytes ?? 0;
    this.#sessions.delete(sessionId);
    return done;
  }

  /** Deletes everything. */
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
    if (this.#bytes > this.limits.maxEventBytes) this.#makeRoom();
  }

  /** Drops a stream's events: one that is too long to store leaves a gap, and earlier ones are useless before a gap. */
  #dropAll(session: SessionLog, log: StreamLog): void {
    while (log.first) this.#drop(session, log);
  }

  #drop(session: SessionLog, log: StreamLog): void {
    this.#bytes -= session.dropFirst(log);
  }

  /** Drops a session's oldest event, which is also the oldest of its stream. */
  #dropOldest(session: SessionLog): void {
    if (session.oldest) this.#drop(session, session.oldest.stream);
  }

  /**
   * Drops events of the largest sessions, so that one session cannot push out the events of others. Drops more than necessary, so
   * that sessions are compared only once in many events.
   */
  #makeRoom(): void {
    const sizes = Array.from(this.#sessions.values(), ({ bytes }) => bytes);
    const most = levelOf(sizes, this.limits.maxEventBytes * filledAfterwards);
    for (const session of this.#sessions.values()) while (session.bytes > most) this.#dropOldest(session);
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

/** Returns the level to which the largest sizes must shrink so that the total does not exceed the sum. */
function levelOf(sizes: number[], sum: number): number {
  sizes.sort((one, other) => other - one);
  let others = sizes.reduce((total, size) => total + size, 0);
  for (const [at, size] of sizes.entries()) {
    others -= size;
    const level = (sum - others) / (at + 1);
    if (level >= (sizes[at + 1] ?? 0)) return level;
  }
  return sum;
}

function sentAs(stream: string, { number, json, isLast }: KeptEvent): StoredEvent {
  return isLast ? { stream, number, json, isLast } : { stream, number, json };
}
