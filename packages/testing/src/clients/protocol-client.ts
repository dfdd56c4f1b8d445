/**
 * The client's half of a conversation in any revision: requests with their answers, progress, notifications.
 *
 * Validates every text of the server against the published schema. Knows nothing of methods or of how texts travel.
 */
import { isJsonObject, type JsonObject, type JsonValue, type LogLevel } from '@sigil/core';
import type { Revision } from '@sigil/core/engine';
import { createMessageValidator, type MessageValidator } from '../schemas/message-validator.js';
import { answerQuestion, type ClientAnswers } from './client-answers.js';
import { modernEnvelope } from './modern-envelope.js';
import { PeerError, ProtocolViolation } from './peer-error.js';

/** Progress of a call, as the server reported it. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** A notification other than progress. */
export interface ReceivedNotification {
  readonly method: string;
  readonly params: JsonObject;
}

/** A request in flight. */
export interface SentRequest {
  readonly id: number;
  /** Rejects with `PeerError` for the server's error, with `ProtocolViolation` when the answer breaks the schema. */
  readonly answer: Promise<JsonObject>;
}

/** The client's handlers of questions, and the capabilities it declares. */
export interface ClientSelf {
  readonly answers: ClientAnswers;
  readonly capabilities: JsonObject;
}

interface Waiting {
  resolve(result: JsonObject): void;
  reject(error: Error): void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

interface Awaited {
  readonly method: string;
  resolve(notification: ReceivedNotification): void;
  reject(error: Error): void;
}

const internalError = -32603;

export class ProtocolClient {
  readonly notifications: ReceivedNotification[] = [];
  /** Violations by the server that no request can be blamed for. */
  readonly violations: string[] = [];
  /** Log level that every further modern request asks for. */
  logLevel: LogLevel | undefined;
  readonly #waiting = new Map<JsonValue, Waiting>();
  readonly #awaited: Awaited[] = [];
  readonly #validator: MessageValidator;
  #lastId = 0;
  #isClosed = false;

  constructor(
    private readonly revision: Revision,
    private readonly sendText: (text: string) => void,
    readonly self: ClientSelf = { answers: {}, capabilities: {} },
  ) {
    this.#validator = createMessageValidator(revision.date);
  }

  /** Sends a request of the revision's era. */
  request(method: string, params: JsonObject = {}, onProgress?: (progress: Progress) => void): SentRequest {
    const id = ++this.#lastId;
    const progressMeta = onProgress ? { progressToken: id } : {};
    if (this.#isClosed) return { id, answer: Promise.reject(closedError()) };
    const answer = new Promise<JsonObject>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
    });
    this.#send({ jsonrpc: '2.0', id, method, params: this.#enveloped(params, progressMeta) });
    return { id, answer };
  }

  /** Sends a notification. */
  notify(method: string, params: JsonObject = {}): void {
    this.#send({ jsonrpc: '2.0', method, params: this.#enveloped(params, {}) });
  }

  /** Cancels a request; an answer that still arrives is a violation. */
  cancel(id: number): void {
    this.#waiting.delete(id);
    this.notify('notifications/cancelled', { requestId: id, reason: 'no longer wanted' });
  }

  /** Processes a text from the server. */
  receive(text: string): void {
    const problems = this.#validator.problemsIn(text);
    const received: unknown = problems.length > 0 ? safeParse(text) : JSON.parse(text);
    for (const message of Array.isArray(received) ? received : [received]) this.#take(message, problems);
  }

  /** Returns the next notification of this method; one received and not yet taken counts. Rejects when none can come. */
  nextNotification(method: string): Promise<ReceivedNotification> {
    const index = this.notifications.findIndex((it) => it.method === method);
    const [found] = index < 0 ? [] : this.notifications.splice(index, 1);
    if (found) return Promise.resolve(found);
    const next = new Promise<ReceivedNotification>((resolve, reject) => {
      if (this.#isClosed) reject(closedError());
      else this.#awaited.push({ method, resolve, reject });
    });
    // A test may only check whether one has arrived, and never await it.
    next.catch(() => undefined);
    return next;
  }

  /** Rejects everything that is waiting, and all later requests. */
  abandon(): void {
    this.#isClosed = true;
    for (const waiting of [...this.#waiting.values(), ...this.#awaited.splice(0)]) waiting.reject(closedError());
    this.#waiting.clear();
  }

  #send(message: JsonObject): void {
    const text = JSON.stringify(message);
    this.#validator.noteSent(text);
    this.sendText(text);
  }

  #enveloped(params: JsonObject, meta: JsonObject): JsonObject {
    const { revision, logLevel, self } = this;
    const { capabilities } = self;
    const options = logLevel === undefined ? { capabilities } : { capabilities, logLevel };
    const envelope = revision.era === 'modern' ? modernEnvelope(revision.date, options) : {};
    const _meta = { ...envelope, ...meta };
    return Object.keys(_meta).length === 0 ? params : { ...params, _meta };
  }

  #take(message: unknown, problems: readonly string[]): void {
    const { id, method } = isJsonObject(message) ? message : {};
    const waiting = id === undefined || method !== undefined ? undefined : this.#waiting.get(id);
    if (!isJsonObject(message) || problems.length > 0) {
      // Answered nevertheless, so that the asking call can continue and the violation is reported without a wait.
      if (id !== undefined && method !== undefined) this.#sendError(id, 'the question breaks the schema');
      return this.#blame(waiting, problems);
    }
    if (typeof method === 'string') return this.#takeAsked(id, method, message['params']);
    // An error without an id, or with the id `null`, answers a text that was not a message; the validator knows which of them is valid.
    if (id === undefined || (id === null && message['error'] !== undefined)) return;
    if (!waiting) return this.#blame(undefined, [`an answer to ${JSON.stringify(id)}, which is not waited for`]);
    this.#waiting.delete(id);
    settle(waiting, message);
  }

  #blame(waiting: Waiting | undefined, problems: readonly string[]): void {
    if (waiting) waiting.reject(new ProtocolViolation(problems));
    else this.violations.push(...problems);
  }

  #takeAsked(id: JsonValue | undefined, method: string, rawParams: JsonValue | undefined): void {
    const params = isJsonObject(rawParams) ? rawParams : {};
    if (id === undefined) this.#takeNotification(method, params);
    else void this.#answer(id, method, params);
  }

  async #answer(id: JsonValue, method: string, params: JsonObject): Promise<void> {
    try {
      const result = method === 'ping' ? {} : await answerQuestion(this.self.answers, method, params);
      this.sendText(JSON.stringify({ jsonrpc: '2.0', id, result }));
    } catch (error) {
      if (error instanceof ProtocolViolation) this.violations.push(...error.problems);
      const code = error instanceof PeerError ? error.code : internalError;
      this.#sendError(id, error instanceof Error ? error.message : 'the client failed', code);
    }
  }

  #sendError(id: JsonValue, message: string, code = internalError): void {
    this.sendText(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
  }

  #takeNotification(method: string, params: JsonObject): void {
    if (method === 'notifications/progress') return this.#takeProgress(params);
    const awaited = this.#awaited.findIndex((it) => it.method === method);
    const [first] = awaited < 0 ? [] : this.#awaited.splice(awaited, 1);
    if (first) first.resolve({ method, params });
    else this.notifications.push({ method, params });
  }

  #takeProgress({ progressToken, progress, total, message }: JsonObject): void {
    const waiting = progressToken === undefined ? undefined : this.#waiting.get(progressToken);
    if (!waiting?.onProgress || typeof progress !== 'number') {
      this.violations.push(`progress for ${JSON.stringify(progressToken)}, which no running request asked for`);
      return;
    }
    const told = {
      progress,
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof message === 'string' ? { message } : {}),
    };
    try {
      waiting.onProgress(told);
    } catch (error) {
      // A failed expectation belongs to the test; thrown into the server, it would become an error of the tool.
      waiting.reject(error as Error);
    }
  }
}

function closedError(): Error {
  return new Error('the connection was closed');
}

function settle(waiting: Waiting, { result, error }: JsonObject): void {
  if (isJsonObject(result)) return waiting.resolve(result);
  const { code, message, data } = isJsonObject(error) ? error : {};
  waiting.reject(new PeerError(Number(code), String(message), data));
}

function safeParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The validator has already reported it.
    return undefined;
  }
}
