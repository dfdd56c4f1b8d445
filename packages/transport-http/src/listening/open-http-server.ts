/**
 * Listens on a port and sends each request to the endpoint of its path, before any middleware.
 *
 * Knows nothing of MCP. Paths without an endpoint go to the fallback, such as a Koa application's callback.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type AddressInfo } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { normalizePath } from '@sigil/core/building';
import { Clients } from '@sigil/core/engine';
import type { HttpEndpoint } from '../endpoint/endpoint.js';
import { chooseLimits, defaultServerLimits, type ServerLimits } from '../limits.js';
import { answerUnreadable } from './answer-unreadable.js';
import { ConnectionDrain } from './connection-drain.js';
import { OpenConnections } from './open-connections.js';
import { buildListenError } from './listen-error.js';
import { connectionUse, type Connection } from '../requests/connection-use.js';
import { responsesWithKeepAlive } from '../requests/keep-alive-header.js';
import { refuseLongHead } from '../requests/long-head.js';
import { DirectRequest, shareRequest } from '../requests/direct-request.js';
import { waitForTurn } from '../requests/pipelining.js';
import { refuse, type Refusal } from '../requests/refusal.js';
import { RequestCounts } from './request-counts.js';
import { shareConnections } from './share-connections.js';

/** The handlers to serve, and the address to listen on. */
export interface HttpServerOptions {
  /**
   * Endpoints by path, exactly as written in the URL but for a slash at its end. Looked up for each request, so it may change while the
   * server runs.
   */
  readonly endpoints: ReadonlyMap<string, HttpEndpoint>;
  /** Serves every other path. Default: 404. */
  readonly fallback?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Default: `127.0.0.1`. */
  readonly host?: string;
  /** The port; 0 selects any free port. */
  readonly port: number;
  readonly limits?: Partial<ServerLimits>;
  /** The registry that counts clients' connections. */
  readonly clients?: Clients;
}

/** A listening server. */
export interface HttpServer {
  /** The URL without a path or trailing slash. */
  readonly url: string;
  readonly port: number;
  /** For code that takes over connections, as WebSocket does with the `upgrade` event. */
  readonly server: Server;
  /**
   * Makes every answer sent from now on end its connection, including those of requests in progress: with `Connection: close`, or with its
   * last byte if its head was sent before. Goes on to serve. May be called again.
   */
  drain(): void;
  /**
   * Drains, stops listening, serves the first requests of connections that have just been opened, closes the endpoints, lets running
   * requests finish for `graceMs`, then closes every connection.
   *
   * @returns resolves when no connection is left
   */
  close(options?: CloseOptions): Promise<void>;
}

/** The options of closing a server. */
export interface CloseOptions {
  readonly graceMs?: number;
  /**
   * Time that a connection without a request stays open, since a client may be sending one. Endpoints serve requests until then.
   * Default: 0, which closes such connections at once.
   */
  readonly idleMs?: number;
  /** Called once no more connections are accepted: clients whose streams end now come back elsewhere. */
  readonly onRefusing?: () => void;
  /** Awaited before connections without a request are closed: the end of code that took over connections. */
  readonly alongside?: Promise<void> | undefined;
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
 * Starts listening.
 *
 * @throws ListenError when the port or the host cannot be used
 * @throws RangeError when a limit makes no sense
 */
export async function openHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const limits = chooseLimits(defaultServerLimits, options.limits);
  const server = createServer(
    {
      IncomingMessage: DirectRequest,
      ServerResponse: responsesWithKeepAlive(limits.keepAliveTimeoutMs),
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      // Connections without a request are closed by `OpenConnections`.
      keepAliveTimeout: 0,
      connectionsCheckingInterval: limits.checkIntervalMs,
      maxHeaderSize: limits.maxHeaderBytes,
      noDelay: true,
    },
    (request, response) => route(request, response, routing),
  );
  const connections = new OpenConnections(server, limits.keepAliveTimeoutMs);
  const drain = new ConnectionDrain(server, connections);
  answerUnreadable(server, limits);
  const routing: Routing = { ...options, serverLimits: limits, counts: undefined };
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
  // node:http would silently drop excess headers, possibly the Host header; they are counted and refused here instead.
  server.maxHeadersCount = 0;

  const host = options.host ?? '127.0.0.1';
  const port = await listen(server, host, options.port);
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    url,
    port,
    server,
    drain: () => drain.begin(),
    close({ graceMs = defaultGraceMs, idleMs = 0, onRefusing, alongside } = {}) {
      drain.begin();
      return close(server, { connections, endpoints: options.endpoints, graceMs, idleMs, onRefusing, alongside });
    },
  };
}

interface Routing extends HttpServerOptions {
  readonly serverLimits: ServerLimits;
  /** Created when a connection is handed back, which is rare; other connections cost nothing. */
  counts: RequestCounts | undefined;
}

function route(request: IncomingMessage, response: ServerResponse, routing: Routing): void {
  (request.socket as Connection)[connectionUse] = response;
  if (routing.counts?.isBeyond(request, response)) {
    refuse(response, tooManyRequests);
    return;
  }
  const refusal = refuseLongHead(request, routing.serverLimits);
  if (refusal) {
    refuse(response, refusal);
    return;
  }
  const endpoint = findEndpoint(request.url ?? '', routing.endpoints);
  if (endpoint) endpoint.handle(request, response);
  else if (routing.fallback) void serveFallback(request, response, routing.fallback);
  else refuse(response, unknownPath);
}

async function serveFallback(
  request: IncomingMessage,
  response: ServerResponse,
  serve: NonNullable<HttpServerOptions['fallback']>,
): Promise<void> {
  shareRequest(request);
  if (response.socket || (await waitForTurn(request, response))) serve(request, response);
}

/** Finds the endpoint of a URL. Users copy addresses of other servers, many of which end with a slash; some clients escape letters of names. */
function findEndpoint(url: string, endpoints: ReadonlyMap<string, HttpEndpoint>): HttpEndpoint | undefined {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  const found = endpoints.get(path) ?? (path.endsWith('/') ? endpoints.get(path.slice(0, -1)) : undefined);
  return found ?? (path.includes('%') ? endpoints.get(normalizePath(path)) : undefined);
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
  readonly connections: OpenConnections;
  readonly endpoints: ReadonlyMap<string, HttpEndpoint>;
  readonly graceMs: number;
  readonly idleMs: number;
  readonly onRefusing: (() => void) | undefined;
  readonly alongside: Promise<void> | undefined;
}

/** Time to send the answers to requests that still run when the grace is over. */
const lastAnswersMs = 50;

async function close(server: Server, closing: Closing): Promise<void> {
  const { connections, endpoints, graceMs, idleMs, alongside } = closing;
  const stopped = idleMs > 0 ? await stopGently(server, closing) : stop(server, closing);
  await connections.firstRequests();
  // An interval, since the timers of endpoints do not keep the process alive until they have answered.
  const cut = setInterval(() => server.closeAllConnections(), graceMs + lastAnswersMs);
  await Promise.all([alongside, ...[...endpoints.values()].map((endpoint) => endpoint.close(graceMs))]);
  // A connection becomes idle a moment after its last answer.
  const sweep = setInterval(() => connections.closeUnused(), idleCheckMs);
  await stopped.closed;
  clearInterval(sweep);
  clearInterval(cut);
}

/** A server that accepts no more connections. */
interface Stopped {
  /** Resolves when no connection is left. */
  readonly closed: Promise<void>;
}

/** Closes connections that carry no request at once. */
function stop(server: Server, { onRefusing }: Closing): Stopped {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  onRefusing?.();
  return { closed };
}

/**
 * Serves open connections, and closes each that carries no request for `idleMs`. A proxy that keeps them sends its next requests over
 * them, each answered with the end of its connection, or finds that it cannot open another and turns to another server.
 */
async function stopGently(
  server: Server,
  { connections, endpoints, graceMs, idleMs, onRefusing }: Closing,
): Promise<Stopped> {
  await untilAllAreAccepted(server);
  // That of node:http would also close connections over which a request may be in transit.
  const closed = new Promise<void>((resolve) => void NetServer.prototype.close.call(server, () => resolve()));
  const since = performance.now();
  onRefusing?.();
  const finished = new AbortController();
  const finishing = [...endpoints.values()].map((endpoint) => endpoint.finish(graceMs));
  void Promise.all(finishing).then(() => finished.abort());
  // Not only once all is finished: an answer is just what makes a client send its next request.
  while (connections.closeIdle({ since, idleMs }) || !finished.signal.aborted) {
    await setTimeout(idleCheckMs);
    // What has arrived is read before the turn of immediates.
    await setImmediate();
  }
  server.close();
  return { closed };
}

/** During a longer turn of the event loop connections may have come. */
const shortTurnMs = 0.5;
const mostTurns = 2_000;

/** Waits for a short turn of the event loop without a new connection: closing resets those that were not accepted, and Node accepts one in a turn. */
async function untilAllAreAccepted(server: Server): Promise<void> {
  let accepted = 0;
  const count = (): void => void accepted++;
  server.on('connection', count);
  for (let turn = 0; turn < mostTurns; turn++) {
    const [before, startedAt] = [accepted, performance.now()];
    await setImmediate();
    if (accepted === before && performance.now() - startedAt < shortTurnMs) break;
  }
  server.off('connection', count);
}
