/**
 * JSON-RPC with the host: requests and notifications in messages between two windows.
 *
 * Only messages of the host's window are read. Messages are sent as JSON, so that nothing reaches the host which JSON does not have.
 */
import { ViewError } from '../view-error.js';
import type { Progress, RequestOptions } from '../view.js';

/** The host's window, or an object that receives messages in its place. */
export type HostWindow = Pick<Window, 'postMessage'>;

/** The messages of the host, by their method. */
export interface HostMessages {
  /** Answers a request of the host. */
  answer(method: string): Promise<object> | undefined;
  /** Reads a notification of the host. */
  notice(method: string, params: Readonly<Record<string, unknown>>): void;
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** The longest wait for an answer; hosts ask people before they act. */
const longestWaitMs = 300_000;

const methodNotFound = -32_601;

/** A connection to one host; the caller closes it. */
export class HostConnection {
  readonly #host: HostWindow;
  readonly #messages: HostMessages;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #isClosed = false;

  constructor(host: HostWindow, messages: HostMessages) {
    this.#host = host;
    this.#messages = messages;
    addEventListener('message', this.#receive);
  }

  /**
   * Sends a request.
   *
   * @throws ViewError if the host refuses it, does not answer in time, or the connection is closed
   */
  async request(method: string, params: object = {}, options: RequestOptions = {}): Promise<unknown> {
    const { signal, timeoutMs = longestWaitMs, onProgress } = options;
    signal?.throwIfAborted();
    if (this.#isClosed) throw closed();
    const id = ++this.#lastId;
    const { promise, resolve, reject } = withResolvers();
    const giveUp = (error: unknown): void => {
      if (!this.#pending.delete(id)) return;
      // The protocol does not allow a request that opens a connection to be cancelled.
      if (method !== 'ui/initialize') this.notify('notifications/cancelled', { requestId: id, reason: String(error) });
      reject(error);
    };
    const abort = (): void => giveUp(signal?.reason);
    const timer = setTimeout(
      () => giveUp(new ViewError('timeout', `the host has not answered "${method}"`)),
      timeoutMs,
    );
    signal?.addEventListener('abort', abort);
    this.#pending.set(id, { resolve, reject, onProgress });
    try {
      this.#send({ id, method, params: onProgress ? { ...params, _meta: { progressToken: id } } : params });
      return await promise;
    } finally {
      this.#pending.delete(id);
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  notify(method: string, params: object = {}): void {
    if (!this.#isClosed) this.#send({ method, params });
  }

  close(): void {
    this.#isClosed = true;
    removeEventListener('message', this.#receive);
    for (const { reject } of this.#pending.values()) reject(closed());
  }

  #send(message: object): void {
    // The host's origin is not known to the view, which holds no secret of another origin.
    this.#host.postMessage(JSON.parse(JSON.stringify({ jsonrpc: '2.0', ...message })), '*');
  }

  readonly #receive = (event: MessageEvent<unknown>): void => {
    if (event.source !== this.#host || !isObject(event.data) || event.data['jsonrpc'] !== '2.0') return;
    const { id, method, params, result, error } = event.data;
    if (typeof method !== 'string') this.#settle(id, result, error);
    else if (id !== undefined) void this.#answer(id, method);
    else if (method === 'notifications/progress') this.#reportProgress(params);
    else this.#messages.notice(method, isObject(params) ? params : {});
  };

  #settle(id: unknown, result: unknown, error: unknown): void {
    const pending = this.#pending.get(id as number);
    if (!isObject(error)) return pending?.resolve(result);
    pending?.reject(new ViewError('refused', String(error['message'])));
  }

  async #answer(id: unknown, method: string): Promise<void> {
    const answer = this.#messages.answer(method);
    if (!answer) return this.#send({ id, error: { code: methodNotFound, message: `a view has no "${method}"` } });
    this.#send({ id, result: await answer });
  }

  #reportProgress(params: unknown): void {
    if (!isObject(params)) return;
    // Sound: the host passes on the notification of a server, which has these members.
    this.#pending.get(params['progressToken'] as number)?.onProgress?.(params as unknown as Progress);
  }
}

/** Returns whether a value is an object with members. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function closed(): ViewError {
  return new ViewError('closed', 'the view is closed');
}

function withResolvers(): { promise: Promise<unknown>; resolve(value: unknown): void; reject(error: unknown): void } {
  let settle: Pick<Pending, 'resolve' | 'reject'> | undefined;
  const promise = new Promise<unknown>((resolve, reject) => (settle = { resolve, reject }));
  // Sound: the constructor of a promise calls its function before it returns.
  return { promise, ...settle! };
}
