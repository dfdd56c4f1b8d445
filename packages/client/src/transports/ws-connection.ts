/**
 * Speaks to a server over one WebSocket of the subprotocol `mcp`: one message per text frame, in both directions.
 *
 * Sends pings at a steady interval, since a network that drops everything closes no connection.
 */
import type { IncomingMessage } from 'node:http';
import WebSocket from 'ws';
import { ConnectionError } from '../errors/connection-error.js';
import type { Connection, ConnectionEvents, ConnectionAnswer, ConnectionRequest } from './connection.js';
import type { NodeHttpOptions } from './open-http-pool.js';
import { PendingRequests } from './pending-requests.js';
import { isPrivateHost, lookupPublic } from './private-addresses.js';
import { requireUnreadRoom } from './unread-limit.js';

/** A server's endpoint, and the limits of reaching it. */
export interface WsOptions extends Omit<NodeHttpOptions, 'maxConnections'> {
  /** Milliseconds between two pings. A ping without a pong before the next one ends the connection. */
  readonly healthMs: number;
  /** Limit of unread bytes, above which nothing more is sent. */
  readonly maxBufferedBytes: number;
}

/** Milliseconds that the other end has to confirm the close. */
const closeTimeoutMs = 1_000;

export class WsConnection implements Connection {
  /** One socket carries one conversation, as a pipe does. */
  readonly isHttp = false;
  readonly #socket: WebSocket;
  readonly #pending: PendingRequests;
  readonly #opened: Promise<void>;
  readonly #ended: Promise<void>;
  #refusal: ConnectionError | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;
  #isOpen = false;
  #isClosed = false;

  constructor(
    private readonly options: WsOptions,
    private readonly events: ConnectionEvents,
  ) {
    const { url, headers, connectTimeoutMs, maxMessageBytes, allowPrivate } = options;
    if (!allowPrivate && isPrivateHost(url.hostname)) {
      const why = 'the server is at a private address (allowPrivate is false)';
      throw new ConnectionError('refused', why, { mayHaveRun: false });
    }
    this.#pending = new PendingRequests((message) => events.onMessage(message));
    this.#socket = new WebSocket(url, ['mcp'], {
      headers: { ...headers },
      handshakeTimeout: connectTimeoutMs,
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
      followRedirects: false,
      ...(allowPrivate ? {} : { lookup: lookupPublic }),
    });
    this.#opened = new Promise((resolve, reject) => {
      this.#socket.once('open', () => (this.#begin(), resolve()));
      this.#socket.once('close', () => reject(this.#gone()));
    });
    this.#opened.catch(() => undefined); // the code that sends a message gets the error
    this.#ended = new Promise((resolve) => this.#socket.once('close', () => (this.#over(), resolve())));
    this.#socket.on('message', (data, isBinary) => this.#read(String(data), isBinary));
    this.#socket.on('unexpected-response', (_request, response) => this.#refuse(response));
    // The socket closes next, and that event reports the error.
    this.#socket.on('error', (cause) => (this.#refusal ??= this.#describe(cause)));
  }

  async request(request: ConnectionRequest): Promise<ConnectionAnswer> {
    // A closed socket drops messages without an error.
    if (this.#isClosed) throw new ConnectionError('unreachable', 'the connection has ended', { mayHaveRun: false });
    const answer = this.#pending.add(request);
    answer.catch(() => undefined); // returned below, unless the socket fails to open
    await this.#opened;
    this.#pending.send(request, (text) => this.#send(text));
    return answer;
  }

  async send(text: string): Promise<void> {
    await this.#opened;
    this.#send(text);
  }

  async close(): Promise<void> {
    this.#refusal ??= new ConnectionError('closed', 'the connection to the server was closed');
    this.#isClosed = true;
    this.#pending.failAll(this.#refusal);
    if (this.#isOpen) this.#socket.close(1000);
    else this.#socket.terminate();
    const timer = setTimeout(() => this.#socket.terminate(), closeTimeoutMs);
    await this.#ended;
    clearTimeout(timer);
  }

  /** @throws ConnectionError when too much is unread already */
  #send(text: string): void {
    requireUnreadRoom(this.#socket.bufferedAmount, this.options.maxBufferedBytes);
    this.#socket.send(text);
  }

  #begin(): void {
    this.#isOpen = true;
    let isAlive = true;
    this.#socket.on('pong', () => (isAlive = true));
    this.#heart = setInterval(() => {
      if (isAlive) {
        isAlive = false;
        return this.#socket.ping();
      }
      this.#refusal ??= new ConnectionError('broken', 'the server does not answer any more');
      this.#socket.terminate();
    }, this.options.healthMs).unref();
  }

  #read(text: string, isBinary: boolean): void {
    const log = (why: string): void => this.events.onLog?.(why);
    if (isBinary) log('the server sent a binary frame, which holds no message');
    else this.#pending.receive(text, log);
  }

  #refuse(response: IncomingMessage): void {
    const status = response.statusCode ?? 0;
    response.resume();
    const isUnauthorized = status === 401 || status === 403;
    this.#refusal ??= isUnauthorized
      ? new ConnectionError('unauthorized', `the server refused our credentials (HTTP ${status})`, {
          mayHaveRun: false,
          status,
        })
      : new ConnectionError('unreachable', `the server opened no WebSocket (HTTP ${status})`, {
          mayHaveRun: false,
        });
    this.#socket.terminate();
  }

  #describe(cause: Error & { readonly code?: string }): ConnectionError {
    if (cause instanceof ConnectionError) return cause;
    if (cause.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') {
      const { maxMessageBytes } = this.options;
      const why = `the server sent a message of more than ${maxMessageBytes} bytes (limit maxMessageBytes)`;
      return new ConnectionError('unreadable', why);
    }
    if (this.#isOpen) return new ConnectionError('broken', 'the connection to the server broke', { cause });
    return new ConnectionError('unreachable', 'the server cannot be reached', { mayHaveRun: false, cause });
  }

  #over(): void {
    clearInterval(this.#heart);
    const error = this.#gone();
    this.#pending.failAll(error);
    // If the socket never opened, the requests that waited for it report the error.
    const isNews = this.#isOpen && !this.#isClosed;
    this.#isClosed = true;
    if (isNews) this.events.onEnd(error);
  }

  #gone(): ConnectionError {
    if (this.#refusal) return this.#refusal;
    return this.#isOpen
      ? new ConnectionError('broken', 'the server closed the connection')
      : new ConnectionError('unreachable', 'the server cannot be reached', { mayHaveRun: false });
  }
}
