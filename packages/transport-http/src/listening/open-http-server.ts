/**
 * Listens on a port and sends each request to the endpoint of its path, before any middleware.
 *
 * Knows nothing of MCP. Paths without an endpoint go to the fallback, such as a Koa application's callback.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Clients } from '@sigil/core/engine';
import type { HttpEndpoint } from '../endpoint/endpoint.js';
import { chooseLimits, defaultServerLimits, type ServerLimits } from '../limits.js';
import { buildListenError } from './listen-error.js';
import { DirectRequest, shareRequest } from '../requests/read-body.js';
import { serveInTurn } from '../requests/in-turn.js';
import { refuse, type Refusal } from '../requests/refusal.js';
import { RequestCounts } from './request-counts.js';
import { shareConnections } from './share-connections.js';

/** The handler to serve, and the address to listen on. */
export interface HttpServerOptions {
  /** By path, exactly as it stands in the URL. Looked up for each request, so it may change while the server runs. */
  readonly endpoints: ReadonlyMap<string, HttpEndpoint>;
  /** Serves every other path; 404 without it. */
  readonly fallback?: (request: IncomingMessage, response: ServerResponse) => void;
  /** `127.0.0.1` when left out. */
  readonly host?: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly limits?: Partial<ServerLimits>;
  /** The registry that counts clients' connections. */
  readonly clients?: Clients;
}

/** A server that listens. */
export interface HttpServer {
  /** Without a path and without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** For who takes over connections, as WebSocket does with the `upgrade` event. */
  readonly server: Server;
  /**
   * Stops listening, closes the endpoints, lets running requests finish for `graceMs`, then cuts every connection.
   *
   * @param options.alongside waited for before connections without a request are cut: the end of what took over connections
   * @returns resolves when no connection is left
   */
  close(options?: { readonly graceMs?: number; readonly alongside?: Promise<void> | undefined }): Promise<void>;
}

const unknownPath: Refusal = { status: 404, message: 'there is no MCP endpoint at this path' };
const tooManyRequests: Refusal = {
  status: 503,
  problem: 'internal-error',
  message: 'this connection has carried its requests (limit maxRequestsPerConnection): open another',
};
const defaultGraceMs = 5_000;
const idleCheckMs = 20;

/**
 * Begins to listen.
 *
 * @throws ListenError when the port or the host cannot be used
 * @throws RangeError when a limit makes no sense
 */
export async function openHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const limits = chooseLimits(defaultServerLimits, options.limits);
  const server = createServer(
    {
      IncomingMessage: DirectRequest,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      maxHeaderSize: limits.maxHeaderBytes,
      noDelay: true,
    },
    (request, response) => route(request, response, routing),
  );
  const connections = new IdleConnections(server);
  const routing: Routing = { ...options, serverLimits: limits, connections, counts: undefined };
  shareConnections(server, {
    clients: options.clients ?? new Clients(),
    maxConnections: limits.maxConnections,
    onHandedBack: (socket) => {
      routing.counts ??= new RequestCounts(limits.maxRequestsPerConnection);
      routing.counts.handedBack(socket);
    },
  });
  server.maxConnections = limits.maxConnections;
  server.maxRequestsPerSocket = limits.maxRequestsPerConnection;
  // node:http would silently drop what is too many, the Host header perhaps; they are counted and refused here instead.
  server.maxHeadersCount = 0;

  const host = options.host ?? '127.0.0.1';
  const port = await listen(server, host, options.port);
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    url,
    port,
    server,
    close: ({ graceMs = defaultGraceMs, alongside } = {}) =>
      close(server, { connections, endpoints: options.endpoints, graceMs, alongside }),
  };
}

interface Routing extends HttpServerOptions {
  readonly serverLimits: ServerLimits;
  readonly connections: IdleConnections;
  /** There once a connection was handed back: hardly any is, and others cost nothing. */
  counts: RequestCounts | undefined;
}

function route(request: IncomingMessage, response: ServerResponse, routing: Routing): void {
  const { maxHeaders, maxUrlBytes } = routing.serverLimits;
  const url = request.url ?? '';
  routing.connections.noteUse(request);
  if (routing.counts?.isBeyond(request, response)) {
    refuse(response, tooManyRequests);
    return;
  }
  if (url.length > maxUrlBytes) {
    refuse(response, { status: 414, message: `the URL is longer than ${maxUrlBytes} bytes (limit maxUrlBytes)` });
    return;
  }
  if (request.rawHeaders.length > 2 * maxHeaders) {
    refuse(response, { status: 431, message: `there are more than ${maxHeaders} headers (limit maxHeaders)` });
    return;
  }
  const query = url.indexOf('?');
  const endpoint = routing.endpoints.get(query === -1 ? url : url.slice(0, query));
  if (endpoint) endpoint.handle(request, response);
  else if (routing.fallback) {
    shareRequest(request);
    serveInTurn(request, response, () => routing.fallback?.(request, response));
  } else refuse(response, unknownPath);
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(buildListenError(cause, host, port)));
    server.listen(port, host, () => {
      // A server that listens on a host and port has an address with a port.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

interface Closing {
  readonly connections: IdleConnections;
  readonly endpoints: ReadonlyMap<string, HttpEndpoint>;
  readonly graceMs: number;
  readonly alongside: Promise<void> | undefined;
}

async function close(server: Server, { connections, endpoints, graceMs, alongside }: Closing): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await Promise.all([alongside, ...[...endpoints.values()].map((endpoint) => endpoint.close(graceMs))]);
  // A connection becomes idle a moment after its last answer was given.
  const sweep = setInterval(() => connections.cut(), idleCheckMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

/** Fewer unused connections than this are not worth looking through. */
const fewUnused = 64;
/** A connection that was opened within this time is about to carry a request. */
const freshMs = 250;

/**
 * Knows which connections of a server have no request in hand, so that closing can cut them: node:http does not count those as idle
 * that never carried a request, which clients open in advance.
 */
export class IdleConnections {
  /** Those that never carried a request, and when they were opened; some may be gone. */
  readonly #unused = new Map<Socket, number>();
  #lookAt = fewUnused;

  constructor(private readonly server: Server) {
    // No listener for each: a connection may be open for days, and there may be thousands.
    server.on('connection', (socket: Socket) => {
      this.#unused.set(socket, performance.now());
      if (this.#unused.size >= this.#lookAt) this.#forgetGone();
    });
  }

  /** A connection carries its first request, or another one. */
  noteUse({ socket }: IncomingMessage): void {
    if (this.#unused.size > 0) this.#unused.delete(socket);
  }

  /** Cuts every connection without a request in hand, unless it was opened just now. */
  cut(): void {
    const before = performance.now() - freshMs;
    for (const [socket, openedAt] of this.#unused) if (openedAt <= before) socket.destroy();
    this.server.closeIdleConnections();
  }

  /** Each time there are twice as many as were left the time before. */
  #forgetGone(): void {
    for (const socket of this.#unused.keys()) if (socket.destroyed) this.#unused.delete(socket);
    this.#lookAt = Math.max(fewUnused, this.#unused.size * 2);
  }
}
