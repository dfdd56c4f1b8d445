/**
 * A pool whose requests carry a token. The token is fetched when it is needed, and once more when the server refuses it.
 *
 * A request that was answered with 401 has not run, so it is sent again.
 */
import type { Dispatcher } from 'undici';
import type { HttpPool } from './http-pool.js';
import type { Authorization } from './authorization.js';

type Handler = Dispatcher.DispatchHandler;
type Options = Parameters<HttpPool['dispatch']>[0];

export class AuthorizedPool implements HttpPool {
  constructor(
    private readonly pool: HttpPool,
    private readonly authorization: Authorization,
  ) {}

  readonly dispatch: HttpPool['dispatch'] = (options, handler) => {
    this.#send(options, (value) => new RefusalReader(handler, () => this.#sendAgain(options, handler, value)));
    return true;
  };

  get stats(): HttpPool['stats'] {
    return this.pool.stats;
  }

  destroy(error: Error): Promise<void> {
    return this.pool.destroy(error);
  }

  #sendAgain(options: Options, handler: Handler, refused: string): void {
    this.authorization.forget(refused);
    this.#send(options, () => handler);
  }

  #send(options: Options, handlerFor: (value: string) => Handler): void {
    const send = (value: string): void => {
      const headers = value === '' ? options.headers : [...options.headers, 'authorization', value];
      this.pool.dispatch({ ...options, headers }, handlerFor(value));
    };
    const value = this.authorization.value();
    if (typeof value === 'string') send(value);
    else value.then(send, (error: Error) => handlerFor('').onResponseError?.(noController, error));
  }
}

/** No request was sent, so there is nothing to control. */
const noController: Dispatcher.DispatchController = {
  aborted: true,
  paused: false,
  reason: null,
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};

/** Hides a refusal from the handler of the answer, and calls back when the refusal is over. */
class RefusalReader implements Handler {
  #isRefusal = false;

  constructor(
    private readonly handler: Handler,
    private readonly onRefusal: () => void,
  ) {}

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.handler.onRequestStart?.(controller, context);
  }

  onResponseStart(
    ...[controller, status, headers, message]: Parameters<NonNullable<Handler['onResponseStart']>>
  ): void {
    this.#isRefusal = status === 401;
    if (!this.#isRefusal) this.handler.onResponseStart?.(controller, status, headers, message);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#isRefusal) this.handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(...[controller, trailers]: Parameters<NonNullable<Handler['onResponseEnd']>>): void {
    if (this.#isRefusal) this.onRefusal();
    else this.handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    this.handler.onResponseError?.(controller, error);
  }
}
