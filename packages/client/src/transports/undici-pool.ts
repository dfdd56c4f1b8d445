/**
 * The pool of Node's connections to one server.
 *
 * The class comes from its own file: undici's main one makes the global `fetch` of the whole process, plugins' included, use its
 * dispatcher instead of Node's own.
 */
import { createRequire } from 'node:module';
import type { Pool } from 'undici';
import type { HttpPool } from './http-pool.js';

const PoolClass = createRequire(import.meta.url)('undici/lib/dispatcher/pool.js') as new (
  ...of: ConstructorParameters<typeof Pool>
) => HttpPool;

/** Opens no connection yet. The caller destroys the pool. @param connect how connections are opened, and how long that may take */
export function openPool(origin: string, options: Required<Pick<Pool.Options, 'connections' | 'connect'>>): HttpPool {
  // The calls have deadlines of their own, and a stream may be silent for long.
  return new PoolClass(origin, { ...options, headersTimeout: 0, bodyTimeout: 0 });
}
