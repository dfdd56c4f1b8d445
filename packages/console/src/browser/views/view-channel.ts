/**
 * JSON-RPC with a view, through the sandbox's frame: requests of both sides, notifications, and the sandbox's own messages.
 *
 * Knows no method of MCP Apps.
 */
import type { JsonObject } from '@sigil/core';
import { viewLimits } from '../../view-limits.js';
import { isObject, objectOf, textOf } from '../json.js';
import { newTokenBucket } from '../sandbox/token-bucket.js';

/** A request of the view. */
export interface ViewRequest {
  readonly method: string;
  readonly params: JsonObject;
  /** Aborts when the view cancels the request, or ends. */
  readonly signal: AbortSignal;
  /** Reports progress to the view, if it asked for that. */
  readonly report: (progress: JsonObject) => void;
}

/** A message on its way, for the log. */
export interface PassedMessage {
  readonly from: 'view' | 'host';
  readonly message: JsonObject;
}

/** The receiver of a view's messages. */
export interface ViewReceiver {
  /** Answers a request. A rejection becomes an error: a `ViewRefusal` with its code, anything else as a failure. */
  onRequest(request: ViewRequest): Promise<JsonObject>;
  onNotification(method: string, params: JsonObject): void;
  /** Called with a message of the sandbox itself; `name` is the rest of its method. */
  onSandbox(name: string, params: JsonObject): void;
  onPassed(passed: PassedMessage): void;
}

/** The refusal of a request, for the view. */
export class ViewRefusal extends Error {
  constructor(
    message: string,
    readonly code = refused,
  ) {
    super(message);
  }
}

const refused = -32_000;
const internalError = -32_603;
const invalidRequest = -32_600;
const sandboxMethods = 'ui/notifications/sandbox-';

interface OpenRequest {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: Error) => void;
}

export class ViewChannel {
  readonly #own = new Map<number, OpenRequest>();
  readonly #ofView = new Map<string | number, AbortController>();
  #lastId = 0;
  readonly #takePassing = newTokenBucket(viewLimits.passingBurst, 1, () => performance.now());
  #isClosed = false;

  /** @param origin of the sandbox: the only sender and the only receiver */
  constructor(
    private readonly frame: HTMLIFrameElement,
    private readonly origin: string,
    private readonly receiver: ViewReceiver,
  ) {
    globalThis.addEventListener('message', this.#take);
  }

  notify(method: string, params: JsonObject): void {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  /** @throws Error if the view refuses, does not answer in time, or the channel closes */
  async request(method: string, params: JsonObject, timeoutMs: number): Promise<JsonObject> {
    const id = (this.#lastId += 1);
    const answer = new Promise<JsonObject>((resolve, reject) => this.#own.set(id, { resolve, reject }));
    const timer = setTimeout(() => this.#own.get(id)?.reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    this.#send({ jsonrpc: '2.0', id, method, params });
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
      this.#own.delete(id);
    }
  }

  /** Stops listening, and aborts the view's requests. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    globalThis.removeEventListener('message', this.#take);
    for (const { reject } of this.#own.values()) reject(new Error('the view has ended'));
    for (const controller of this.#ofView.values()) controller.abort(new Error('the view has ended'));
  }

  readonly #take = (event: MessageEvent<unknown>): void => {
    // Only messages that came through the sandbox count. The data of others is not read, which would cost the time to decode it.
    if (event.source === null) return;
    if (event.source !== this.frame.contentWindow) return this.#countPassing(event.source);
    const data = event.origin === this.origin ? event.data : undefined;
    if (!isObject(data)) return;
    const { method, id } = data;
    if (typeof method === 'string' && method.startsWith(sandboxMethods)) {
      this.receiver.onSandbox(method.slice(sandboxMethods.length), objectOf(data['params']));
      return;
    }
    this.receiver.onPassed({ from: 'view', message: data });
    if (typeof method !== 'string') this.#takeAnswer(data);
    else if (typeof id === 'string' || typeof id === 'number') void this.#answer(id, method, objectOf(data['params']));
    else if (method === 'notifications/cancelled') this.#cancel(objectOf(data['params']));
    else this.receiver.onNotification(method, objectOf(data['params']));
  };

  /** The view can also send messages to this window itself, which nothing measures: a few of them end it. */
  #countPassing(source: MessageEventSource): void {
    if (!isInside(source, this.frame) || this.#takePassing()) return;
    this.receiver.onSandbox('view-stopped', { reason: 'The view sent messages to the page, and not to its host.' });
  }

  #takeAnswer({ id, result, error }: JsonObject): void {
    const open = typeof id === 'number' ? this.#own.get(id) : undefined;
    if (isObject(error)) open?.reject(new Error(textOf(error['message']) ?? 'the view refused'));
    else open?.resolve(objectOf(result));
  }

  #cancel({ requestId }: JsonObject): void {
    if (typeof requestId === 'string' || typeof requestId === 'number') this.#ofView.get(requestId)?.abort();
  }

  async #answer(id: string | number, method: string, params: JsonObject): Promise<void> {
    const why = this.#refusalOf(id);
    if (why !== undefined) {
      this.#send({ jsonrpc: '2.0', id, error: { code: invalidRequest, message: why } });
      return;
    }
    const controller = new AbortController();
    this.#ofView.set(id, controller);
    const { progressToken } = objectOf(params['_meta']);
    const report = (progress: JsonObject): void => {
      if (progressToken !== undefined) this.notify('notifications/progress', { ...progress, progressToken });
    };
    try {
      const result = await this.receiver.onRequest({ method, params, signal: controller.signal, report });
      // A cancelled request has no answer.
      if (!controller.signal.aborted) this.#send({ jsonrpc: '2.0', id, result });
    } catch (error) {
      if (!controller.signal.aborted) this.#send({ jsonrpc: '2.0', id, error: describe(error) });
    } finally {
      this.#ofView.delete(id);
    }
  }

  #refusalOf(id: string | number): string | undefined {
    if (this.#ofView.has(id)) return 'a request with this id is open';
    const { maxOpenRequests } = viewLimits;
    return this.#ofView.size >= maxOpenRequests ? `at most ${maxOpenRequests} requests may be open` : undefined;
  }

  #send(message: JsonObject): void {
    if (this.#isClosed) return;
    this.receiver.onPassed({ from: 'host', message });
    this.sendUnlogged(message);
  }

  /** Sends a message that is too long for the log: the view's own HTML. */
  sendUnlogged(message: JsonObject): void {
    this.frame.contentWindow?.postMessage(message, this.origin);
  }
}

/** Returns whether a window is that of a frame inside the sandbox, at any depth. */
function isInside(source: MessageEventSource, sandbox: HTMLIFrameElement): boolean {
  let inner = 'parent' in source ? source : undefined;
  while (inner && inner.parent !== inner) {
    if (inner.parent === sandbox.contentWindow) return true;
    inner = inner.parent;
  }
  return false;
}

function describe(error: unknown): JsonObject {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof ViewRefusal ? error.code : codeOf(error);
  return { code, message };
}

/** The server's own code, if it answered with an error. */
function codeOf(error: unknown): number {
  const raw = isObject(error) ? error['raw'] : undefined;
  const code = isObject(raw) ? raw['code'] : undefined;
  return typeof code === 'number' ? code : internalError;
}
