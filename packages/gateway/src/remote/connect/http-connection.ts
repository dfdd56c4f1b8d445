/**
 * Speaks Streamable HTTP to an upstream server: one POST for each message, answered with JSON or an event stream.
 *
 * Connections are pooled and kept alive. Redirects are followed within the origin only: elsewhere our credentials would go along.
 * Spec: 2025-11-25 basic/transports#streamable-http, 2026-07-28 basic/transports/streamable-http
 */
import type { AbortSource } from '@sigil/core/catalog';
import { UpstreamError } from '../trouble/upstream-error.js';
import type { Connection, UpstreamAnswer, UpstreamRequest } from './connection.js';
import { HttpExchange, type ExchangeRequest, type HttpOutcome } from './http-exchange.js';
import type { Authorization } from '../credentials/authorization.js';
import type { HttpPool } from './http-pool.js';
import { openHttpPool } from './open-http-pool.js';
import { isPrivateHost } from './private-addresses.js';
import { readWireMessage, type WireMessage } from '../wire/wire-message.js';

/** An upstream server's endpoint, and the limits of reaching it. */
export interface HttpOptions {
  readonly url: URL;
  /** The credentials and whatever else goes with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly connectTimeoutMs: number;
  readonly maxMessageBytes: number;
  readonly maxConnections: number;
  readonly allowPrivate: boolean;
  /** Adds a token to every request; absent where the headers have all that is needed. */
  readonly authorization?: Authorization | undefined;
}

/** A stream that is open until it ends or its signal says so. */
export interface StreamRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  onMessage(message: WireMessage): void;
  /** Told when the stream begins. */
  onStart?(): void;
}

/** An upstream that closes a stream before its answer is asked again at this rhythm, unless it names another. */
const resumeAfterMs = 1_000;
/** Streams that bring nothing are resumed so often. */
const mostEmptyResumptions = 5;
const mostRedirects = 3;

export class HttpConnection implements Connection {
  readonly isHttp = true;
  readonly #pool: HttpPool;
  /** Those that all requests of a method have. */
  readonly #headers: Readonly<Record<HttpMethod, Readonly<Record<string, string>>>>;
  #path: string;

  constructor(private readonly options: HttpOptions) {
    const { url, allowPrivate, headers } = options;
    if (!allowPrivate && isPrivateHost(url.hostname)) {
      const why = 'the upstream server is at a private address (allowPrivate is false)';
      throw new UpstreamError('refused', why, { mayHaveRun: false });
    }
    this.#path = url.pathname + url.search;
    const posted = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    this.#headers = {
      POST: { ...headers, ...posted },
      GET: { ...headers, accept: 'text/event-stream' },
      DELETE: { ...headers, accept: posted.accept },
    };
    this.#pool = openHttpPool(options);
  }

  async request(request: UpstreamRequest): Promise<UpstreamAnswer> {
    let answer: WireMessage | undefined;
    const onMessage = (message: WireMessage): void => {
      if (message.kind === 'response' && message.id === request.id) answer = message;
      else request.onMessage(message);
    };
    const isDone = (): boolean => answer !== undefined;
    const { text: body, headers, signal } = request;
    const outcome = await this.#send('POST', { body, headers, signal, onMessage, isDone });
    answer ??= readAnswer(outcome, request);
    if (!answer && outcome.lastEventId !== undefined) await this.#resume({ ...request, onMessage, isDone }, outcome);
    if (answer) return { message: answer, headers: outcome.headers };
    throw new UpstreamError('broken', 'the upstream server ended the answer before it was whole');
  }

  async tell(text: string, headers: Readonly<Record<string, string>>): Promise<void> {
    await this.#send('POST', { body: text, headers, onMessage: () => undefined });
  }

  /** Opens a stream of what belongs to no request. @returns when the stream has ended @throws UpstreamError */
  async listen(stream: StreamRequest): Promise<void> {
    await this.#send('GET', stream);
  }

  /** Ends a session. @throws UpstreamError */
  async remove(headers: Readonly<Record<string, string>>): Promise<void> {
    await this.#send('DELETE', { headers, onMessage: () => undefined });
  }

  async close(): Promise<void> {
    await this.#pool.destroy(new UpstreamError('closed', 'the connection to the upstream server was closed'));
  }

  async #resume(
    { headers, signal, onMessage, isDone }: UpstreamRequest & { isDone(): boolean },
    first: HttpOutcome,
  ): Promise<void> {
    let { lastEventId, retryMs } = first;
    for (let empty = 0; empty < mostEmptyResumptions && !isDone();) {
      await sleep(retryMs ?? resumeAfterMs, signal);
      const before = lastEventId;
      const resuming = { ...headers, 'last-event-id': lastEventId ?? '' };
      const next = await this.#send('GET', {
        headers: resuming,
        signal,
        onMessage,
        isDone,
      });
      lastEventId = next.lastEventId ?? lastEventId;
      retryMs = next.retryMs ?? retryMs;
      empty = lastEventId === before ? empty + 1 : 0;
    }
  }

  #send(method: HttpMethod, sent: SentRequest, redirects = 0): Promise<HttpOutcome> {
    return new Promise<HttpOutcome>((resolve, reject) => {
      const { maxMessageBytes } = this.options;
      const exchange = new HttpExchange(sent, {
        maxMessageBytes,
        reject,
        resolve: (outcome) =>
          resolve(outcome.location === undefined ? outcome : this.#sendOn(outcome, { method, sent, redirects })),
      });
      const headers = { ...this.#headers[method], ...sent.headers };
      this.#pool.dispatch({ path: this.#path, method, headers, body: sent.body ?? null }, exchange);
    });
  }

  async #sendOn(outcome: HttpOutcome, { method, sent, redirects }: Redirected): Promise<HttpOutcome> {
    this.#follow(outcome, redirects);
    return this.#send(method, sent, redirects + 1);
  }

  /** From now on, as the path of a server does not change back. @throws UpstreamError where it leads away */
  #follow({ location, status }: HttpOutcome, redirects: number): void {
    const { url } = this.options;
    const target = URL.canParse(location ?? '', url.href) ? new URL(location ?? '', url) : undefined;
    const isKept = status === 307 || status === 308;
    if (target && target.origin === url.origin && isKept && redirects < mostRedirects) {
      this.#path = target.pathname + target.search;
      return;
    }
    const why = 'the upstream server redirects to another address, which is not followed: configure that one';
    throw new UpstreamError('refused', why, { mayHaveRun: false });
  }
}

type HttpMethod = 'POST' | 'GET' | 'DELETE';

/** A POST has a body, and no other. */
interface SentRequest extends ExchangeRequest {
  readonly body?: string;
}

/** A request that was answered with another address. */
interface Redirected {
  readonly method: HttpMethod;
  readonly sent: SentRequest;
  /** How often the request was redirected before. */
  readonly redirects: number;
}

/** An answer in JSON, or an error in JSON under a status that says so too. */
function readAnswer({ body }: HttpOutcome, { id }: UpstreamRequest): WireMessage | undefined {
  if (body === undefined) return undefined;
  const message = readWireMessage(body);
  return message.kind === 'response' && (message.id === id || message.id === undefined || message.id === null)
    ? message
    : undefined;
}

async function sleep(ms: number, signal: AbortSource | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
