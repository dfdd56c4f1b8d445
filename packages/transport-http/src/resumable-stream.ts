/**
 * One stream of messages of a session: every message is numbered and kept, while connections that carry it come and go.
 *
 * Everything happens in turn, so that a connection that comes back gets what it missed and then what follows, each once.
 * Spec: 2025-11-25 basic/transports#resumability-and-redelivery
 */
import { nameStream, writeEventId } from './event-id.js';
import type { EventStream } from './event-stream.js';
import type { StoredEvent } from './event-store.js';
import type { AnswerStream } from './response-outlet.js';
import { comment, messageEvent, primingEvent, retryEvent } from './sse-event.js';

/** What a stream needs of its session. */
export interface StreamKeeping {
  /** Never rejects. */
  keep(event: StoredEvent): Promise<void>;
  /** See `EventStore.replayAfter`. */
  replayAfter(stream: string, number: number, send: (event: StoredEvent) => void): Promise<boolean>;
  /** Whether the stream begins with an event that only carries its id. */
  readonly isPrimed: boolean;
  readonly retryMs: number;
  /** Called once the stream is complete. */
  onEnd(stream: ResumableStream): void;
}

export class ResumableStream implements AnswerStream {
  readonly name = nameStream();
  #connection: EventStream | undefined;
  #lastNumber = 0;
  #isEnded = false;
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(
    connection: EventStream,
    private readonly keeping: StreamKeeping,
  ) {
    this.#connection = connection;
    if (keeping.isPrimed)
      void this.#inTurn(async () => this.#write(primingEvent(await this.#keep(''), keeping.retryMs)));
  }

  /** Whether a connection carries it right now. */
  get isCarried(): boolean {
    return this.#connection?.isOpen ?? false;
  }

  async send(json: string): Promise<void> {
    await this.#inTurn(async () => this.#write(messageEvent(json, await this.#keep(json))));
    await this.#connection?.ready();
  }

  end(json?: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#isEnded) return;
      const last = json === undefined ? undefined : messageEvent(json, await this.#keep(json));
      this.#isEnded = true;
      this.#release(last);
      this.keeping.onEnd(this);
    });
  }

  letGo(): void {
    void this.#inTurn(() => this.#release(retryEvent(this.keeping.retryMs)));
  }

  /**
   * Goes on with the stream on another connection: what it missed after that number, then what follows.
   *
   * @param connect opens the connection, the same each time it is called; called only when the stream can go on
   * @returns false when the stream is not what it was after that number: some of it is no longer kept
   * @throws what the store throws
   */
  resume(number: number, connect: () => EventStream): Promise<boolean> {
    return this.#inTurn(async () => {
      if (number !== this.#lastNumber) {
        const send = (event: StoredEvent): void => void connect().send(messageEvent(event.json, writeEventId(event)));
        if (!(await this.keeping.replayAfter(this.name, number, send))) return false;
      }
      this.#release(comment('this stream goes on over another connection'));
      this.#connection = connect();
      if (this.#isEnded) this.#release();
      return true;
    });
  }

  async #keep(json: string): Promise<string> {
    const event: StoredEvent = { stream: this.name, number: ++this.#lastNumber, json };
    await this.keeping.keep(event);
    return writeEventId(event);
  }

  #write(event: string): void {
    void this.#connection?.send(event);
  }

  #release(last?: string): void {
    this.#connection?.end(last);
    this.#connection = undefined;
  }

  #inTurn<Result>(step: () => Result | Promise<Result>): Promise<Result> {
    const turn = this.#lastTurn.then(step);
    // Who asked for the turn hears of its failure; the next one goes on.
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }
}
