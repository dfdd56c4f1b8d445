/**
 * Speaks Streamable HTTP to a server: one POST for each message, answered with JSON or an event stream.
 *
 * Connections are pooled and kept alive. Redirects are followed within the origin only, since they carry our credentials.
 * Spec: 2025-11-25 basic/transports#streamable-http, 2026-07-28 basic/transports/streamable-http
 */
import type { AbortSource } from '@sigil/core/catalog';
import { pause } from '../retry/pause.js';
import { ConnectionError } from '../errors/connection-error.js';
import type { Connection, ConnectionAnswer, ConnectionRequest } from './connection.js';
import { HttpExchange, type ExchangeRequest, type HttpOutcome } from './http-exchange.js';
import type { Authorization } from './authorization.js';
import { AuthorizedPool } from './authorized-pool.js';
import type { HttpPool } from './http-pool.js';
import { isAnonymous, listConfigured } from './configured-headers.js';
import { isEventStream } from './response-headers.js';
import { answeredId, readWireMessages, type WireMessage } from '../wire/wire-message.js';

/** A server's endpoint, and the limits of reaching it. */
export interface HttpOptions {
  readonly url: URL;
  /** The credentials and the other headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly maxMessageBytes: number;
  readonly maxConnections: number;
  /** Adds a token to every request; absent if the headers are enough. */
  readonly authorization?: Authorization | undefined;
  /** Opens a pool of at most so many connections to the endpoint. */
  openPool(maxConnections: number): HttpPool;
}

/** @returns a pool to the endpoint, whose requests carry a token if they need one */
export function openAuthorizedPool({ openPool, authorization }: HttpOptions, maxConnections: number): HttpPool {
  const pool = openPool(maxConnections);
  return authorization ? new AuthorizedPool(pool, authorization) : pool;
}

/** A stream that stays open until it ends or its signal aborts. */
export interface StreamRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  onMessage(message: WireMessage): void;
  /** Called when the stream begins. */
  onStart?(): void;
}

/** Calls that wait for answers to their questions may hold all connections, so those answers have a few spare ones. */
const spareConnections = 4;
/** A notification stream holds a connection for as long as its session or subscription lasts. */
const streamConnections = 64;
/** The time that the server has to accept a message. */
const sendTimeoutMs = 30_000;

/** The pause before a stream that closed before its answer is resumed, unless the server names another. */
const resumeAfterMs = 1_000;
/** The longest such pause that a server can ask for. */
const longestResumeMs = 300_000;
/** The number of resumptions in a row that may bring no event. */
const mostEmptyResumptions = 5;
const mostRedirects = 3;

export class HttpConnection implements Connection {
  readonly isHttp = true;
  readonly #pool: HttpPool;
  readonly #sparePool: HttpPool;
  readonly #streamPool: HttpPool;
  /** The headers that all requests of a method have. */
  readonly #headers: Readonly<Record<HttpMethod, readonly string[]>>;
  readonly #isAnonymous: boolean;
  #path: string;

  constructor(private readonly options: HttpOptions) {
    const { url, headers } = options;
    this.#path = url.pathname + url.search;
    this.#isAnonymous = isAnonymous(options);
    const configured = listConfigured(headers, options.authorization !== undefined);
    const accept = 'application/json, text/event-stream';
    this.#headers = {
      POST: [...configured, 'accept', accept, 'content-type', 'application/json'],
      GET: [...configured, 'accept', 'text/event-stream'],
      DELETE: [...configured, 'accept', accept],
    };
    this.#pool = openAuthorizedPool(options, options.maxConnections);
    this.#sparePool = openAuthorizedPool(options, spareConnections);
    this.#streamPool = openAuthorizedPool(options, streamConnections);
  }

  async request(request: ConnectionRequest): Promise<ConnectionAnswer> {
    const posted = new PostedRequest(request);
    const outcome = await this.#send('POST', posted);
    const message = posted.answer ?? readAnswer(outcome, request);
    return message ? { message, headers: outcome.headers } : this.#resume(posted, outcome);
  }

  async send(
    text: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal = AbortSignal.timeout(sendTimeoutMs),
  ): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const sent = { body: text, headers, signal, isSpare: true, onMessage: () => undefined };
      // A stream in the response shows that the message was accepted; its events are ignored.
      this.#send('POST', { ...sent, onStart: resolve }).then(() => resolve(), reject);
    });
  }

  /** Opens a stream of messages that belong to no request. @returns its outcome, when it has ended @throws ConnectionError */
  async listen(stream: StreamRequest): Promise<HttpOutcome> {
    return this.#send('GET', { ...stream, holdsConnection: true });
  }

  /** Ends a session. @throws ConnectionError; the signal's reason when it is aborted */
  async remove(headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void> {
    await this.#send('DELETE', { headers, signal, isSpare: true, onMessage: () => undefined });
  }

  async close(): Promise<void> {
    const closed = new ConnectionError('closed', 'the connection to the server was closed');
    await Promise.all([this.#pool, this.#sparePool, this.#streamPool].map((pool) => pool.destroy(closed)));
  }

  /** Resumes a stream that ended before its answer, if its events have ids. */
  async #resume(posted: PostedRequest, first: HttpOutcome): Promise<ConnectionAnswer> {
    let { lastEventId, retryMs } = first;
    for (let empty = 0; lastEventId !== undefined && empty < mostEmptyResumptions && !posted.answer;) {
      // A stream that names no time to come back may have broken, so the connection is not released.
      if (retryMs !== undefined) posted.onReleased?.();
      await pause(Math.min(retryMs ?? resumeAfterMs, longestResumeMs), posted.signal);
      const before: string = lastEventId;
      const next = await this.#send('GET', posted.from(lastEventId)).catch(unfinished);
      lastEventId = next.lastEventId ?? lastEventId;
      retryMs = next.retryMs ?? retryMs;
      empty = lastEventId === before ? empty + 1 : 0;
    }
    if (posted.answer) return { message: posted.answer, headers: first.headers };
    const status = isEventStream(first.headers) ? {} : { status: first.status };
    throw posted.unreadable ?? new ConnectionError('broken', endedEarly, status);
  }

  /** @returns the outcome that is not a redirect */
  async #send(method: HttpMethod, sent: SentRequest): Promise<HttpOutcome> {
    for (let redirects = 0; ; redirects++) {
      const outcome = await this.#dispatch(method, sent);
      if (outcome.location === undefined) return outcome;
      this.#follow(outcome, redirects);
    }
  }

  #dispatch(method: HttpMethod, sent: SentRequest): Promise<HttpOutcome> {
    const exchange = new HttpExchange(sent, this.options.maxMessageBytes, this.#isAnonymous);
    const headers = [...this.#headers[method]];
    for (const name in sent.headers) headers.push(name, sent.headers[name]!);
    try {
      this.#poolFor(sent).dispatch({ path: this.#path, method, headers, body: sent.body ?? null }, exchange);
    } catch (error) {
      exchange.fail(error);
    }
    return exchange.outcome;
  }

  #poolFor({ isSpare, holdsConnection }: SentRequest): HttpPool {
    if (holdsConnection) return this.#streamPool;
    const isFull = isSpare && this.#pool.stats.size >= this.options.maxConnections;
    return isFull ? this.#sparePool : this.#pool;
  }

  /** Follows a redirect for all later requests, since servers do not move back. @throws ConnectionError for one to another origin */
  #follow({ location, status }: HttpOutcome, redirects: number): void {
    const { url } = this.options;
    const target = URL.canParse(location ?? '', url.href) ? new URL(location ?? '', url) : undefined;
    const isKept = status === 307 || status === 308;
    if (target && target.origin === url.origin && isKept && redirects < mostRedirects) {
      this.#path = target.pathname + target.search;
      return;
    }
    const why = 'the server redirects to another address, which is not followed: configure that one';
    throw new ConnectionError('refused', why, { mayHaveRun: false });
  }
}

const endedEarly = 'the server ended the answer before it was whole';

/** The call has begun to run, whatever happened to the request for the rest of its answer. */
function unfinished(error: unknown): never {
  if (!(error instanceof ConnectionError)) throw error;
  throw new ConnectionError('broken', `${endedEarly}, and the rest cannot be had: ${error.message}`, { cause: error });
}

type HttpMethod = 'POST' | 'GET' | 'DELETE';

/** Only a POST has a body. */
interface SentRequest extends ExchangeRequest {
  readonly body?: string;
  /** True if the request must not wait for a connection that a call holds. */
  readonly isSpare?: boolean;
  /** Marks an endless stream, which must not take a connection from calls. */
  readonly holdsConnection?: boolean | undefined;
}

/** A request in flight, and its answer once one of its streams has delivered it. */
class PostedRequest implements SentRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSource | undefined;
  readonly onReleased: (() => void) | undefined;
  readonly holdsConnection: boolean | undefined;
  answer: WireMessage | undefined = undefined;
  /** The first event that was not a message, although it should have been: it may have been the answer. */
  unreadable: ConnectionError | undefined = undefined;

  constructor(private readonly request: ConnectionRequest) {
    this.body = request.text;
    this.headers = request.headers;
    this.signal = request.signal;
    this.onReleased = request.onReleased;
    this.holdsConnection = request.isSubscription;
  }

  /** Keeps the first answer if there are several. */
  onMessage(message: WireMessage): void {
    if (message.kind === 'response' && answeredId(message) === this.request.id) this.answer ??= message;
    else this.request.onMessage(message);
  }

  onUnreadable(error: ConnectionError): void {
    this.unreadable ??= error;
  }

  isDone(): boolean {
    return this.answer !== undefined;
  }

  /** Builds the request for the rest of the stream. */
  from(lastEventId: string): ExchangeRequest {
    const { headers, signal } = this;
    return {
      headers: { ...headers, 'last-event-id': lastEventId },
      signal,
      onMessage: (message) => this.onMessage(message),
      onUnreadable: (error) => this.onUnreadable(error),
      isDone: () => this.isDone(),
    };
  }
}

/** Reads an answer in JSON, alone or in a batch, or an error in JSON under an error status. */
function readAnswer({ body }: HttpOutcome, { id, onMessage }: ConnectionRequest): WireMessage | undefined {
  if (body === undefined) return undefined;
  const messages = readWireMessages(body);
  const isOurs = (message: WireMessage): boolean => {
    const { kind, id: given = null, parsed } = message;
    // The body answers this request alone; some servers put an id of their own into its error.
    return kind === 'response' && (answeredId(message) === id || given === null || parsed['error'] !== undefined);
  };
  const answer = messages.find(isOurs);
  if (messages.length > 1) for (const other of messages) if (other !== answer) onMessage(other);
  return answer;
}
