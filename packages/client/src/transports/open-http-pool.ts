/**
 * Opens the connection pool of one server server, through a proxy where one leads there, and with its token if it needs one.
 */
import { AuthorizedPool } from './authorized-pool.js';
import type { Authorization } from './authorization.js';
import { openPool, type HttpPool } from './http-pool.js';
import { lookupPublic } from './private-addresses.js';
import { ForwardedPool, proxyConnector, tunnelConnector } from './proxied-pool.js';

/** The address of the connections, their limits and their credentials. */
export interface PoolOptions {
  readonly url: URL;
  /** The proxy that leads to the address; absent where it is reached directly. */
  readonly proxy?: URL | undefined;
  readonly connectTimeoutMs: number;
  readonly maxConnections: number;
  readonly allowPrivate: boolean;
  readonly authorization?: Authorization | undefined;
}

/** Opens no connection yet. The caller destroys the pool. */
export function openHttpPool(options: PoolOptions): HttpPool {
  const pool = openPoolTo(options);
  return options.authorization ? new AuthorizedPool(pool, options.authorization) : pool;
}

function openPoolTo({ url, proxy, connectTimeoutMs, maxConnections, allowPrivate }: PoolOptions): HttpPool {
  const connections = maxConnections;
  const timeout = connectTimeoutMs;
  if (!proxy) {
    const connect = { timeout, ...(allowPrivate ? {} : { lookup: lookupPublic }) };
    return openPool(url.origin, { connections, connect });
  }
  // The proxy looks up the names of servers, and its own address may be private.
  if (url.protocol === 'https:') return openPool(url.origin, { connections, connect: tunnelConnector(proxy, timeout) });
  return new ForwardedPool(openPool(proxy.origin, { connections, connect: proxyConnector(timeout) }), { url, proxy });
}
