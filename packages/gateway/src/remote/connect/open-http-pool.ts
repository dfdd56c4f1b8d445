/**
 * Opens the connection pool of one upstream server, with its token if it needs one.
 */
import { AuthorizedPool } from './authorized-pool.js';
import type { Authorization } from '../credentials/authorization.js';
import { openPool, type HttpPool, type PoolOptions } from './http-pool.js';

/** Opens no connection yet. The caller destroys the pool. */
export function openHttpPool(options: PoolOptions & { readonly authorization?: Authorization | undefined }): HttpPool {
  const pool = openPool(options);
  return options.authorization ? new AuthorizedPool(pool, options.authorization) : pool;
}
