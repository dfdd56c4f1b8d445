/**
 * Writes server-sent events to one response: one write for all events of a tick, with back-pressure and keep-alive.
 *
 * Knows nothing of MCP or of the content of events. Disconnects a reader that stalls with too much unread.
 */
import type { ServerResponse } from 'node:http';
import type { Budget, ClientConnection } from '@sigil/core/internal';
import type { Clock } from '../clock.js';
import { DirectRequest } from '../requests/direct-request.js';
import { keepAliveHead } from '../requests/keep-alive-header.js';
import { keepAlivesOf, type KeptAlive } from './keep-alives.js';
import { comment } from './sse-event.js';
import { countedFromBytes, cutIfStalled, endOnceTaken, UnreadEvents, type StallLimits } from './unread-answers.js';

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

/** A longer event is passed to the socket immediately instead of at the end of the tick. */
const flushAtCharacters = 64 * 1024;
const keepAlive = comment('keep-alive');
const done = Promise.resolve();

/** The user that an open stream belongs to. */
export interface StreamUser {
  /** The stream has ended, or its reader is gone. Called once. */
  streamClosed(): void;
}

interface StreamOpening {
  readonly clock: Clock;
  readonly headers?: readonly string[];
  readonly user?: StreamUser;
  /** The connection whose budget counts unread events. */
  readonly reader: ClientConnection;
  /** The budget that counts the stream; the stream is given back to it at the end. */
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
  readonly #user: StreamUser | undefined;
  readonly #reader: ClientConnection;
  #unread: UnreadEvents | undefined = undefined;
  #countedIn: Budget | undefined;
  #isHeadSent = false;

  /** Sends the head, which makes the answer a stream. */
  constructor(
    private readonly response: ServerResponse,
    private readonly limits: StreamLimits,
    { clock, headers, user, reader, countedIn }: StreamOpening,
  ) {
    response.writeHead(200, [...streamHead, ...keepAliveHead(response), ...(headers ?? [])]);
    // A server of our own has no other code that reads the headers.
    if (response.req instanceof DirectRequest) response.req.forgetHeaders();
    this.#keptAlive = keepAlivesOf(clock, limits.keepAliveMs).add(this);
    this.#user = user;
    this.#reader = reader;
    this.#countedIn = countedIn;
    // A response that was already closed emits no `close`.
    if (response.closed) this.#close();
    else response.on('close', () => this.#close());
  }

  /** True while events can still reach the reader, as far as is known here. */
  get isOpen(): boolean {
    return !this.#isEnded && !this.response.destroyed;
  }

  /** Sends the head before there is an event. */
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

  /** Sends pending events, and this one as the last. */
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
   * Writes once to the socket. The head leaves as a separate text: node:http keeps the head as long as the response, and as the
   * beginning of a longer text it would keep all the pieces of that text.
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

  /** Returns one promise shared by all waiters. */
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
