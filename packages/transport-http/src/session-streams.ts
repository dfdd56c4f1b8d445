/**
 * The event streams of one session: those of its calls, and those the peer opened with GET, where messages go that
 * belong to no call.
 *
 * Such a message goes to one of them, the one opened or resumed last; while none is open the newest are kept, equal ones
 * once. Spec: 2025-11-25 basic/transports#listening-for-messages-from-the-server
 */
import type { Fault, Outgoing, Outlet, Revision } from '@sigil/core';
import { writeEventId, type EventPosition } from './event-id.js';
import type { EventStore, StoredEvent } from './event-store.js';
import type { EventStream } from './event-stream.js';
import { hasPriming } from './has-priming.js';
import { ResumableStream, type StreamKeeping } from './resumable-stream.js';
import type { AnswerStream, AnswerStreams } from './response-outlet.js';
import { messageEvent } from './sse-event.js';

/** What the streams of a session need. */
export interface SessionStreamsOptions {
  readonly sessionId: string;
  readonly store: EventStore;
  /** The session's, once it is negotiated. */
  readonly revision: () => Revision | undefined;
  readonly limits: StreamNumbers;
  readonly onFault: (fault: Fault) => void;
}

/** See `EndpointLimits`. */
export interface StreamNumbers {
  readonly maxHeldMessages: number;
  readonly maxStreamsPerSession: number;
  readonly retryMs: number;
}

/** What became of a wish to resume: the stream goes on, all of it was sent before and it has ended, or it is not kept. */
export type Resumption = 'resumed' | 'over' | 'unknown';

const sent = Promise.resolve();

export class SessionStreams implements Outlet, AnswerStreams {
  /** Of calls that run. */
  readonly #answers = new Map<string, ResumableStream>();
  /** Opened by GET, the one opened or resumed last at the end; the peer may come back to those that nothing carries. */
  readonly #standing = new Map<string, ResumableStream>();
  readonly #held = new Set<string>();
  #isEnded = false;

  constructor(private readonly options: SessionStreamsOptions) {}

  get canLetGo(): boolean {
    return hasPriming(this.options.revision());
  }

  get carriesRequests(): boolean {
    return this.#newest() !== undefined;
  }

  /** Whether there are as many open GET streams as there may be. */
  get isFull(): boolean {
    const open = [...this.#standing.values()].filter((stream) => stream.isCarried);
    return open.length >= this.options.limits.maxStreamsPerSession;
  }

  send(message: Outgoing): Promise<void> {
    const newest = this.#newest();
    if (newest) return newest.send(message.json);
    if (message.kind === 'notification') this.#hold(message.json);
    return sent;
  }

  begin(connection: EventStream): AnswerStream {
    const stream = new ResumableStream(connection, this.#keeping());
    this.#answers.set(stream.name, stream);
    return stream;
  }

  /** Begins a stream for what belongs to no call, first of all for what was held. */
  listen(connection: EventStream): void {
    this.#addStanding(new ResumableStream(connection, this.#keeping()));
  }

  /**
   * Goes on with a stream after that place.
   *
   * @param connect opens the connection, the same each time it is called; called only when there is something for it
   * @throws what the store throws
   */
  async resume(place: EventPosition, connect: () => EventStream): Promise<Resumption> {
    const standing = this.#standing.get(place.stream);
    const stream = standing ?? this.#answers.get(place.stream);
    if (!stream) return this.#replayEnded(place, connect);
    if (!(await stream.resume(place.number, connect))) return 'unknown';
    if (standing) this.#addStanding(standing);
    return 'resumed';
  }

  /** Ends the streams for what belongs to no call. */
  endStanding(): void {
    for (const stream of this.#standing.values()) void stream.end();
  }

  /** Ends the streams for what belongs to no call, those of calls end with them; forgets what was kept. */
  end(): void {
    this.#isEnded = true;
    this.endStanding();
    this.options.store.forget(this.options.sessionId).catch((error: unknown) => this.#reportStore(error));
  }

  #newest(): ResumableStream | undefined {
    let newest: ResumableStream | undefined;
    for (const stream of this.#standing.values()) if (stream.isCarried) newest = stream;
    return newest;
  }

  #addStanding(stream: ResumableStream): void {
    this.#standing.delete(stream.name);
    this.#standing.set(stream.name, stream);
    for (const json of this.#held) void stream.send(json);
    this.#held.clear();
    const quiet = [...this.#standing.values()].filter((other) => !other.isCarried);
    const excess = this.#standing.size - this.options.limits.maxStreamsPerSession;
    for (const forgotten of quiet.slice(0, Math.max(excess, 0))) this.#standing.delete(forgotten.name);
  }

  async #replayEnded(place: EventPosition, connect: () => EventStream): Promise<Resumption> {
    const { sessionId, store } = this.options;
    let missed = 0;
    const isKnown = await store.replayAfter(sessionId, place, (event) => {
      missed++;
      void connect().send(messageEvent(event.json, writeEventId(event)));
    });
    if (!isKnown) return 'unknown';
    if (missed === 0) return 'over';
    connect().end();
    return 'resumed';
  }

  #hold(json: string): void {
    this.#held.delete(json);
    this.#held.add(json);
    const [oldest] = this.#held;
    if (this.#held.size > this.options.limits.maxHeldMessages && oldest !== undefined) this.#held.delete(oldest);
  }

  #keeping(): StreamKeeping {
    const { sessionId, store, limits } = this.options;
    return {
      keep: (event) => this.#keep(event),
      replayAfter: (stream, number, send) => store.replayAfter(sessionId, { stream, number }, send),
      isPrimed: this.canLetGo,
      retryMs: limits.retryMs,
      onEnd: ({ name }) => {
        this.#answers.delete(name);
        this.#standing.delete(name);
      },
    };
  }

  async #keep(event: StoredEvent): Promise<void> {
    if (this.#isEnded) return;
    try {
      await this.options.store.append(this.options.sessionId, event);
    } catch (error) {
      this.#reportStore(error);
    }
  }

  #reportStore(error: unknown): void {
    this.options.onFault({ during: 'keeping events for clients that come back', error });
  }
}
