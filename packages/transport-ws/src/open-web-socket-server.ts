/**
 * Takes over connections of an HTTP server that request an upgrade to WebSocket, and carries MCP or its native view over them.
 *
 * Paths are looked up for each request, so servers may be added and removed. A request for another protocol is served as plain
 * HTTP.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Clients, type Engine, type Fault, type Principal } from '@sigil/core/engine';
import { Budget, describeFull, isShareOf } from '@sigil/core/internal';
import { WebSocketServer as Handshakes, type WebSocket } from 'ws';
import { closingMessage, Connection } from './connection.js';
import { declineUpgrade } from './decline-upgrade.js';
import { chooseWebSocketLimits, type WebSocketLimits } from './limits.js';
import { endpointOf, findEndpoint, readSubprotocol, type CallerCheck, type UpgradeRefusal } from './read-upgrade.js';
import { refuseUpgrade } from './refuse-upgrade.js';
import { chooseSubprotocol, type Subprotocol } from './subprotocols.js';

/** The server at one path. */
export interface WebSocketEndpoint {
  readonly engine: Engine;
  /** Receives internal faults that leave the peer without an answer. */
  readonly onFault?: (fault: Fault) => void;
  /** Authenticates the caller before the connection is accepted. Default: no authentication. Must not reject. */
  readonly authenticate?: (
    credentials: UpgradeCredentials,
  ) => Principal | UpgradeRefusal | Promise<Principal | UpgradeRefusal>;
}

/** The parts of a request that identify its sender. */
export interface UpgradeCredentials {
  /** Value of the `Authorization` header; several are joined. */
  readonly authorization: string | undefined;
  /** Path and query as requested. */
  readonly url: string | undefined;
  /** Address of the peer. */
  readonly address: string | undefined;
  /** Value of the `X-Forwarded-For` header; trust it only from a proxy that the operator configured. */
  readonly forwardedFor: string | undefined;
}

/** An accepted upgrade request. */
interface AcceptedUpgrade {
  readonly endpoint: WebSocketEndpoint;
  readonly subprotocol: Subprotocol;
  readonly principal: Principal | undefined;
}

/** Options of the server. */
export interface WebSocketServerOptions {
  /** Called before anything of a request is accepted. There is no default: without it any web page could connect. */
  readonly checkCaller: CallerCheck;
  /**
   * Endpoints by path, exactly as written in the URL but for a slash at its end. Looked up for each connection, so it may change while the
   * server runs.
   */
  readonly endpoints: ReadonlyMap<string, WebSocketEndpoint>;
  readonly limits?: Partial<WebSocketLimits>;
  /** The registry that counts its clients' bytes. Default: the server counts on its own. */
  readonly clients?: Clients;
}

/** A WebSocket server on an HTTP server, whose owner closes the HTTP server. */
export interface WebSocketServer {
  /** The number of open connections. */
  readonly connectionCount: number;
  /**
   * Closes the connections to an engine that is no longer served, as `close` does; until then they refuse new requests.
   *
   * @param graceMs how long running requests may continue; default: 0
   */
  closeEngine(engine: Engine, graceMs?: number): Promise<void>;
  /**
   * Refuses new connections, lets running requests finish for `graceMs`, then closes every connection with 1001.
   *
   * @returns resolves when no connection is left
   */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

/** A message is read up to this multiple of the allowed length, so that its request can be answered. */
const readLengths = 2;
const defaultGraceMs = 5_000;
const later = { 'Retry-After': '60' };
const closingRefusal: UpgradeRefusal = {
  status: 503,
  message: closingMessage,
  headers: later,
};

/**
 * Starts listening for upgrades.
 *
 * @throws RangeError when a limit makes no sense
 */
export function openWebSocketServer(server: Server, options: WebSocketServerOptions): WebSocketServer {
  return new UpgradingServer(server, options);
}

class UpgradingServer implements WebSocketServer {
  readonly #limits: WebSocketLimits;
  readonly #handshakes: Handshakes;
  readonly #connections = new Set<Connection>();
  readonly #clients: Clients;
  readonly #places: Budget;
  #isClosing = false;

  constructor(
    private readonly server: Server,
    private readonly options: WebSocketServerOptions,
  ) {
    const limits = chooseWebSocketLimits(options.limits);
    this.#limits = limits;
    this.#clients = options.clients ?? new Clients();
    this.#places = new Budget('maxConnections', limits.maxConnections);
    const rules = {
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: limits.maxMessageBytes * readLengths,
      maxFragments: limits.maxFragments,
      maxBufferedChunks: limits.maxBufferedChunks,
      closeTimeout: limits.closeTimeoutMs,
      handleProtocols: (offered: Set<string>) => chooseSubprotocol(offered) ?? false,
    };
    this.#handshakes = new Handshakes(rules);
    server.on('upgrade', this.#onUpgrade);
  }

  get connectionCount(): number {
    return this.#connections.size;
  }

  async closeEngine(engine: Engine, graceMs = 0): Promise<void> {
    const connections = [...this.#connections].filter((connection) => connection.engine === engine);
    await Promise.all(connections.map((connection) => connection.close(graceMs)));
  }

  async close({ graceMs = defaultGraceMs }: { readonly graceMs?: number } = {}): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#connections].map((connection) => connection.close(graceMs)));
    this.server.off('upgrade', this.#onUpgrade);
  }

  readonly #onUpgrade = (request: IncomingMessage, socket: Socket, head: Buffer): void => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      declineUpgrade(this.server, request, socket, head);
      return;
    }
    const found = this.#isClosing
      ? closingRefusal
      : findEndpoint(request, this.options.endpoints, this.options.checkCaller);
    if ('status' in found) {
      refuseUpgrade(socket, found);
      return;
    }
    const { endpoint } = found;
    const goOn = (caller: Principal | UpgradeRefusal | undefined): void => {
      const accepted =
        caller && 'status' in caller ? caller : this.#admit(request, socket, { endpoint, principal: caller });
      if ('status' in accepted) refuseUpgrade(socket, accepted);
      else this.#handshakes.handleUpgrade(request, socket, head, (opened) => this.#open(opened, socket, accepted));
    };
    const caller = endpoint.authenticate?.(credentialsOf(request));
    if (caller instanceof Promise) void this.#whenKnown(caller, socket, endpoint, goOn);
    else goOn(caller);
  };

  /** Waits for authentication, and handles socket errors meanwhile, since nothing else does. */
  async #whenKnown(
    caller: Promise<Principal | UpgradeRefusal>,
    socket: Socket,
    endpoint: WebSocketEndpoint,
    goOn: (caller: Principal | UpgradeRefusal) => void,
  ): Promise<void> {
    const leave = (): void => void socket.destroy();
    socket.on('error', leave);
    const known = await caller.catch((error: unknown): UpgradeRefusal => {
      endpoint.onFault?.({ during: 'authentication', error });
      return { status: 500, message: 'the server failed on this request' };
    });
    socket.off('error', leave);
    if (!socket.destroyed) goOn(known);
  }

  /** Counts a connection until its socket closes, even when ws refuses it. */
  #admit(
    request: IncomingMessage,
    socket: Socket,
    found: Pick<AcceptedUpgrade, 'endpoint' | 'principal'>,
  ): AcceptedUpgrade | UpgradeRefusal {
    // The server may have been removed or replaced during authentication.
    const isServed = endpointOf(request, this.options.endpoints) === found.endpoint;
    if (this.#isClosing || !isServed) return closingRefusal;
    const asked = readSubprotocol(request);
    if ('status' in asked) return asked;
    const places = this.#clients.of(socket.remoteAddress, found.principal).shareOf(this.#places);
    const full = places.take(1);
    if (full) return { status: isShareOf(full) ? 429 : 503, message: describeFull(full), headers: later };
    socket.once('close', () => places.give(1));
    return { ...found, ...asked };
  }

  #open(connection: WebSocket, socket: Socket, { endpoint, subprotocol, principal }: AcceptedUpgrade): void {
    const { engine, onFault = () => undefined } = endpoint;
    const counted = this.#clients.of(socket.remoteAddress, principal).connect();
    const parts = { connection, socket, engine, subprotocol, counted, limits: this.#limits, onFault };
    const opened = new Connection({ ...parts, principal });
    this.#connections.add(opened);
    void opened.closed.then(() => this.#connections.delete(opened));
  }
}

function credentialsOf(request: IncomingMessage): UpgradeCredentials {
  const authorization = request.headersDistinct['authorization']?.join(', ');
  const forwardedFor = request.headersDistinct['x-forwarded-for']?.join(', ');
  return { authorization, url: request.url, address: request.socket.remoteAddress, forwardedFor };
}
