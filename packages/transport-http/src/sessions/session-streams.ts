/**
 * The event streams of one session: those of its calls, and those the peer opened with GET for messages that belong to no call.
 *
 * Such a message goes to the stream opened or resumed last; while none is open the newest messages are queued, equal ones once.
 * Spec: 2025-11-25 basic/transports#listening-for-messages-from-the-server
 */
import type { Fault, Outgoing, Outlet, Revision } from '@sigil/core/engine';
import type { SessionLink } from '../shared/session-link.js';
import type { EventPosition } from '@sigil/core/stores';
import { writeEventId } from './event-id.js';
import type { EventStore, StoredEvent, StreamedComponent, StreamOrigin } from '@sigil/core/stores';
import type { EventStream } from '../answers/event-stream.js';
import { hasPriming } from './has-priming.js';
import { sendWithGaps } from '../answers/missing-events.js';
import { ResumableStream, type StreamContents, type StreamKeeping } from './resumable-stream.js';
import type { AnswerStream, AnswerStreams } from '../answers/response-outlet.js';
import type { Refusal } from '../requests/refusal.js';
import { messageEvent, retryEvent } from '../answers/sse-event.js';

/** The dependencies shared by the streams of all sessions. */
export interface StreamParts {
  readonly store: EventStore;
  readonly limits: SessionStreamLimits;
  readonly onFault: (fault: Fault) => void;
}

/** The session that owns the streams. */
export interface StreamOwner {
  readonly id: string;
  /** Undefined until it is negotiated. */
  readonly revision: Revision | undefined;
  /** The session's link to other processes; undefined where only this process serves it. */
  readonly link: SessionLink | undefined;
}

/** See `EndpointLimits`. */
export interface SessionStreamLimits {
  readonly maxHeldMessages: number;
  readonly maxStreamsPerSession: number;
  readonly retryMs: number;
}

/**
 * The result of a request to resume: the stream continues, it had ended and was sent completely, it is not stored, or that is unknown
 * yet after an outage of the store.
 */
export type Resumption = 'resumed' | 'over' | 'unknown' | 'undecided';

/** Returns the refusal of a reader that may not use one of the components. */
export type ReaderCheck = (components: readonly StreamedComponent[]) => Promise<Refusal | undefined>;

const sent = Promise.resolve();

/** Optional state is created with the first stream that needs it; most sessions have none open. */
export class SessionStreams implements Outlet, AnswerStreams, StreamKeeping {
  /** Streams of the running calls. */
  #answers: Map<string, ResumableStream> | undefined;
  /** Streams opened by GET, the one opened or resumed last at the end; the peer may reconnect to those without a connection. */
  #standing: ResumableStream[] | undefined;
  #held: Set<string> | undefined;
  #isEnded = false;
  /** True when the client listens in another process, although a stream may still be open here. */
  #isYielded = false;
  /** Streams of other processes that are relayed here. */
  #followed: Set<EventStream> | undefined;

  constructor(
    private readonly owner: StreamOwner,
    private readonly parts: StreamParts,
  ) {}

  get canReleaseConnection(): boolean {
    return hasPriming(this.owner.revision);
  }

  get isPrimed(): boolean {
    return this.canReleaseConnection;
  }

  get retryMs(): number {
    return this.parts.limits.retryMs;
  }

  get carriesRequests(): boolean {
    return this.#newest() !== undefined;
  }

  /** True when no further GET stream may be opened. */
  get isFull(): boolean {
    const open = this.#standing?.filter((stream) => stream.isCarried) ?? [];
    return open.length >= this.parts.limits.maxStreamsPerSession;
  }

  send(message: Outgoing): Promise<void> {
    const newest = this.#newest();
    if (newest) return newest.send(message.json);
    if (this.owner.link) return this.owner.link.pass(message);
    if (message.kind === 'notification') this.#hold(message.json);
    return sent;
  }

  begin(connection: EventStream, contents?: StreamContents): AnswerStream {
    const stream = new ResumableStream(connection, this, contents);
    this.#answers ??= new Map();
    this.#answers.set(stream.name, stream);
    return stream;
  }

  /**
   * Returns the streams for the answers to requests, which other processes may have to end, and not every caller may read. @param contents
   * called only when there is a stream
   */
  answering(contents: () => StreamContents): AnswerStreams {
    return new AnswersTo(this, contents);
  }

  /** Starts a stream for messages that belong to no call, beginning with the queued ones. */
  listen(connection: EventStream): void {
    const stream = new ResumableStream(connection, this);
    this.#isYielded = false;
    this.#addStanding(stream);
    void this.owner.link?.listen((json) => void stream.send(json));
  }

  /** Records that the client now listens in another process. */
  yieldListening(): void {
    this.#isYielded = true;
  }

  /** Ends a stream for messages that belong to no call. @returns whether there was one */
  endStream(name: string): boolean {
    const stream = this.#standing?.find((other) => other.name === name);
    if (stream) void stream.end();
    return stream !== undefined;
  }

  /**
   * Continues a stream after that position.
   *
   * @param connect opens the connection, or returns it if already open; called only when there is something to send
   * @param check decides whether the reader may use the components of the stream; left out where every reader may
   * @throws what the store throws
   */
  async resume(place: EventPosition, connect: () => EventStream, check?: ReaderCheck): Promise<Resumption | Refusal> {
    const standing = this.#standing?.find(({ name }) => name === place.stream);
    const stream = standing ?? this.#answers?.get(place.stream);
    const refusal = check && (await check(await this.#componentsOf(place.stream, stream)));
    if (refusal) return refusal;
    if (!stream) return this.owner.link ? this.#follow(place, connect) : this.#replayEnded(place, connect);
    if (!(await stream.resume(place.number, connect))) return 'unknown';
    if (standing) this.#addStanding(standing);
    return 'resumed';
  }

  async #componentsOf(name: string, stream: ResumableStream | undefined): Promise<readonly StreamedComponent[]> {
    if (stream) return stream.contents.components;
    return (await this.parts.store.findStream(this.#name, name))?.components ?? [];
  }

  /** Releases connections that are gone. */
  forgetLost(): void {
    for (const stream of this.#standing ?? []) stream.forgetLost();
    for (const stream of this.#answers?.values() ?? []) stream.forgetLost();
    if (!this.#newest()) this.owner.link?.endListening();
  }

  /** Ends the streams for messages that belong to no call. */
  endStanding(): void {
    for (const stream of [...(this.#standing ?? [])]) void stream.end();
    for (const connection of this.#followed ?? []) connection.end(retryEvent(this.retryMs));
  }

  /** Ends the streams for messages that belong to no call, and deletes stored events; streams of calls end with their calls. */
  end(): void {
    this.#isEnded = true;
    this.endStanding();
    this.parts.store.forget(this.#name).catch((error: unknown) => this.#reportStore(error));
  }

  keep(event: StoredEvent, contents: StreamContents): Promise<void> | undefined {
    if (this.#isEnded) return undefined;
    try {
      const origin = this.#originOf(contents);
      const kept = this.parts.store.append(this.#name, event, origin);
      return kept?.catch((error: unknown) => this.#reportStore(error));
    } catch (error) {
      this.#reportStore(error);
      return undefined;
    }
  }

  /** A stream that only this process serves has no other sender, and its origin matters only for its components. */
  #originOf({ requests, components }: StreamContents): StreamOrigin | undefined {
    const { link } = this.owner;
    if (!link && components.length === 0) return undefined;
    const sender = link?.shared.process ?? '';
    return components.length === 0 ? { sender, requests } : { sender, requests, components };
  }

  replayAfter(place: EventPosition, send: (event: StoredEvent) => void): Promise<boolean> {
    return this.parts.store.replayAfter(this.#name, place, sendWithGaps(place.number, send));
  }

  get isShared(): boolean {
    return this.owner.link !== undefined;
  }

  onEnd(stream: ResumableStream): void {
    this.#removeStanding(stream);
    this.#answers?.delete(stream.name);
    if (this.#answers?.size === 0) this.#answers = undefined;
  }

  get #name(): string {
    return this.owner.link?.name ?? this.owner.id;
  }

  #newest(): ResumableStream | undefined {
    if (this.#isYielded) return undefined;
    return this.#standing?.findLast((stream) => stream.isCarried);
  }

  #addStanding(stream: ResumableStream): void {
    this.#removeStanding(stream);
    // `concat` allocates exactly the needed space, unlike `push`.
    this.#standing = (this.#standing ?? []).concat(stream);
    for (const json of this.#held ?? []) void stream.send(json);
    this.#held = undefined;
    const excess = this.#standing.length - this.parts.limits.maxStreamsPerSession;
    if (excess <= 0) return;
    const forgotten = this.#standing.filter((other) => !other.isCarried).slice(0, excess);
    for (const other of forgotten) this.#removeStanding(other);
  }

  #removeStanding(stream: ResumableStream): void {
    const others = this.#standing?.filter((other) => other !== stream);
    this.#standing = others?.length ? others : undefined;
  }

  /**
   * Relays a stream of another process to its end; a stream for messages that belong to no call continues as one of this process.
   */
  async #follow(place: EventPosition, connect: () => EventStream): Promise<Resumption> {
    let connection: EventStream | undefined;
    const open = (): EventStream => {
      connection ??= connect();
      (this.#followed ??= new Set()).add(connection);
      return connection;
    };
    try {
      const followed = await this.owner.link!.follow(place, {
        isOpen: () => connection?.isOpen ?? true,
        expect: () => void open(),
        send: (event) => void open().send(messageEvent(event.json, writeEventId(event))),
        sendUnnumbered: (json) => void open().send(messageEvent(json)),
      });
      if (followed.end === 'unknown' || followed.end === 'undecided')
        return this.#refuseFollowing(followed.end, connection);
      if (followed.end === 'over' && followed.wasListening) this.listen(open());
      else if (followed.sent === 0 && !connection) return 'over';
      else connection?.end();
      return 'resumed';
    } finally {
      if (connection) this.#followed?.delete(connection);
    }
  }

  /** A reader that was promised more before the stream was dropped only sees its connection end. */
  #refuseFollowing(end: 'unknown' | 'undecided', connection: EventStream | undefined): Resumption {
    connection?.end();
    return connection ? 'resumed' : end;
  }

  async #replayEnded(place: EventPosition, connect: () => EventStream): Promise<Resumption> {
    let missed = 0;
    const isKnown = await this.replayAfter(place, (event) => {
      missed++;
      void connect().send(messageEvent(event.json, writeEventId(event)));
    });
    if (!isKnown) return 'unknown';
    if (missed === 0) return 'over';
    connect().end();
    return 'resumed';
  }

  #hold(json: string): void {
    const held = (this.#held ??= new Set());
    held.delete(json);
    held.add(json);
    const [oldest] = held;
    if (held.size > this.parts.limits.maxHeldMessages && oldest !== undefined) held.delete(oldest);
  }

  #reportStore(error: unknown): void {
    this.parts.onFault({ during: 'keeping events for clients that come back', error });
  }
}

class AnswersTo implements AnswerStreams {
  constructor(
    private readonly streams: SessionStreams,
    private readonly contents: () => StreamContents,
  ) {}

  get canReleaseConnection(): boolean {
    return this.streams.canReleaseConnection;
  }

  begin(connection: EventStream): AnswerStream {
    return this.streams.begin(connection, this.contents());
  }
}
