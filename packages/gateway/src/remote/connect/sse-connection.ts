/**
 * Speaks the oldest HTTP transport to an upstream server: one stream for all that it says, and posts to the address that it names first.
 *
 * Spec: 2024-11-05 basic/transports#http-with-sse
 */
import type { AbortSource } from '@sigil/core/catalog';
import { UpstreamError } from '../trouble/upstream-error.js';
import type { Connection, ConnectionEvents, UpstreamAnswer, UpstreamRequest } from './connection.js';
import type { HttpOptions } from './http-connection.js';
import { HttpExchange, type ExchangeRequest } from './http-exchange.js';
import { listConfigured } from './own-headers.js';
import { PendingRequests } from './pending-requests.js';
import type { HttpPool } from './http-pool.js';
import { openHttpPool } from './open-http-pool.js';
import { isPrivateHost } from './private-addresses.js';

/** A message that the upstream does not take within so long is given up. */
const tellTimeoutMs = 30_000;

export class SseConnection implements Connection {
  /** The upstream has one stream for everything, as over a pipe. */
  readonly isHttp = false;
  readonly #pool: HttpPool;
  /** Names and values in turn. */
  readonly #configured: readonly string[];
  readonly #pending: PendingRequests;
  readonly #stream = new AbortController();
  readonly #endpoint: Promise<string>;
  #isClosed = false;

  constructor(
    private readonly options: HttpOptions,
    private readonly events: ConnectionEvents,
  ) {
    const { url, allowPrivate } = options;
    if (!allowPrivate && isPrivateHost(url.hostname)) {
      const why = 'the upstream server is at a private address (allowPrivate is false)';
      throw new UpstreamError('refused', why, { mayHaveRun: false });
    }
    this.#pool = openHttpPool(options);
    this.#configured = listConfigured(options.headers, options.authorization !== undefined);
    this.#pending = new PendingRequests((message) => events.onMessage(message));
    this.#endpoint = this.#open();
    this.#endpoint.catch(() => undefined); // whoever sends something hears of it
  }

  async request(request: UpstreamRequest): Promise<UpstreamAnswer> {
    const answer = this.#pending.add(request);
    // The answer comes on the stream, whatever becomes of a post that is held.
    await Promise.race([this.#post(request.text, request.signal), answer]);
    return answer;
  }

  async tell(text: string, _headers: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<void> {
    await this.#post(text, signal ?? AbortSignal.timeout(tellTimeoutMs));
  }

  async close(): Promise<void> {
    const closed = new UpstreamError('closed', 'the connection to the upstream server was closed');
    this.#end(closed);
    this.#stream.abort(closed);
    await this.#pool.destroy(closed);
  }

  /** @returns the path of the address that the upstream names */
  #open(): Promise<string> {
    const { url, maxMessageBytes, connectTimeoutMs } = this.options;
    const late = setTimeout(() => this.#stream.abort(unnamed()), connectTimeoutMs).unref();
    return new Promise((resolve, reject) => {
      const ended = (error: unknown): void => {
        clearTimeout(late);
        reject(error as Error);
        this.#lost(error);
      };
      const over = new UpstreamError('broken', 'the upstream server ended its stream');
      const headers = [...this.#configured, 'accept', 'text/event-stream'];
      const sent: ExchangeRequest = {
        headers: {},
        signal: this.#stream.signal,
        onMessage: (message) => this.#pending.receive(message.text, (why) => this.events.onLog?.(why)),
        onEvent: ({ event, data }) => {
          if (event !== 'endpoint') return;
          clearTimeout(late);
          this.#readEndpoint(data, resolve, reject);
        },
      };
      const exchange = new HttpExchange(sent, maxMessageBytes);
      exchange.outcome.then(() => ended(over), ended);
      this.#pool.dispatch({ path: url.pathname + url.search, method: 'GET', headers }, exchange);
    });
  }

  /** An address elsewhere would get our credentials. */
  #readEndpoint(data: string, resolve: (path: string) => void, reject: (error: Error) => void): void {
    const { url } = this.options;
    const target = URL.canParse(data, url.href) ? new URL(data, url) : undefined;
    if (target?.origin === url.origin) resolve(target.pathname + target.search);
    else
      reject(
        new UpstreamError('refused', 'the upstream server names an address of another origin', { mayHaveRun: false }),
      );
  }

  async #post(text: string, signal?: AbortSource): Promise<void> {
    const path = await this.#endpoint;
    if (signal?.aborted) throw signal.reason;
    const headers = [...this.#configured, 'content-type', 'application/json'];
    const exchange = new HttpExchange(
      { headers: {}, signal, onMessage: () => undefined },
      this.options.maxMessageBytes,
    );
    this.#pool.dispatch({ path, method: 'POST', headers, body: text }, exchange);
    await exchange.outcome;
  }

  #lost(error: unknown): void {
    const why = error instanceof Error ? error : new UpstreamError('broken', 'the upstream server ended its stream');
    const isNews = !this.#isClosed;
    this.#end(why);
    if (isNews) this.events.onEnd(why);
  }

  #end(error: Error): void {
    this.#isClosed = true;
    this.#pending.failAll(error);
  }
}

function unnamed(): UpstreamError {
  return new UpstreamError('unreachable', 'the upstream server named no address in time', { mayHaveRun: false });
}
