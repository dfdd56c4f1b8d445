/**
 * Sends HTTP requests with `fetch`, which also browsers have. The platform limits the number of connections.
 */
import type { Dispatcher } from 'undici';
import { ConnectionError } from '../errors/connection-error.js';
import type { HttpPool, PooledRequest } from './http-pool.js';

export class FetchPool implements HttpPool {
  readonly #running = new Set<FetchController>();

  constructor(private readonly origin: string) {}

  get stats(): HttpPool['stats'] {
    return { size: this.#running.size };
  }

  dispatch(request: PooledRequest, handler: Dispatcher.DispatchHandler): boolean {
    void this.#send(request, handler);
    return true;
  }

  async destroy(error: Error): Promise<void> {
    for (const controller of this.#running) controller.abort(error);
  }

  /** Reports everything to the handler, and never rejects. */
  async #send(request: PooledRequest, handler: Dispatcher.DispatchHandler): Promise<void> {
    const controller = new FetchController();
    this.#running.add(controller);
    try {
      handler.onRequestStart?.(controller, undefined);
      await this.#fetch(request, handler, controller);
      handler.onResponseEnd?.(controller, {});
    } catch (error) {
      handler.onResponseError?.(controller, controller.reason ?? (error as Error));
    } finally {
      this.#running.delete(controller);
    }
  }

  async #fetch(
    { path, method, headers, body = null }: PooledRequest,
    handler: Dispatcher.DispatchHandler,
    controller: FetchController,
  ): Promise<void> {
    const response = await fetch(this.origin + path, {
      method,
      headers: pairsOf(headers),
      body,
      redirect: 'manual',
      signal: controller.signal,
    });
    if (response.type === 'opaqueredirect') throw hiddenRedirect();
    const received = Object.fromEntries(response.headers);
    // `fetch` has decompressed the body.
    delete received['content-encoding'];
    handler.onResponseStart?.(controller, response.status, received, response.statusText);
    if (!response.body) return;
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      handler.onResponseData?.(controller, value as Buffer); // read as bytes only
    }
  }
}

/** Ends a request of `fetch` as undici's controllers do. Its answer is read as fast as it comes. */
class FetchController implements Dispatcher.DispatchController {
  readonly #abort = new AbortController();
  readonly signal = this.#abort.signal;
  readonly paused = false;
  reason: Error | null = null;

  get aborted(): boolean {
    return this.signal.aborted;
  }

  abort(reason: Error): void {
    this.reason ??= reason;
    this.#abort.abort(reason);
  }

  pause(): void {}

  resume(): void {}
}

function pairsOf(headers: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) pairs.push([headers[at]!, headers[at + 1]!]);
  return pairs;
}

function hiddenRedirect(): ConnectionError {
  const why = 'the server redirects to an address that the browser hides: configure that one';
  return new ConnectionError('refused', why, { mayHaveRun: false });
}
