/**
 * Speaks Streamable HTTP to an upstream server: one POST for each message, answered with JSON or an event stream.
 *
 * Connections are pooled and kept alive. Redirects are followed within the origin only: elsewhere our credentials would go along.
 * Spec: 2025-11-25 basic/transports#streamable-http, 2026-07-28 basic/transports/streamable-http
 */
import type { AbortSource } from '@sigil/core/catalog';
import type { Later, MaybePromise } from '@sigil/core/engine';
import { pause } from '../trouble/pause.js';
import { UpstreamError } from '../trouble/upstream-error.js';
import type { Connection, UpstreamAnswer, UpstreamRequest } from './connection.js';
import { HttpExchange, type ExchangeRequest, type HttpOutcome } from './http-exchange.js';
import type { Authorization } from '../credentials/authorization.js';
import type { HttpPool } from './http-pool.js';
import { openHttpPool } from './open-http-pool.js';
import { listConfigured } from './own-headers.js';
import { isPrivateHost } from './private-addresses.js';
import { readWireMessages, type WireMessage } from '../wire/wire-message.js';

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

/** Calls that wait for answers to their questions may hold all connections, so there are some more for those answers. */
const spareConnections = 4;
/** Streams that tell of what is new hold a connection each, for as long as there is a session or a subscription. */
const streamConnections = 64;
/** A message that the upstream does not take within so long is given up. */
const tellTimeoutMs = 30_000;

/** An upstream that closes a stream before its answer is asked again at this rhythm, unless it names another. */
const resumeAfterMs = 1_000;
/** The longest that it can ask us to wait before. */
const longestResumeMs = 300_000;
/** Streams that bring nothing are resumed so often. */
const mostEmptyResumptions = 5;
const mostRedirects = 3;

export class HttpConnection implements Connection {
  readonly isHttp = true;
  readonly #pool: HttpPool;
  readonly #sparePool: HttpPool;
  readonly #streamPool: HttpPool;
  /** Those that all requests of a method have. */
  readonly #headers: Readonly<Record<HttpMethod, readonly string[]>>;
  #path: string;

  constructor(private readonly options: HttpOptions) {
    const { url, allowPrivate, headers } = options;
    if (!allowPrivate && isPrivateHost(url.hostname)) {
      const why = 'the upstream server is at a private address (allowPrivate is false)';
      throw new UpstreamError('refused', why, { mayHaveRun: false });
    }
    this.#path = url.pathname + url.search;
    const configured = listConfigured(headers, options.authorization !== undefined);
    const accept = 'application/json, text/event-stream';
    this.#headers = {
      POST: [...configured, 'accept', accept, 'content-type', 'application/json'],
      GET: [...configured, 'accept', 'text/event-stream'],
      DELETE: [...configured, 'accept', accept],
    };
    this.#pool = openHttpPool(options);
    this.#sparePool = openHttpPool({ ...options, maxConnections: spareConnections });
    this.#streamPool = openHttpPool({ ...options, maxConnections: streamConnections });
  }

  request(request: UpstreamRequest): Later<UpstreamAnswer> {
    const posted = new PostedRequest(request);
    return this.#send('POST', posted, (outcome) => {
      const message = posted.answer ?? readAnswer(outcome, request);
      return message ? { message, headers: outcome.headers } : this.#resume(posted, outcome);
    });
  }

  async tell(
    text: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal = AbortSignal.timeout(tellTimeoutMs),
  ): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const told = { body: text, headers, signal, isSpare: true, onMessage: () => undefined };
      // A stream in answer to it shows that it was taken; nothing of it is meant for anybody.
      this.#send('POST', { ...told, onStart: resolve }, asItIs).then(() => resolve(), reject);
    });
  }

  /** Opens a stream of what belongs to no request. @returns its outcome, when it has ended @throws UpstreamError */
  async listen(stream: StreamRequest): Promise<HttpOutcome> {
    return this.#send('GET', { ...stream, holdsConnection: true }, asItIs);
  }

  /** Ends a session. @throws UpstreamError; the signal's reason when it was given up */
  async remove(headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void> {
    await this.#send('DELETE', { headers, signal, isSpare: true, onMessage: () => undefined }, asItIs);
  }

  async close(): Promise<void> {
    const closed = new UpstreamError('closed', 'the connection to the upstream server was closed');
    await Promise.all([this.#pool, this.#sparePool, this.#streamPool].map((pool) => pool.destroy(closed)));
  }

  /** Goes on with a stream that ended before its answer, where it has ids to go on from. */
  async #resume(posted: PostedRequest, first: HttpOutcome): Promise<UpstreamAnswer> {
    let { lastEventId, retryMs } = first;
    for (let empty = 0; lastEventId !== undefined && empty < mostEmptyResumptions && !posted.answer;) {
      // Without a time to come back at, the stream may only have broken.
      if (retryMs !== undefined) posted.onReleased?.();
      await pause(Math.min(retryMs ?? resumeAfterMs, longestResumeMs), posted.signal);
      const before: string = lastEventId;
      const next = await this.#send('GET', posted.from(lastEventId), asItIs).then(undefined, unfinished);
      lastEventId = next.lastEventId ?? lastEventId;
      retryMs = next.retryMs ?? retryMs;
      empty = lastEventId === before ? empty + 1 : 0;
    }
    if (posted.answer) return { message: posted.answer, headers: first.headers };
    throw posted.unreadable ?? new UpstreamError('broken', endedEarly);
  }

  /** @param read gets the outcome, once nothing redirects any more */
  #send<Read>(method: HttpMethod, sent: SentRequest, read: (outcome: HttpOutcome) => MaybePromise<Read>): Later<Read> {
    let redirects = 0;
    const readOrFollow = (outcome: HttpOutcome): MaybePromise<Read> => {
      if (outcome.location === undefined) return read(outcome);
      this.#follow(outcome, redirects++);
      return this.#dispatch(method, sent).then(readOrFollow);
    };
    return this.#dispatch(method, sent).then(readOrFollow);
  }

  #dispatch(method: HttpMethod, sent: SentRequest): Later<HttpOutcome> {
    const exchange = new HttpExchange(sent, this.options.maxMessageBytes);
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

const endedEarly = 'the upstream server ended the answer before it was whole';

/** The rest of an answer cannot be had: whatever became of the request for it, the call has begun to run. */
function unfinished(error: unknown): never {
  if (!(error instanceof UpstreamError)) throw error;
  throw new UpstreamError('broken', `${endedEarly}, and the rest cannot be had: ${error.message}`, { cause: error });
}

function asItIs(outcome: HttpOutcome): HttpOutcome {
  return outcome;
}

type HttpMethod = 'POST' | 'GET' | 'DELETE';

/** A POST has a body, and no other. */
interface SentRequest extends ExchangeRequest {
  readonly body?: string;
  /** Tells that it waits for no connection that a call holds. */
  readonly isSpare?: boolean;
  /** Tells that it is a stream without an end, which would keep a connection from calls. */
  readonly holdsConnection?: boolean | undefined;
}

/** A request on its way, and its answer once an event of its streams has brought it. */
class PostedRequest implements SentRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSource | undefined;
  readonly onReleased: (() => void) | undefined;
  readonly holdsConnection: boolean | undefined;
  answer: WireMessage | undefined = undefined;
  /** The first event that should have been a message: it may have been meant for the answer. */
  unreadable: UpstreamError | undefined = undefined;

  constructor(private readonly request: UpstreamRequest) {
    this.body = request.text;
    this.headers = request.headers;
    this.signal = request.signal;
    this.onReleased = request.onReleased;
    this.holdsConnection = request.isSubscription;
  }

  /** Of several answers the first one counts. */
  onMessage(message: WireMessage): void {
    if (message.kind === 'response' && message.id === this.request.id) this.answer ??= message;
    else this.request.onMessage(message);
  }

  onUnreadable(error: UpstreamError): void {
    this.unreadable ??= error;
  }

  isDone(): boolean {
    return this.answer !== undefined;
  }

  /** The request for the rest of its stream. */
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

/** An answer in JSON, alone or in a batch, or an error in JSON under a status that says so too. */
function readAnswer({ body }: HttpOutcome, { id, onMessage }: UpstreamRequest): WireMessage | undefined {
  if (body === undefined) return undefined;
  const messages = readWireMessages(body);
  const answer = messages.find(
    (it) => it.kind === 'response' && (it.id === id || it.id === undefined || it.id === null),
  );
  if (messages.length > 1) for (const other of messages) if (other !== answer) onMessage(other);
  return answer;
}
