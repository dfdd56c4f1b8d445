/**
 * The pool of connections to one upstream server.
 *
 * The class comes from its own file: undici's main one makes the global `fetch` of the whole process, plugins' included, use its
 * dispatcher instead of Node's own.
 */
import { createRequire } from 'node:module';
import type { Dispatcher, Pool } from 'undici';
import { lookupPublic } from './private-addresses.js';

/** A request, with its headers as names and values in turn: undici reads an object the slower. */
export interface PooledRequest extends Pick<Dispatcher.DispatchOptions, 'path' | 'method' | 'body'> {
  readonly headers: string[];
}

/** Without `request` and the like, which the main file adds to it. */
export interface HttpPool extends Pick<Pool, 'destroy'> {
  /** `size` is the number of requests that are under way or wait for a connection. */
  readonly stats: Pick<Pool['stats'], 'size'>;
  dispatch(request: PooledRequest, handler: Dispatcher.DispatchHandler): boolean;
}

const PoolClass = createRequire(import.meta.url)('undici/lib/dispatcher/pool.js') as new (
  ...of: ConstructorParameters<typeof Pool>
) => HttpPool;

/** Where the connections lead, and what holds for them. */
export interface PoolOptions {
  readonly url: URL;
  readonly connectTimeoutMs: number;
  readonly maxConnections: number;
  readonly allowPrivate: boolean;
}

/** Opens nothing yet; whoever asks for the pool destroys it. */
export function openPool({ url, connectTimeoutMs, maxConnections, allowPrivate }: PoolOptions): HttpPool {
  return new PoolClass(url.origin, {
    connections: maxConnections,
    // The calls' own deadlines hold: a stream may be silent for long.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: connectTimeoutMs, ...(allowPrivate ? {} : { lookup: lookupPublic }) },
  });
}
