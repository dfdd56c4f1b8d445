/**
 * Opens HTTP connections of Node to one server: through a proxy if one leads there, and with its token if it needs one.
 */
import { ConnectionError } from '../errors/connection-error.js';
import type { ConnectionEvents } from './connection.js';
import { HttpConnection, type HttpOptions } from './http-connection.js';
import type { HttpPool } from './http-pool.js';
import { loadUndici } from './load-undici.js';
import { isPrivateHost, lookupPublic } from './private-addresses.js';
import { ProxyPool } from './proxy-pool.js';
import { SseConnection } from './sse-connection.js';

/** The address of the connections, their limits and their credentials. */
export interface NodeHttpOptions extends Omit<HttpOptions, 'openPool'> {
  /** The proxy that leads to the address; absent if it is reached directly. */
  readonly proxy?: URL | undefined;
  readonly connectTimeoutMs: number;
  readonly allowPrivate: boolean;
}

/** Opens no connection yet. @throws ConnectionError for a private address that is not allowed */
export function openHttpConnection(options: NodeHttpOptions): HttpConnection {
  return new HttpConnection(withPools(options));
}

/** Connects at once, with the oldest HTTP transport. @throws ConnectionError for a private address that is not allowed */
export function openSseConnection(options: NodeHttpOptions, events: ConnectionEvents): SseConnection {
  return new SseConnection(withPools(options), events);
}

function withPools(options: NodeHttpOptions): HttpOptions & Pick<NodeHttpOptions, 'connectTimeoutMs'> {
  if (!options.allowPrivate && isPrivateHost(options.url.hostname)) {
    const why = 'the server is at a private address (allowPrivate is false)';
    throw new ConnectionError('refused', why, { mayHaveRun: false });
  }
  return { ...options, openPool: (connections) => openHttpPool(options, connections) };
}

/** Opens no connection yet. The caller destroys the pool. */
function openHttpPool(
  {
    url,
    proxy,
    connectTimeoutMs,
    allowPrivate,
  }: Omit<NodeHttpOptions, 'headers' | 'maxMessageBytes' | 'maxConnections'>,
  connections: number,
): HttpPool {
  // The proxy looks up the names of servers, and its own address may be private.
  if (proxy) return new ProxyPool({ url, proxy, connections, connectTimeoutMs });
  const connect = { timeout: connectTimeoutMs, ...(allowPrivate ? {} : { lookup: lookupPublic }) };
  const { Pool } = loadUndici();
  // The calls have deadlines of their own, and a stream may be silent for long.
  return new Pool(url.origin, { connections, connect, headersTimeout: 0, bodyTimeout: 0 });
}
