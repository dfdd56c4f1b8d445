/**
 * One stream of messages of a session: every message is numbered and stored, while the connections that carry it come and go.
 *
 * All steps run in sequence, so that a reconnecting client gets missed messages, then new ones, each once.
 * Spec: 2025-11-25 basic/transports#resumability-and-redelivery
 */
import type { EventPosition } from '@sigil/core/stores';
import type { RequestId } from '@sigil/core/engine';
import { nameStream, writeEventId } from './event-id.js';
import type { EventStream } from '../answers/event-stream.js';
import type { StoredEvent, StreamedComponent } from '@sigil/core/stores';
import type { AnswerStream } from '../answers/response-outlet.js';
import { comment, messageEvent, primingEvent, retryEvent } from '../answers/sse-event.js';

/** The requests and components of a stream. */
export interface StreamContents {
  /** The requests that it answers; empty for a stream that the peer opened to listen. */
  readonly requests: readonly RequestId[];
  /** The components that not every caller may use. */
  readonly components: readonly StreamedComponent[];
}

/** The services that a stream needs from its session. */
export interface StreamKeeping {
  /**
   * Stores an event. Never rejects. @returns `undefined` when there is nothing to wait for
   */
  keep(event: StoredEvent, contents: StreamContents): Promise<void> | undefined;
  /** True when other processes follow the stream and must see its end. */
  readonly isShared: boolean;
  /** See `EventStore.replayAfter`. */
  replayAfter(place: EventPosition, send: (event: StoredEvent) => void): Promise<boolean>;
  /** True when the stream begins with an event that carries only its id. */
  readonly isPrimed: boolean;
  readonly retryMs: number;
  /** Called once the stream is complete. */
  onEnd(stream: ResumableStream): void;
}

const done = Promise.resolve();
const nothing: StreamContents = { requests: [], components: [] };

export class ResumableStream implements AnswerStream {
  readonly name = nameStream();
  #connection: EventStream | undefined;
  #lastNumber = 0;
  #isEnded = false;
  /** The running step and those queued after it; `undefined` when the next one can run immediately. */
  #turns: Promise<void> | undefined;

  constructor(
    connection: EventStream,
    private readonly keeping: StreamKeeping,
    readonly contents = nothing,
  ) {
    this.#connection = connection;
    if (keeping.isPrimed) void this.#inTurn(() => this.#deliver('', (id) => primingEvent(id, keeping.retryMs)));
  }

  /** True while a connection carries the stream. */
  get isCarried(): boolean {
    return this.#connection?.isOpen ?? false;
  }

  send(json: string): Promise<void> {
    const delivered = this.#inTurn(() => this.#deliver(json, (id) => messageEvent(json, id)));
    return delivered ? delivered.then(() => this.#connection?.ready()) : (this.#connection?.ready() ?? done);
  }

  end(json?: string): Promise<void> {
    return this.#inTurn(() => this.#finish(json)) ?? done;
  }

  /** Releases a connection that is gone: the peer may reconnect at any time, or never. */
  forgetLost(): void {
    if (!this.isCarried) this.#connection = undefined;
  }

  releaseConnection(): void {
    void this.#inTurn(() => this.#release(retryEvent(this.keeping.retryMs)));
  }

  /**
   * Continues the stream on another connection: first the messages missed after that number, then new ones.
   *
   * @param connect opens the connection, or returns it if already open; called only when the stream can continue
   * @returns false when some messages after that number are no longer stored
   * @throws what the store throws
   */
  async resume(number: number, connect: () => EventStream): Promise<boolean> {
    let canGoOn = false;
    await this.#inTurn(async () => {
      canGoOn = await this.#replayAfter(number, connect);
      if (!canGoOn) return;
      this.#release(comment('this stream goes on over another connection'));
      this.#connection = connect();
      if (this.#isEnded) this.#release();
    });
    return canGoOn;
  }

  async #replayAfter(number: number, connect: () => EventStream): Promise<boolean> {
    if (number === this.#lastNumber) return true;
    return this.keeping.replayAfter({ stream: this.name, number }, (event) => {
      void connect().send(messageEvent(event.json, writeEventId(event)));
    });
  }

  /** Sends an event once it is stored. */
  #deliver(json: string, write: (id: string) => string): Promise<void> | undefined {
    return this.#keep(json, (id) => void this.#connection?.send(write(id)));
  }

  #finish(json: string | undefined): Promise<void> | undefined {
    if (this.#isEnded) return undefined;
    if (json !== undefined) return this.#keepLast(json, (id) => this.#close(messageEvent(json, id)));
    if (this.keeping.isShared && this.#lastNumber > 0) return this.#keepLast('', () => this.#close());
    this.#close();
    return undefined;
  }

  #close(last?: string): void {
    this.#isEnded = true;
    this.#release(last);
    this.keeping.onEnd(this);
  }

  #release(last?: string): void {
    this.#connection?.end(last);
    this.#connection = undefined;
  }

  #keep(json: string, goOn: (id: string) => void): Promise<void> | undefined {
    return this.#store({ stream: this.name, number: ++this.#lastNumber, json }, goOn);
  }

  #keepLast(json: string, goOn: (id: string) => void): Promise<void> | undefined {
    return this.#store({ stream: this.name, number: ++this.#lastNumber, json, isLast: true }, goOn);
  }

  /** Stores an event and continues with its id, synchronously if the store does. */
  #store(event: StoredEvent, goOn: (id: string) => void): Promise<void> | undefined {
    const kept = this.keeping.keep(event, this.contents);
    if (kept) return kept.then(() => goOn(writeEventId(event)));
    goOn(writeEventId(event));
    return undefined;
  }

  /** @returns settles as the step does; `undefined` when it is already done */
  #inTurn(step: () => Promise<void> | undefined | void): Promise<void> | undefined {
    const turn = this.#turns ? this.#turns.then(step) : step();
    if (!turn) return undefined;
    // The caller gets the error of its own step; the next step runs anyway.
    const turns: Promise<void> = turn.then(
      () => this.#endTurns(turns),
      () => this.#endTurns(turns),
    );
    this.#turns = turns;
    return turn;
  }

  /** Clears the queue if these were its last steps. */
  #endTurns(turns: Promise<void>): void {
    if (this.#turns === turns) this.#turns = undefined;
  }
}
