/**
 * Connections to one server server through a proxy: tunnels for `https:`, and requests with the whole address for `http:`, since many
 * proxies open tunnels to port 443 only.
 *
 * Spec: RFC 9110 §9.3.6 (CONNECT), RFC 9112 §3.2.2 (absolute-form)
 */
import http from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { ConnectionError } from '../errors/connection-error.js';
import type { HttpPool, PooledRequest } from './http-pool.js';

const buildConnectorOf = createRequire(import.meta.url)('undici/lib/core/connect.js') as typeof buildConnector;

/** @returns connects to an `https:` server through a tunnel of the proxy */
export function tunnelConnector(proxy: URL, timeoutMs: number): buildConnector.connector {
  const secure = buildConnectorOf({ timeout: timeoutMs });
  const connect = async (...[target, callback]: Parameters<buildConnector.connector>): Promise<void> => {
    try {
      const httpSocket = await openTunnel(authorityOf(target), proxy, timeoutMs);
      secure({ ...target, httpSocket }, callback);
    } catch (error) {
      callback(error as Error, null); // an ConnectionError
    }
  };
  return (target, callback) => void connect(target, callback);
}

/** @returns connects to the proxy itself */
export function proxyConnector(timeoutMs: number): buildConnector.connector {
  const connect = buildConnectorOf({ timeout: timeoutMs });
  return (target, callback) => {
    connect(target, (...[error, socket]) => {
      if (error) callback(away('the proxy cannot be reached', error), null);
      else callback(null, socket);
    });
  };
}

/** @param hostname an address of IPv6 has no brackets */
function authorityOf({ hostname, port }: buildConnector.Options): string {
  return `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port || '443'}`;
}

function openTunnel(authority: string, proxy: URL, timeoutMs: number): Promise<Socket> {
  const headers = { host: authority, ...Object.fromEntries(credentialsOf(proxy)) };
  const { request } = proxy.protocol === 'https:' ? https : http;
  // The credentials in the URL are the proxy's: in a header of their own, and not in `authorization`.
  const options = { method: 'CONNECT', path: authority, headers, auth: null, agent: false, timeout: timeoutMs };
  const connect = request(proxy, options);
  return new Promise((resolve, reject) => {
    // Emitted for every answer, whatever its status.
    connect.once('connect', ({ statusCode = 0 }, socket: Socket) => {
      socket.setTimeout(0);
      if (statusCode >= 200 && statusCode < 300) return resolve(socket);
      socket.destroy();
      reject(away(`the proxy refused to connect to the server (HTTP ${statusCode})`));
    });
    connect.once('timeout', () => connect.destroy(away('the proxy took too long')));
    connect.once('error', (cause) => {
      reject(cause instanceof ConnectionError ? cause : away('the proxy cannot be reached', cause));
    });
    connect.end();
  });
}

function away(message: string, cause?: Error): ConnectionError {
  return new ConnectionError('unreachable', message, { mayHaveRun: false, cause });
}

/** Sends requests for an `http:` server to a proxy, over a pool of connections to that proxy. */
export class ForwardedPool implements HttpPool {
  readonly #origin: string;
  readonly #headers: readonly string[];

  constructor(
    private readonly pool: HttpPool,
    { url, proxy }: { readonly url: URL; readonly proxy: URL },
  ) {
    this.#origin = url.origin;
    this.#headers = ['host', url.host, ...credentialsOf(proxy).flat()];
  }

  get stats(): HttpPool['stats'] {
    return this.pool.stats;
  }

  destroy(error: Error): Promise<void> {
    return this.pool.destroy(error);
  }

  dispatch(request: PooledRequest, handler: Dispatcher.DispatchHandler): boolean {
    const { path, headers } = request;
    return this.pool.dispatch(
      { ...request, path: this.#origin + path, headers: [...headers, ...this.#headers] },
      handler,
    );
  }
}

function credentialsOf({ username, password }: URL): readonly (readonly [string, string])[] {
  if (username === '') return [];
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return [['proxy-authorization', `Basic ${Buffer.from(text).toString('base64')}`]];
}
