/**
 * Sends requests to one server through a proxy, with undici's agent for proxies: tunnels for `https:`, and requests with the whole address
 * for `http:`, since many proxies open tunnels to port 443 only.
 *
 * Spec: RFC 9110 §9.3.6 (CONNECT), RFC 9112 §3.2.2 (absolute-form)
 */
import type { Dispatcher, ProxyAgent } from 'undici';
import { ConnectionError } from '../errors/connection-error.js';
import type { HttpPool, PooledRequest } from './http-pool.js';
import { loadUndici } from './load-undici.js';

type Handler = Dispatcher.DispatchHandler;
type HandlerArguments<Name extends keyof Handler> = Parameters<NonNullable<Handler[Name]>>;

/** The server and the proxy, and the limits of connections. */
export interface ProxyPoolOptions {
  readonly url: URL;
  readonly proxy: URL;
  readonly connections: number;
  readonly connectTimeoutMs: number;
}

export class ProxyPool implements HttpPool {
  readonly #agent: ProxyAgent;
  readonly #origin: string;
  #size = 0;

  /** Opens no connection yet. */
  constructor({ url, proxy, connections, connectTimeoutMs }: ProxyPoolOptions) {
    const { Pool, ProxyAgent } = loadUndici();
    const token = credentialsOf(proxy);
    // The calls have deadlines of their own, and a stream may be silent for long.
    const limits = { connections, headersTimeout: 0, bodyTimeout: 0 };
    const timeout = { timeout: connectTimeoutMs };
    this.#origin = url.origin;
    this.#agent = new ProxyAgent({
      uri: proxy.origin,
      ...(token === undefined ? {} : { token }),
      proxyTunnel: url.protocol === 'https:',
      proxyTls: timeout,
      requestTls: timeout,
      factory: (origin, options) => new Pool(origin, { ...options, ...limits }),
      clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: connectTimeoutMs }),
    });
  }

  get stats(): HttpPool['stats'] {
    return { size: this.#size };
  }

  dispatch(request: PooledRequest, handler: Handler): boolean {
    this.#size++;
    return this.#agent.dispatch({ ...request, origin: this.#origin }, new ProxiedAnswer(handler, () => this.#size--));
  }

  async destroy(error: Error): Promise<void> {
    await this.#agent.destroy(error);
  }
}

/** Passes on an answer, and names the proxy in the errors that come from it. */
class ProxiedAnswer implements Handler {
  #isStarted = false;

  constructor(
    private readonly handler: Handler,
    private readonly onEnd: () => void,
  ) {}

  onRequestStart(...given: HandlerArguments<'onRequestStart'>): void {
    this.#isStarted = true;
    this.handler.onRequestStart?.(...given);
  }

  onResponseStart(...given: HandlerArguments<'onResponseStart'>): void {
    this.handler.onResponseStart?.(...given);
  }

  onResponseData(...given: HandlerArguments<'onResponseData'>): void {
    this.handler.onResponseData?.(...given);
  }

  onResponseEnd(...given: HandlerArguments<'onResponseEnd'>): void {
    this.onEnd();
    this.handler.onResponseEnd?.(...given);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    this.onEnd();
    this.handler.onResponseError?.(controller, readRefusal(error) ?? (this.#isStarted ? error : readFailure(error)));
  }
}

/** The codes of errors that come before the proxy answers. */
const proxyIsAway = /^(?:ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS)_TIMEOUT|UND_ERR_SOCKET)/;

/** undici states the status of a proxy's refusal in the error's text alone. */
const refusal = /^Proxy (?:response|Authentication Required) \((\d+)\)/;

function readRefusal({ message }: Error): ConnectionError | undefined {
  const [, status] = refusal.exec(message) ?? [];
  return status === undefined ? undefined : away(`the proxy refused to connect to the server (HTTP ${status})`);
}

function readFailure(error: Error): Error {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return away('the proxy took too long');
  return proxyIsAway.test(code) ? away('the proxy cannot be reached', error) : error;
}

function away(message: string, cause?: Error): ConnectionError {
  return new ConnectionError('unreachable', message, { mayHaveRun: false, cause });
}

/** @returns `undefined` for a proxy whose URL has no name */
function credentialsOf({ username, password }: URL): string | undefined {
  if (username === '') return undefined;
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}
