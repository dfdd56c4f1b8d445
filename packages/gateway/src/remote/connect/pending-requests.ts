/**
 * The requests that wait for their answers on one connection that carries many at a time.
 *
 * Progress belongs to the request whose id is its token. What names no request belongs to the only one in flight, if there is one.
 */
import { releasedMethod } from '@sigil/core/engine';
import type { UpstreamAnswer, UpstreamRequest } from './connection.js';
import { EarlyQuestions, relatedTask } from './early-questions.js';
import { readWhatIsMessage, type WireMessage } from '../wire/wire-message.js';

interface Pending {
  readonly request: UpstreamRequest;
  resolve(answer: UpstreamAnswer): void;
  reject(error: unknown): void;
}

/** Notifications that are news of a list or of the session, whichever requests are in flight. */
const newsOfNobody = /^notifications\/(?:tools|prompts|resources|roots|tasks|elicitation|subscriptions)\b/;

export class PendingRequests {
  readonly #pending = new Map<number, Pending>();
  /** Over a pipe a task may ask before its result is waited for. */
  readonly #early = new EarlyQuestions();

  /** @param onMessage gets what belongs to no request */
  constructor(private readonly onMessage: (message: WireMessage) => void) {}

  add(request: UpstreamRequest): Promise<UpstreamAnswer> {
    const { id, signal } = request;
    return new Promise((resolve, reject) => {
      const give = (): void => this.#take(id)?.reject(signal?.reason);
      const end = (): void => signal?.removeEventListener('abort', give);
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

  /** @param onUnreadable told in words of a line that is no message; it fails nothing */
  receive(text: string, onUnreadable: (why: string) => void): void {
    for (const message of readWhatIsMessage(text, (error) => onUnreadable(error.message))) this.#receive(message);
  }

  #receive(message: WireMessage): void {
    if (message.kind !== 'response') {
      this.#receiveOther(message);
      return;
    }
    const pending = typeof message.id === 'number' ? this.#take(message.id) : undefined;
    pending?.resolve({ message, headers: {} });
  }

  /** Sends one that was added, unless it is over by now; an error of `send` is its answer. */
  send({ id, text }: UpstreamRequest, send: (text: string) => void): void {
    if (!this.#pending.has(id)) return;
    try {
      send(text);
    } catch (error) {
      this.fail(id, error);
    }
  }

  /** Fails one that could not be sent; without effect once it has its answer. */
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

  #takeEarly({ taskId, onMessage }: UpstreamRequest): void {
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
    if (kind === 'notification' && newsOfNobody.test(method)) return undefined;
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
