/**
 * The client's half of a conversation in any revision: requests with their answers, progress, notifications.
 *
 * Every text the server sends is judged by the published schema. Knows nothing of methods or of how texts travel.
 */
import { isJsonObject, type JsonObject, type JsonValue, type Revision } from '@sigil/core';
import { createMessageValidator, type MessageValidator } from '../schemas/message-validator.js';
import { modernEnvelope } from './modern-envelope.js';
import { PeerError, ProtocolViolation } from './peer-error.js';

/** How far a call is, as the server told. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** A notification that came without being progress. */
export interface ReceivedNotification {
  readonly method: string;
  readonly params: JsonObject;
}

/** A request on its way. */
export interface SentRequest {
  readonly id: number;
  /** Rejects with `PeerError` for the server's error, with `ProtocolViolation` when the answer breaks the schema. */
  readonly answer: Promise<JsonObject>;
}

interface Waiting {
  resolve(result: JsonObject): void;
  reject(error: Error): void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

export class ProtocolClient {
  readonly notifications: ReceivedNotification[] = [];
  /** What the server did wrong so far, where no request could be blamed for it. */
  readonly violations: string[] = [];
  readonly #waiting = new Map<JsonValue, Waiting>();
  readonly #awaited: { method: string; resolve(notification: ReceivedNotification): void }[] = [];
  readonly #validator: MessageValidator;
  #lastId = 0;

  constructor(
    private readonly revision: Revision,
    private readonly sendText: (text: string) => void,
  ) {
    this.#validator = createMessageValidator(revision.date);
  }

  /** Sends a request of the revision's era. */
  request(method: string, params: JsonObject = {}, onProgress?: (progress: Progress) => void): SentRequest {
    const id = ++this.#lastId;
    const progressMeta = onProgress ? { progressToken: id } : {};
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

  /** Tells the server that an answer is no longer wanted; one that still comes is a violation. */
  cancel(id: number): void {
    this.#waiting.delete(id);
    this.notify('notifications/cancelled', { requestId: id, reason: 'no longer wanted' });
  }

  /** Takes a text from the server. */
  receive(text: string): void {
    const problems = this.#validator.problemsIn(text);
    const received: unknown = problems.length > 0 ? safeParse(text) : JSON.parse(text);
    for (const message of Array.isArray(received) ? received : [received]) this.#take(message, problems);
  }

  /** The next notification of this method; one that came already and was not taken yet counts. */
  nextNotification(method: string): Promise<ReceivedNotification> {
    const index = this.notifications.findIndex((it) => it.method === method);
    const [found] = index < 0 ? [] : this.notifications.splice(index, 1);
    if (found) return Promise.resolve(found);
    return new Promise((resolve) => {
      this.#awaited.push({ method, resolve });
    });
  }

  /** Gives up every request that has no answer yet. */
  abandon(): void {
    for (const waiting of this.#waiting.values()) waiting.reject(new Error('the connection was closed'));
    this.#waiting.clear();
  }

  #send(message: JsonObject): void {
    const text = JSON.stringify(message);
    this.#validator.noteSent(text);
    this.sendText(text);
  }

  #enveloped(params: JsonObject, meta: JsonObject): JsonObject {
    const envelope = this.revision.era === 'modern' ? modernEnvelope(this.revision.date) : {};
    const _meta = { ...envelope, ...meta };
    return Object.keys(_meta).length === 0 ? params : { ...params, _meta };
  }

  #take(message: unknown, problems: readonly string[]): void {
    const id = isJsonObject(message) ? message['id'] : undefined;
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (!isJsonObject(message) || problems.length > 0) return this.#blame(waiting, problems);
    if (typeof message['method'] === 'string') return this.#takeNotification(message['method'], message['params']);
    // An error without an id answers a text that was no message; where the schema has such errors, nothing is wrong.
    if (id === undefined) return;
    if (!waiting) return this.#blame(undefined, [`an answer to ${JSON.stringify(id)}, which is not waited for`]);
    this.#waiting.delete(id);
    settle(waiting, message);
  }

  #blame(waiting: Waiting | undefined, problems: readonly string[]): void {
    if (waiting) waiting.reject(new ProtocolViolation(problems));
    else this.violations.push(...problems);
  }

  #takeNotification(method: string, rawParams: JsonValue | undefined): void {
    const params = isJsonObject(rawParams) ? rawParams : {};
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
    waiting.onProgress({
      progress,
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof message === 'string' ? { message } : {}),
    });
  }
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
    // The validator has already said so.
    return undefined;
  }
}
