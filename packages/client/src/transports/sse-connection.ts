/**
 * Speaks the oldest HTTP transport to a server: one stream for its messages, and POSTs to the address that the stream names first.
 *
 * Spec: 2024-11-05 basic/transports#http-with-sse
 */
import type { AbortSource } from '@sigil/core/catalog';
import { ConnectionError } from '../errors/connection-error.js';
import type { Connection, ConnectionEvents, ConnectionAnswer, ConnectionRequest } from './connection.js';
import { openAuthorizedPool, type HttpOptions } from './http-connection.js';
import { HttpExchange, type ExchangeRequest, type HttpOutcome } from './http-exchange.js';
import { isAnonymous, listConfigured } from './configured-headers.js';
import { PendingRequests } from './pending-requests.js';
import type { HttpPool } from './http-pool.js';
import { isEventStream } from './response-headers.js';
import { inBackground } from '../retry/background-timer.js';

/** A server's stream, and the time that it has to name the address for messages. */
export interface SseOptions extends HttpOptions {
  readonly connectTimeoutMs: number;
}

/** The time that the server has to accept a message. */
const sendTimeoutMs = 30_000;

export class SseConnection implements Connection {
  /** The server has one stream for everything, as over a pipe. */
  readonly isHttp = false;
  readonly #pool: HttpPool;
  /** A pool for the stream alone, which would otherwise hold a connection that POSTs need. */
  readonly #streamPool: HttpPool;
  /** Alternating names and values. */
  readonly #configured: readonly string[];
  readonly #pending: PendingRequests;
  readonly #stream = new AbortController();
  readonly #endpoint: Promise<string>;
  #isClosed = false;

  constructor(
    private readonly options: SseOptions,
    private readonly events: ConnectionEvents,
  ) {
    this.#pool = openAuthorizedPool(options, options.maxConnections);
    this.#streamPool = openAuthorizedPool(options, 1);
    this.#configured = listConfigured(options.headers, options.authorization !== undefined);
    this.#pending = new PendingRequests((message) => events.onMessage(message));
    this.#endpoint = this.#open();
    this.#endpoint.catch(() => undefined); // the code that sends a message gets the error
  }

  async request(request: ConnectionRequest): Promise<ConnectionAnswer> {
    const answer = this.#pending.add(request);
    // The answer comes on the stream, so a POST that is held open does not delay it.
    const posted = this.#post(request.text, request.signal);
    posted.catch((error: unknown) => this.#pending.fail(request.id, error));
    return answer;
  }

  async send(text: string, _headers: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<void> {
    await this.#post(text, signal ?? AbortSignal.timeout(sendTimeoutMs));
  }

  async close(): Promise<void> {
    const closed = new ConnectionError('closed', 'the connection to the server was closed');
    this.#end(closed);
    this.#stream.abort(closed);
    await Promise.all([this.#pool.destroy(closed), this.#streamPool.destroy(closed)]);
  }

  /** @returns the path that the server names for POSTs */
  #open(): Promise<string> {
    const { url, maxMessageBytes, connectTimeoutMs } = this.options;
    const late = inBackground(setTimeout(() => this.#stream.abort(unnamed()), connectTimeoutMs));
    return new Promise((resolve, reject) => {
      const ended = (error: unknown): void => {
        clearTimeout(late);
        reject(error as Error);
        this.#lost(error);
      };
      const headers = [...this.#configured, 'accept', 'text/event-stream'];
      const sent: ExchangeRequest = {
        headers: {},
        signal: this.#stream.signal,
        onMessage: (message) => this.#pending.receive(message.text, (why) => this.events.onLog?.(why)),
        onUnreadable: ({ message }) => this.events.onLog?.(message),
        onEvent: ({ event, data }) => {
          if (event !== 'endpoint') return;
          clearTimeout(late);
          this.#readEndpoint(data, resolve, reject);
        },
      };
      const exchange = new HttpExchange(sent, maxMessageBytes, isAnonymous(this.options));
      exchange.outcome.then((outcome) => ended(overWith(outcome)), ended);
      this.#streamPool.dispatch({ path: url.pathname + url.search, method: 'GET', headers }, exchange);
    });
  }

  /** Refuses an address of another origin, which would get our credentials. */
  #readEndpoint(data: string, resolve: (path: string) => void, reject: (error: Error) => void): void {
    const { url } = this.options;
    const target = URL.canParse(data, url.href) ? new URL(data, url) : undefined;
    if (target?.origin === url.origin) resolve(target.pathname + target.search);
    else reject(new ConnectionError('refused', 'the server names an address of another origin', { mayHaveRun: false }));
  }

  async #post(text: string, signal?: AbortSource): Promise<void> {
    const path = await this.#endpoint;
    if (signal?.aborted) throw signal.reason;
    if (this.#isClosed) throw ended();
    const headers = [...this.#configured, 'content-type', 'application/json'];
    const exchange = new HttpExchange(
      { headers: {}, signal, onMessage: () => undefined, isOfSession: true },
      this.options.maxMessageBytes,
      isAnonymous(this.options),
    );
    this.#pool.dispatch({ path, method: 'POST', headers, body: text }, exchange);
    const { status } = await exchange.outcome.catch((error: unknown) => this.#afterRefusal(error));
    // The answer would come on the stream, so an error in JSON or a redirect is not one.
    if (status >= 300)
      throw new ConnectionError('refused', `the server answered a message with HTTP ${status}`, { status });
  }

  /** Ends the stream of a lost session, which a proxy may hold open. */
  #afterRefusal(error: unknown): never {
    if (!(error instanceof ConnectionError) || error.failure !== 'lost-session') throw error;
    const why = `the server does not know the session (HTTP ${error.status})`;
    // Ends the stream afterwards: this request has not run, and may be sent again.
    setTimeout(() => this.#stream.abort(new ConnectionError('broken', why)));
    throw new ConnectionError('unreachable', why, { mayHaveRun: false });
  }

  #lost(error: unknown): void {
    const why = error instanceof Error ? error : new ConnectionError('broken', 'the server ended its stream');
    const isNews = !this.#isClosed;
    this.#end(why);
    if (isNews) this.events.onEnd(why);
  }

  #end(error: Error): void {
    this.#isClosed = true;
    this.#pending.failAll(error);
  }
}

/** The address may be that of a page, or lead to another one. */
function overWith({ status, headers }: HttpOutcome): ConnectionError {
  if (isEventStream(headers)) return new ConnectionError('broken', 'the server ended its stream');
  const why = `the server answered with HTTP ${status}, and not with an event stream`;
  return new ConnectionError('unreadable', why, { status, mayHaveRun: false });
}

function ended(): ConnectionError {
  return new ConnectionError('unreachable', 'the stream of the server has ended', { mayHaveRun: false });
}

function unnamed(): ConnectionError {
  return new ConnectionError('unreachable', 'the server named no address in time', { mayHaveRun: false });
}
