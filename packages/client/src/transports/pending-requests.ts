/**
 * The requests that wait for their answers on one connection that carries many at a time.
 *
 * A progress token is the id of the request. A message that names no request belongs to the only request in flight, if there is just one.
 */
import { isJsonObject } from '@sigil/core';
import { metaKeys, releasedMethod } from '@sigil/core/internal';
import type { ConnectionAnswer, ConnectionRequest } from './connection.js';
import { EarlyQuestions, relatedTask } from './early-questions.js';
import { answeredId, readWhatIsMessage, type WireMessage } from '../wire/wire-message.js';

interface Pending {
  readonly request: ConnectionRequest;
  resolve(answer: ConnectionAnswer): void;
  reject(error: unknown): void;
}

/** Notifications about a list or the session, which belong to no request. */
const sessionNotifications = /^notifications\/(?:tools|prompts|resources|roots|tasks|elicitation|subscriptions)\b/;

export class PendingRequests {
  readonly #pending = new Map<number, Pending>();
  /** The number of requests so far. */
  #added = 0;
  /** Over a pipe, a task may ask before its result is requested. */
  readonly #early = new EarlyQuestions();

  /** @param onMessage called with messages that belong to no request */
  constructor(private readonly onMessage: (message: WireMessage) => void) {}

  add(request: ConnectionRequest): Promise<ConnectionAnswer> {
    const { id, signal } = request;
    return new Promise((resolve, reject) => {
      const give = (): void => this.#take(id)?.reject(signal?.reason);
      const end = (): void => signal?.removeEventListener('abort', give);
      this.#added++;
      this.#pending.set(id, {
        request,
        resolve: (answer) => (end(), resolve(answer)),
        reject: (error) => (end(), reject(error as Error)),
      });
      if (signal?.aborted) give();
      else signal?.addEventListener('abort', give);
      this.#takeEarly(request);
    });
  }

  /** @param onUnreadable called with the reason when a line is not a message; no request fails */
  receive(text: string, onUnreadable: (why: string) => void): void {
    for (const message of readWhatIsMessage(text, (error) => onUnreadable(error.message))) this.#receive(message);
  }

  #receive(message: WireMessage): void {
    if (message.kind !== 'response') {
      this.#receiveOther(message);
      return;
    }
    this.#take(this.#answeredId(message))?.resolve({ message, headers: {} });
  }

  /** Finds the request. Before a second one, and any notification, an error that names no request is about the first. */
  #answeredId(message: WireMessage): number {
    const isNameless = (message.id ?? null) === null && message.parsed['error'] !== undefined;
    const [first = Number.NaN] = isNameless && this.#added === 1 ? this.#pending.keys() : [answeredId(message)];
    return first;
  }

  /** Sends a request that was added, unless it is already over; an error of `send` becomes its answer. */
  send({ id, text }: ConnectionRequest, send: (text: string) => void): void {
    if (!this.#pending.has(id)) return;
    try {
      send(text);
    } catch (error) {
      this.fail(id, error);
    }
  }

  /** Fails a request that could not be sent; does nothing once it has its answer. */
  fail(id: number, error: unknown): void {
    this.#take(id)?.reject(error);
  }

  failAll(error: Error): void {
    for (const id of [...this.#pending.keys()]) this.#take(id)?.reject(error);
  }

  #receiveOther(message: WireMessage): void {
    const owner = this.#ownerOf(message);
    if (owner) return owner.request.onMessage(message);
    const taskId = message.kind === 'request' ? relatedTask(message.params) : undefined;
    if (taskId === undefined) return this.onMessage(message);
    const oldest = this.#early.keep(taskId, message);
    if (oldest) this.onMessage(oldest);
  }

  #takeEarly({ taskId, onMessage }: ConnectionRequest): void {
    if (taskId === undefined) return;
    for (const early of this.#early.take(taskId)) onMessage(early);
  }

  #ownerOf({ kind, method, params }: WireMessage): Pending | undefined {
    if (method === 'notifications/progress') {
      const token = params['progressToken'];
      return typeof token === 'number' ? this.#pending.get(token) : undefined;
    }
    if (method === releasedMethod) {
      const { requestId } = params;
      return typeof requestId === 'number' ? this.#pending.get(requestId) : undefined;
    }
    const subscriptionId = isJsonObject(params['_meta']) ? params['_meta'][metaKeys.subscriptionId] : undefined;
    if (typeof subscriptionId === 'number') return this.#pending.get(subscriptionId);
    if (kind === 'notification' && sessionNotifications.test(method)) return undefined;
    const taskId = relatedTask(params);
    if (taskId !== undefined) return [...this.#pending.values()].find(({ request }) => request.taskId === taskId);
    const [only, ...others] = [...this.#pending.values()].filter(({ request }) => !request.isSubscription);
    return others.length === 0 ? only : undefined;
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }
}
