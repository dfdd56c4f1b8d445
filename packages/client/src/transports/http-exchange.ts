/**
 * One HTTP request to a server and its response, read whole or event by event.
 *
 * Handles undici's `dispatch` directly: the promises and streams of undici's other interfaces cost as much as everything else.
 */
import type { AbortSource } from '@sigil/core/catalog';
import type { Dispatcher } from 'undici';
import { ConnectionError } from '../errors/connection-error.js';
import { readWantedScope } from './scopes.js';
import { readReason } from './read-reason.js';
import { readRetryAfter } from './read-retry-after.js';
import { isEventStream, readHeader, type ResponseHeaders } from './response-headers.js';
import { sessionHeader } from './session-header.js';
import { SseReader, type SseEvent } from './sse-events.js';
import { readWhatIsMessage, readWireMessage, type WireMessage } from '../wire/wire-message.js';

/** The response of a request that was not refused. */
export interface HttpOutcome {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** JSON text; absent for an event stream and an empty response. */
  readonly body: string | undefined;
  readonly location: string | undefined;
  readonly lastEventId: string | undefined;
  readonly retryMs: number | undefined;
}

/** The parts of the request. */
export interface ExchangeRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSource | undefined;
  onMessage(message: WireMessage): void;
  /** True if the answer has arrived, so that the rest of the stream is not needed. */
  isDone?(): boolean;
  /** Called when the response turns out to be an event stream. */
  onStart?(): void;
  /** Called with events of other types than `message`. */
  onEvent?(event: SseEvent): void;
  /** Called for an event that should have been a message and is not. Without this callback, such an event fails the stream. */
  onUnreadable?(error: ConnectionError): void;
  /** True if the address names a session, as a header does, so that an unknown address means a lost session. */
  readonly isOfSession?: boolean;
}

export class HttpExchange implements Dispatcher.DispatchHandler {
  /** The response. Rejects with an ConnectionError, or with the reason that the signal gives. */
  readonly outcome: Promise<HttpOutcome>;
  #resolve: (outcome: HttpOutcome) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #isStarted = false;
  #isOver = false;
  #status = 0;
  #headers: ResponseHeaders = {};
  #events: SseReader | undefined;
  /** Skips a byte order mark, with which some servers begin. */
  readonly #decoder = new TextDecoder();
  #body = '';
  #size = 0;
  readonly #onAbort = (): void => this.fail(this.request.signal?.reason);

  constructor(
    private readonly request: ExchangeRequest,
    private readonly maxMessageBytes: number,
    /** True if a refusal can repeat no secret of ours, so that its reason may be reported. */
    private readonly isAnonymous: boolean,
  ) {
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const { signal } = request;
    if (signal?.aborted) this.fail(signal.reason);
    else signal?.addEventListener('abort', this.#onAbort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new Error('given up'));
    this.#isStarted = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    this.#status = status;
    this.#headers = headers;
    const coding = readHeader(headers, 'content-encoding') ?? 'identity';
    if (coding.toLowerCase() !== 'identity') return this.fail(compressed(coding));
    if (!isEventStream(headers) || status >= 300) return;
    this.#events = this.#openEvents();
    this.request.onStart?.();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#isOver) return;
    try {
      if (this.#events) this.#events.add(chunk);
      else this.#keep(chunk);
    } catch (error) {
      this.fail(error);
      return;
    }
    // The answer ends the stream, whether or not the server closes it.
    if (this.#events && this.request.isDone?.()) this.#finish();
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isOver) return;
    if (error instanceof ConnectionError) return this.fail(error);
    // A broken stream can be resumed if its events have ids.
    if (this.#events?.lastId !== undefined) return this.#finish();
    const isSent = this.#isStarted;
    const message = isSent
      ? 'the connection to the server broke before the answer came'
      : 'the server cannot be reached';
    this.fail(new ConnectionError(isSent ? 'broken' : 'unreachable', message, { mayHaveRun: isSent, cause: error }));
  }

  #openEvents(): SseReader {
    return new SseReader(this.maxMessageBytes, ({ event, data }) => {
      if (this.#isOver) return;
      if (event !== 'message') return this.request.onEvent?.({ event, data });
      const messages = readWhatIsMessage(data, (error) => {
        if (!this.request.onUnreadable) throw error;
        this.request.onUnreadable(error);
      });
      for (const message of messages) this.request.onMessage(message);
    });
  }

  #keep(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (this.#size > this.maxMessageBytes) {
      throw new ConnectionError(
        'unreadable',
        `the server sent a message of more than ${this.maxMessageBytes} bytes (limit maxMessageBytes)`,
      );
    }
    this.#body += this.#decoder.decode(chunk, { stream: true });
  }

  #finish(): void {
    if (this.#isOver) return;
    const body = this.#body + this.#decoder.decode();
    const refusal = this.#readRefusal(body);
    if (refusal) return this.fail(refusal);
    this.#stop();
    const status = this.#status;
    this.#resolve({
      status,
      headers: this.#headers,
      body: this.#events || body.trim() === '' ? undefined : body,
      location: status >= 300 && status < 400 ? (readHeader(this.#headers, 'location') ?? '') : undefined,
      lastEventId: this.#events?.lastId,
      retryMs: this.#events?.retryMs,
    });
    if (this.#events) this.#controller?.abort(new Error('answered'));
  }

  /** Reads a refusal from the status. JSON-RPC errors are answers, although the modern era sends them with an error status. */
  #readRefusal(body: string): ConnectionError | undefined {
    const status = this.#status;
    if (status < 400) return undefined;
    const mayHaveRun = status >= 500;
    const isChallenged = this.#headers['www-authenticate'] !== undefined;
    if (status === 403 || (status === 401 && (isChallenged || !asksForSession(body)))) {
      const wantedScope = status === 403 ? readWantedScope(this.#headers['www-authenticate']) : undefined;
      const wanted = wantedScope === undefined ? '' : `: it wants the scope "${wantedScope}"`;
      const refused = this.isAnonymous ? 'the request' : 'our credentials';
      const message = `the server refused ${refused} (HTTP ${status})${wanted || this.#reasonIn(body)}`;
      return new ConnectionError('unauthorized', message, { mayHaveRun, status, wantedScope });
    }
    const { isOfSession, headers } = this.request;
    if ((isOfSession || headers[sessionHeader] !== undefined) && isLostSession(status, body)) {
      return new ConnectionError('lost-session', 'the server has forgotten the session', {
        mayHaveRun: false,
        status,
      });
    }
    const retryAfterMs = readRetryAfter(readHeader(this.#headers, 'retry-after'));
    if (status === 429 || (status === 503 && retryAfterMs !== undefined)) {
      const message = 'the server is busy';
      return new ConnectionError('busy', message, { mayHaveRun: false, retryAfterMs, status });
    }
    if (isJsonRpcError(body, status)) return undefined;
    const failure = mayHaveRun ? 'broken' : 'refused';
    const message = `the server answered with HTTP ${status}`;
    const reason = this.#reasonIn(body);
    // The message of a failure of its own may hold internals, which are for the operator.
    if (status >= 500) return new ConnectionError(failure, message, { mayHaveRun, status, reason });
    return new ConnectionError(failure, message + reason, { mayHaveRun, status });
  }

  #reasonIn(body: string): string {
    return this.isAnonymous ? readReason(body) : '';
  }

  /** Fails the exchange; does nothing once it is over. */
  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#stop();
    this.#reject(error);
    this.#controller?.abort(error instanceof Error ? error : new Error('given up'));
  }

  #stop(): void {
    this.#isOver = true;
    this.request.signal?.removeEventListener('abort', this.#onAbort);
  }
}

function compressed(coding: string): ConnectionError {
  const what = `the server compresses its answers (content-encoding "${coding}"), which is not supported`;
  return new ConnectionError('unreadable', `${what}: configure the header "accept-encoding" as "identity"`);
}

/**
 * The specification demands 404; many servers answer 400, and some 401, and mention the session in a sentence, or that nothing was initialized:
 * that is the answer of the official SDK's transport, if the server opens a new one for each session that it does not know.
 */
function isLostSession(status: number, body: string): boolean {
  return (
    status === 404 || status === 401 || (status === 400 && /session|server not initialized/i.test(body.slice(0, 1_000)))
  );
}

/** Returns whether a refusal without a challenge is about the session instead of credentials. */
function asksForSession(body: string): boolean {
  return /session (?:id|not found)/i.test(body.slice(0, 1_000));
}

/** An error of the server itself must be marked as one of JSON-RPC: its message reaches callers. */
function isJsonRpcError(body: string, status: number): boolean {
  try {
    const { error, jsonrpc } = readWireMessage(body).parsed;
    return error !== undefined && (status < 500 || jsonrpc === '2.0');
  } catch {
    // The body may be an error page of a proxy.
    return false;
  }
}
