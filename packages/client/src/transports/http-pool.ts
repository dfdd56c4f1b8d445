/**
 * The connections that HTTP requests to one server go over: undici's in Node, `fetch` elsewhere.
 */
import type { Dispatcher } from 'undici';

/** A request with its headers as alternating names and values, which undici reads faster than an object. */
export interface PooledRequest extends Pick<Dispatcher.DispatchOptions, 'path' | 'method'> {
  readonly headers: string[];
  readonly body?: string | null;
}

/** Sends requests to one server. The code that opens a pool destroys it. */
export interface HttpPool {
  /** `size` is the number of requests in flight or waiting for a connection. */
  readonly stats: { readonly size: number };
  dispatch(request: PooledRequest, handler: Dispatcher.DispatchHandler): boolean;
  /** Fails the requests in flight with this error. */
  destroy(error: Error): Promise<void>;
}
