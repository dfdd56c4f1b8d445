/**
 * One session with a server of a legacy revision, from its handshake to its end.
 *
 * Spec: 2025-11-25 basic/lifecycle, basic/transports#session-management
 */
import { pause, pauseInBackground } from '../retry/pause.js';
import { isJsonObject, McpError, type JsonObject, type JsonValue } from '@sigil/core';
import { releaseCapabilities, releasedMethod, RunningList } from '@sigil/core/internal';
import type { Connection } from '../transports/connection.js';
import { EarlyQuestions } from '../transports/early-questions.js';
import { HttpConnection } from '../transports/http-connection.js';
import { readHeader } from '../transports/response-headers.js';
import { sessionHeader } from '../transports/session-header.js';
import type { WireMessage } from '../wire/wire-message.js';
import { ConnectionError } from '../errors/connection-error.js';
import { withRetries } from '../retry/retry.js';
import type { Exchange, ExchangeResult, ServerFacts } from './era-client.js';
import { listenToNotifications, type NotificationStream } from './notification-stream.js';
import { isEmpty, forwardMeta } from './forwarded-meta.js';
import { readFacts } from './server-facts.js';
import { readResult } from './read-result.js';
import { isRefusedNotification } from './refused-notification.js';
import { replyBeforeSession, replyToQuestion } from './question-reply.js';
import { writeNotification, writeRequest, type RequestIds } from './request-text.js';

/** The dependencies of a session. */
export interface SessionParts {
  readonly connection: Connection;
  readonly ids: RequestIds;
  /** The revision to offer. */
  readonly revision: string;
  /** The only revision that may be agreed on; absent when any will do. */
  readonly pinnedRevision?: string | undefined;
  readonly client: JsonObject;
  /** The capabilities that say which questions the server may ask. */
  readonly capabilities: JsonObject;
  /** True if all calls belong to one client, so that any of them may receive a message that names no call. */
  readonly isOfOneClient?: boolean | undefined;
  /** True if the calls of other clients are sent on, which are notified when the server releases a connection. */
  readonly forwardsReleases?: boolean | undefined;
}

/** A call in flight, and the id of its request. */
export interface RunningCall {
  readonly id: number;
  readonly exchange: Exchange;
}

/** The longest wait for a server to accept a log level or the end of its session. */
const sideRequestMs = 1_000;
/** Servers ask for roots right after the handshake, before any call, and each client has its own. */
const rootsMethod = 'roots/list';
/** The longest wait for a first answer after the handshake. */
const firstAnswerMs = 500;
/** The longest wait of a call for the answer to an earlier request for roots. */
const rootsReplyMs = 500;
/** Time for the server to take its roots over, which it does not announce: file servers look at the folders first. */
const rootsTakenMs = 100;
const cancelledMethod = 'notifications/cancelled';
/** An answer may have cost a person's time, so it is sent again when the server is busy. */
const answerRetries = 3;

export class Session {
  /** The calls in flight whose clients can be asked, in the order in which they began. */
  readonly running = new RunningList<RunningCall>();
  /** On the notification stream, a task may ask before its result is requested. */
  readonly #early = new EarlyQuestions();
  /** The questions for the client's roots that came while no call could pass them on. */
  readonly #rootsQuestions = new EarlyQuestions();
  /** The questions that wait for their answers, by the server's ids. */
  readonly #asked = new Map<JsonValue, AbortController>();
  /** True if the handshake is complete. */
  hasBegun = false;
  /** True if there is a stream for messages that belong to no request, or will be again. */
  isListening = false;
  #level: string | undefined;
  readonly #listening = new AbortController();

  private constructor(
    readonly facts: ServerFacts,
    private readonly parts: SessionParts,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  /** @throws McpError, ConnectionError when the handshake fails */
  static async open(parts: SessionParts, signal: AbortSignal): Promise<Session> {
    const session = await Session.greet(parts, signal);
    await session.begin(signal);
    return session;
  }

  /** Sends the first half of the handshake. @throws McpError, ConnectionError when it fails */
  static async greet(parts: SessionParts, signal: AbortSignal): Promise<Session> {
    const { connection, ids, revision, client, capabilities } = parts;
    const id = ids.next();
    const answer = await connection.request({
      id,
      text: writeRequest(id, 'initialize', {
        protocolVersion: revision,
        capabilities: {
          ...capabilities,
          ...changingRoots(parts),
          ...(parts.forwardsReleases ? releaseCapabilities : {}),
        },
        clientInfo: client,
      }),
      headers: {},
      signal,
      onMessage: (message) => void replyBeforeSession(connection, message),
    });
    const facts = readFacts(readResult(answer).result);
    const { pinnedRevision = facts.revision } = parts;
    if (facts.revision !== pinnedRevision) {
      const why = `the server speaks protocol version "${facts.revision}", expected ${pinnedRevision}`;
      throw new ConnectionError('refused', why);
    }
    return new Session(facts, parts, sessionHeaders(facts, readHeader(answer.headers, sessionHeader)));
  }

  /** Sends the second half of the handshake. @throws ConnectionError when it fails; listening has ended then */
  async begin(signal: AbortSignal): Promise<void> {
    await this.notify('notifications/initialized', {}, signal).catch((error: unknown) => {
      if (isRefusedNotification(error)) return;
      this.stopListening();
      throw error;
    });
    this.hasBegun = true;
  }

  /** True if the server knows this session by an id. */
  get hasId(): boolean {
    return sessionHeader in this.headers;
  }

  async exchange(exchange: Exchange): Promise<ExchangeResult> {
    const { logLevel, onQuestion } = exchange;
    if (logLevel !== undefined && this.#isMore(logLevel)) await this.#raiseLevel(logLevel);
    if (onQuestion && !this.#rootsQuestions.isEmpty) await this.#replyWithRoots(onQuestion);
    return this.#request(exchange);
  }

  /** Answers what was asked between calls, since the next call may need the roots. Does not wait for a slow client. */
  async #replyWithRoots(ask: NonNullable<Exchange['onQuestion']>): Promise<void> {
    const replies = this.#rootsQuestions.take(rootsMethod).map((question) => this.#reply(question, ask));
    if (replies.length === 0) return;
    const taken = Promise.all(replies).then(() => pause(rootsTakenMs, undefined));
    await Promise.race([taken, pauseInBackground(rootsReplyMs, undefined)]);
  }

  /** True if the server may ask its only client for roots. */
  get hasRoots(): boolean {
    const { isOfOneClient, capabilities } = this.parts;
    return isOfOneClient === true && isJsonObject(capabilities['roots']);
  }

  /** Notifies the server that the roots of the only client have changed, where it may ask for roots. */
  notifyRootsChanged(): void {
    if (!this.hasRoots) return;
    this.notify('notifications/roots/list_changed', {}).catch(() => undefined);
  }

  async #request(exchange: Exchange): Promise<ExchangeResult> {
    const { method, params, meta, wantsProgress, signal } = exchange;
    const id = this.parts.ids.next();
    const passed = forwardMeta(meta, wantsProgress ? id : undefined);
    const whole = isEmpty(passed) ? params : { ...params, _meta: passed };
    const answer = this.parts.connection.request({
      id,
      text: writeRequest(id, method, whole),
      headers: this.headers,
      signal,
      taskId: exchange.taskId,
      onReleased: exchange.onReleased,
      onMessage: (it) => this.receive(it, exchange),
    });
    const entry = exchange.onQuestion && this.running.add({ id, exchange });
    if (exchange.taskId !== undefined) {
      for (const early of this.#early.take(exchange.taskId)) this.receive(early, exchange);
    }
    try {
      return readResult(await answer);
    } catch (error) {
      if (signal?.aborted) {
        this.notify(cancelledMethod, { requestId: id, reason: 'the caller gave up' }).catch(() => undefined);
      }
      throw error;
    } finally {
      if (entry) this.running.remove(entry);
    }
  }

  /** Answers a question, or passes a notification to the request that it belongs to. */
  receive(message: WireMessage, exchange: Pick<Exchange, 'onReleased' | 'onNotification' | 'onQuestion'>): void {
    if (message.method === cancelledMethod) this.#asked.get(message.params['requestId'] ?? null)?.abort(withdrawn());
    else if (message.method === releasedMethod) exchange.onReleased?.();
    else if (message.kind === 'notification') exchange.onNotification?.(message);
    if (message.kind !== 'request') return;
    const canWait = this.parts.isOfOneClient === true && message.method === rootsMethod && !exchange.onQuestion;
    const asked = canWait ? this.#rootsQuestions.keep(rootsMethod, message) : message;
    if (asked) void this.#reply(asked, exchange.onQuestion);
  }

  /** Answers a task's question on behalf of the request for the task's result. */
  receiveOfTask(taskId: string, message: WireMessage): void {
    const owner = this.running.items().find(({ exchange }) => exchange.taskId === taskId);
    if (owner) return this.receive(message, owner.exchange);
    const oldest = this.#early.keep(taskId, message);
    if (oldest) this.receive(oldest, {});
  }

  /** Waits for an answer of the server, for a short time. */
  async untilAnswering(): Promise<void> {
    const signal = AbortSignal.timeout(firstAnswerMs);
    await this.#request({ method: 'ping', params: {}, signal }).catch(() => undefined);
  }

  /** Sends a request of the session. @returns `false` if the server answers that it does not know the session */
  async isKnown(signal: AbortSignal): Promise<boolean> {
    return this.#request({ method: 'ping', params: {}, signal }).then(
      () => true,
      (error: unknown) => !(error instanceof ConnectionError) || error.failure !== 'lost-session',
    );
  }

  async notify(method: string, params: JsonObject, signal?: AbortSignal): Promise<void> {
    await this.parts.connection.send(writeNotification(method, params), this.headers, signal);
  }

  /**
   * Listens for messages that belong to no request, where the connection has a stream for them.
   *
   * @returns when the connection has no such stream
   * @throws ConnectionError when the server has no such stream or has forgotten the session; the signal's reason once listening ends
   */
  async listen(stream: Omit<NotificationStream, 'headers' | 'signal'>): Promise<void> {
    const { connection } = this.parts;
    const { signal } = this.#listening;
    if (!(connection instanceof HttpConnection)) return;
    this.isListening = true;
    try {
      await listenToNotifications(connection, { ...stream, headers: this.headers, signal });
    } finally {
      this.isListening = false;
    }
  }

  stopListening(): void {
    this.#listening.abort();
  }

  async close(): Promise<void> {
    this.stopListening();
    const { connection } = this.parts;
    if (!(connection instanceof HttpConnection) || !this.hasId) return;
    // A server that does not let clients end a session ends it by itself.
    await connection.remove(this.headers, AbortSignal.timeout(sideRequestMs)).catch(() => undefined);
  }

  /** Raises the session's log level to the most verbose that any caller wants; core filters messages for the others. */
  async #raiseLevel(level: string): Promise<void> {
    const before = this.#level;
    this.#level = level;
    const signal = AbortSignal.timeout(sideRequestMs);
    try {
      await this.#request({ method: 'logging/setLevel', params: { level }, signal });
    } catch (error) {
      // A server that refuses or ignores the level would do so before every call.
      if (signal.aborted || error instanceof McpError) return;
      if (this.#level === level) this.#level = before;
      // If the server was not reached, the call fails with the same error and may be retried.
      if (error instanceof ConnectionError && error.mayHaveRun) return;
      throw error;
    }
  }

  #isMore(level: string): boolean {
    if (!isJsonObject(this.facts.capabilities['logging'])) return false;
    return this.#level === undefined || levels.indexOf(this.#level) > levels.indexOf(level);
  }

  async #reply(message: WireMessage, ask: Exchange['onQuestion']): Promise<void> {
    const { id = null } = message;
    const waiting = new AbortController();
    this.#asked.set(id, waiting);
    const reply = await replyToQuestion(message, ask && ((it) => ask(it, waiting.signal)));
    this.#asked.delete(id);
    // A question that was cancelled gets no answer. Spec: 2025-11-25 basic/utilities/cancellation
    if (waiting.signal.aborted) return;
    const text = JSON.stringify({ jsonrpc: '2.0', id, ...reply });
    const send = (): Promise<void> => this.parts.connection.send(text, this.headers);
    // Sends the answer again only if it was not accepted. A server that is gone needs no answer.
    await withRetries(send, { retries: answerRetries, mayRepeat: false }).catch(() => undefined);
  }
}

/** The roots of an only client may change; those of several are asked for by each call. */
function changingRoots({ capabilities, isOfOneClient }: SessionParts): JsonObject {
  return isOfOneClient === true && isJsonObject(capabilities['roots']) ? { roots: { listChanged: true } } : {};
}

function withdrawn(): Error {
  return new Error('the server withdrew its question');
}

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

function sessionHeaders({ revision }: ServerFacts, session: string | undefined): Record<string, string> {
  return { 'mcp-protocol-version': revision, ...(session === undefined ? {} : { [sessionHeader]: session }) };
}
