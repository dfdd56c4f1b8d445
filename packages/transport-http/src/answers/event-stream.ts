/**
 * Writes server-sent events to one response: one write for all events of a tick, with back-pressure and keep-alive.
 *
 * Knows nothing of MCP or of what is in an event. A reader that stands still with too much waiting is cut.
 */
import type { ServerResponse } from 'node:http';
import type { Budget, ClientConnection } from '@sigil/core/engine';
import type { Clock } from '../clock.js';
import { DirectRequest } from '../requests/read-body.js';
import { keepAlivesOf, type KeptAlive } from './keep-alives.js';
import { comment } from './sse-event.js';
import { countedFromBytes, cutIfStalled, endOnceTaken, UnreadEvents, type StallLimits } from './unread.js';

const streamHead = [
  'Content-Type',
  'text/event-stream',
  'Cache-Control',
  'no-cache, no-transform',
  'X-Accel-Buffering',
  'no',
];

/** See `EndpointLimits`. */
export interface StreamLimits extends StallLimits {
  readonly keepAliveMs: number;
}

/** Above this an event is handed to the socket at once instead of at the end of the tick. */
const flushAtCharacters = 64 * 1024;
const keepAlive = comment('keep-alive');
const done = Promise.resolve();

/** The user that an open stream belongs to. */
export interface StreamUser {
  /** The stream is over, or its reader is gone. Called once. */
  streamClosed(): void;
}

/** The options that a stream is opened with. */
export interface StreamOpening {
  readonly clock: Clock;
  readonly headers?: readonly string[];
  readonly user?: StreamUser;
  /** The connection that unread events count for. */
  readonly reader: ClientConnection;
  /** The budget that counts the stream: the stream is given back to it at the end. */
  readonly countedIn?: Budget;
}

/** One open event stream. Sends nothing after its reader is gone. */
export class EventStream implements KeptAlive {
  #pending = '';
  #isFlushScheduled = false;
  #isEnded = false;
  #isStallWatched = false;
  #waiting: Promise<void> | undefined = undefined;
  readonly #keptAlive: Set<KeptAlive>;
  #user: StreamUser | undefined;
  readonly #reader: ClientConnection;
  #unread: UnreadEvents | undefined = undefined;
  #countedIn: Budget | undefined;
  #isHeadSent = false;

  /** Sends the head: from here on the answer is a stream. */
  constructor(
    private readonly response: ServerResponse,
    private readonly limits: StreamLimits,
    { clock, headers, user, reader, countedIn }: StreamOpening,
  ) {
    response.writeHead(200, headers ? [...streamHead, ...headers] : streamHead);
    // Of a server of our own nobody else looks at them.
    if (response.req instanceof DirectRequest) response.req.forgetHeaders();
    this.#keptAlive = keepAlivesOf(clock, limits.keepAliveMs).add(this);
    this.#user = user;
    this.#reader = reader;
    this.#countedIn = countedIn;
    // A response that has closed before emits no `close`.
    if (response.closed) this.#close();
    else response.on('close', () => this.#close());
  }

  /** Tells whether events can still reach the reader, as far as is known here. */
  get isOpen(): boolean {
    return !this.#isEnded && !this.response.destroyed;
  }

  /** Sets the user that the stream belongs to from here on. */
  set user(user: StreamUser) {
    this.#user = user;
  }

  /** Lets the reader see the head before there is an event. */
  open(): void {
    this.#isHeadSent = true;
    this.response.flushHeaders();
  }

  keepAlive(): void {
    this.#write(keepAlive);
  }

  /**
   * @param event complete, with its empty line
   * @returns resolves when the reader can take more, or is gone
   */
  send(event: string): Promise<void> {
    this.#write(event);
    return this.ready();
  }

  /** @returns resolves when the reader can take more, or is gone */
  ready(): Promise<void> {
    return this.response.writableNeedDrain && !this.response.destroyed ? this.#drained() : done;
  }

  /** Sends what is pending, and this as the last event. */
  end(event = ''): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#keptAlive.delete(this);
    this.#endWith(this.#pending + event);
    this.#pending = '';
    this.#countUnread();
    cutIfStalled(this.response, this.limits);
  }

  #endWith(text: string): void {
    if (text.length < flushAtCharacters && !this.response.writableNeedDrain) {
      this.response.end(text);
      return;
    }
    this.response.write(text);
    endOnceTaken(this.response);
  }

  #write(text: string): void {
    if (this.#isEnded || this.response.destroyed) return;
    this.#pending += text;
    if (this.#pending.length >= flushAtCharacters) {
      this.#flush();
      return;
    }
    if (this.#isFlushScheduled) return;
    this.#isFlushScheduled = true;
    process.nextTick(() => this.#flush());
  }

  #flush(): void {
    this.#isFlushScheduled = false;
    if (this.#pending === '' || this.response.destroyed) return;
    this.#writeOut(this.#pending);
    this.#pending = '';
    this.#countUnread();
    if (this.#isStallWatched || this.response.writableLength <= this.limits.maxBufferedBytes) return;
    this.#isStallWatched = true;
    cutIfStalled(this.response, this.limits);
    this.response.once('drain', () => {
      this.#isStallWatched = false;
      this.response.setTimeout(0);
    });
  }

  /**
   * In one write to the socket. The head leaves as a text of its own: node:http keeps it as long as the response, and would keep
   * all the pieces that it was put together from if it left as the beginning of a longer one.
   */
  #writeOut(text: string): void {
    if (this.#isHeadSent) {
      this.response.write(text);
      return;
    }
    const { socket } = this.response;
    socket?.cork();
    this.open();
    this.response.write(text);
    socket?.uncork();
  }

  #countUnread(): void {
    if (this.response.closed || (!this.#unread && this.response.writableLength < countedFromBytes)) return;
    this.#unread ??= new UnreadEvents(this.response, this.#reader.answerBytes);
    this.#unread.count();
  }

  #close(): void {
    this.#keptAlive.delete(this);
    this.#unread?.forget();
    this.#countedIn?.give(1);
    this.#countedIn = undefined;
    this.#user?.streamClosed();
  }

  /** One promise for all who wait. */
  #drained(): Promise<void> {
    this.#waiting ??= new Promise((resolve) => {
      const settle = (): void => {
        this.#waiting = undefined;
        this.response.off('drain', settle).off('close', settle);
        resolve();
      };
      this.response.on('drain', settle).on('close', settle);
    });
    return this.#waiting;
  }
}
