/**
 * One stream of messages of a session: every message is numbered and kept, while connections that carry it come and go.
 *
 * Everything happens in turn, so that a connection that comes back gets what it missed and then what follows, each once.
 * Spec: 2025-11-25 basic/transports#resumability-and-redelivery
 */
import type { EventPosition } from '@sigil/core/stores';
import type { RequestId } from '@sigil/core/engine';
import { nameStream, writeEventId } from './event-id.js';
import type { EventStream } from '../answers/event-stream.js';
import type { StoredEvent } from '@sigil/core/stores';
import type { AnswerStream } from '../answers/response-outlet.js';
import { comment, messageEvent, primingEvent, retryEvent } from '../answers/sse-event.js';

/** The services that a stream needs of its session. */
export interface StreamKeeping {
  /**
   * Never rejects. @returns `undefined` when nothing is to be waited for
   *
   * @param requests that the stream answers
   */
  keep(event: StoredEvent, requests: readonly RequestId[]): Promise<void> | undefined;
  /** Tells whether others follow the stream, who must see its end. */
  readonly isShared: boolean;
  /** See `EventStore.replayAfter`. */
  replayAfter(place: EventPosition, send: (event: StoredEvent) => void): Promise<boolean>;
  /** Tells whether the stream begins with an event that only carries its id. */
  readonly isPrimed: boolean;
  readonly retryMs: number;
  /** Called once the stream is complete. */
  onEnd(stream: ResumableStream): void;
}

const done = Promise.resolve();
const none: readonly RequestId[] = [];

export class ResumableStream implements AnswerStream {
  readonly name = nameStream();
  #connection: EventStream | undefined;
  #lastNumber = 0;
  #isEnded = false;
  /** The step under way, and the steps that wait behind it; `undefined` when the next one can be taken at once. */
  #turns: Promise<void> | undefined;

  constructor(
    connection: EventStream,
    private readonly keeping: StreamKeeping,
    private readonly requests: readonly RequestId[] = none,
  ) {
    this.#connection = connection;
    if (keeping.isPrimed) void this.#inTurn(() => this.#deliver('', (id) => primingEvent(id, keeping.retryMs)));
  }

  /** Tells whether a connection carries the stream right now. */
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

  /** Holds a connection no longer that is gone: nobody knows when the peer comes back, if at all. */
  forgetLost(): void {
    if (!this.isCarried) this.#connection = undefined;
  }

  releaseConnection(): void {
    void this.#inTurn(() => this.#release(retryEvent(this.keeping.retryMs)));
  }

  /**
   * Goes on with the stream on another connection: what it missed after that number, then what follows.
   *
   * @param connect opens the connection, the same each time it is called; called only when the stream can go on
   * @returns false when the stream is not what it was after that number: some of it is no longer kept
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

  /** Sends an event once it is kept. */
  #deliver(json: string, write: (id: string) => string): Promise<void> | undefined {
    return this.#keep(json, (id) => void this.#connection?.send(write(id)));
  }

  #finish(json: string | undefined): Promise<void> | undefined {
    if (this.#isEnded) return undefined;
    if (json !== undefined) return this.#keep(json, (id) => this.#close(messageEvent(json, id)), true);
    if (this.keeping.isShared && this.#lastNumber > 0) return this.#keep('', () => this.#close(), true);
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

  /** Keeps an event, and goes on with its id: at once, unless the store takes its time. */
  #keep(json: string, goOn: (id: string) => void, isLast = false): Promise<void> | undefined {
    const number = ++this.#lastNumber;
    const event: StoredEvent = isLast
      ? { stream: this.name, number, json, isLast }
      : { stream: this.name, number, json };
    const kept = this.keeping.keep(event, this.requests);
    if (kept) return kept.then(() => goOn(writeEventId(event)));
    goOn(writeEventId(event));
    return undefined;
  }

  /** @returns settles as the step does; `undefined` when it is done already */
  #inTurn(step: () => Promise<void> | undefined | void): Promise<void> | undefined {
    const turn = this.#turns ? this.#turns.then(step) : step();
    if (!turn) return undefined;
    // The caller of the turn hears of its failure; the next one goes on.
    const turns: Promise<void> = turn.then(
      () => this.#endTurns(turns),
      () => this.#endTurns(turns),
    );
    this.#turns = turns;
    return turn;
  }

  /** Nothing waits any more, if these were the last. */
  #endTurns(turns: Promise<void>): void {
    if (this.#turns === turns) this.#turns = undefined;
  }
}
