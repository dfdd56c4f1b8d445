/**
 * The pool of connections to one server server.
 *
 * The class comes from its own file: undici's main one makes the global `fetch` of the whole process, plugins' included, use its
 * dispatcher instead of Node's own.
 */
import { createRequire } from 'node:module';
import type { Dispatcher, Pool } from 'undici';

/** A request with its headers as alternating names and values, which undici reads faster than an object. */
export interface PooledRequest extends Pick<Dispatcher.DispatchOptions, 'path' | 'method' | 'body'> {
  readonly headers: string[];
}

/** Leaves out `request` and the like, which only undici's main file adds. */
export interface HttpPool extends Pick<Pool, 'destroy'> {
  /** `size` is the number of requests in flight or waiting for a connection. */
  readonly stats: Pick<Pool['stats'], 'size'>;
  dispatch(request: PooledRequest, handler: Dispatcher.DispatchHandler): boolean;
}

const PoolClass = createRequire(import.meta.url)('undici/lib/dispatcher/pool.js') as new (
  ...of: ConstructorParameters<typeof Pool>
) => HttpPool;

/** Opens no connection yet. The caller destroys the pool. @param connect how connections are opened, and how long that may take */
export function openPool(origin: string, options: Required<Pick<Pool.Options, 'connections' | 'connect'>>): HttpPool {
  // The calls have deadlines of their own, and a stream may be silent for long.
  return new PoolClass(origin, { ...options, headersTimeout: 0, bodyTimeout: 0 });
}
