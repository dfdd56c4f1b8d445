/**
 * Takes over the connections of an HTTP server that ask to become WebSockets, and carries MCP or its native view over them.
 *
 * Paths are looked up for each request, so servers may come and go. A request for another protocol is served as if
 * it had not asked.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Budget, Clients, describeFull, isShareOf, type Engine, type Fault, type Principal } from '@sigil/core/engine';
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
  /** Told of faults of ours that a peer only sees as silence. */
  readonly onFault?: (fault: Fault) => void;
  /** Decides who calls, before the connection is granted; without it nobody is asked. Must not reject. */
  readonly authenticate?: (
    credentials: UpgradeCredentials,
  ) => Principal | UpgradeRefusal | Promise<Principal | UpgradeRefusal>;
}

/** The parts of a request that tell who sent it. */
export interface UpgradeCredentials {
  /** Value of the `Authorization` header; several are joined. */
  readonly authorization: string | undefined;
  /** Path and query as they were requested. */
  readonly url: string | undefined;
  /** Address of the peer. */
  readonly address: string | undefined;
  /** Value of the `X-Forwarded-For` header; only a proxy that the operator knows is to be believed. */
  readonly forwardedFor: string | undefined;
}

/** A request for an upgrade that is granted. */
interface AcceptedUpgrade {
  readonly endpoint: WebSocketEndpoint;
  readonly subprotocol: Subprotocol;
  readonly principal: Principal | undefined;
}

/** Options of the server. */
export interface WebSocketServerOptions {
  /** Asked before anything of a request is granted. There is no default: without it any web page could connect. */
  readonly checkCaller: CallerCheck;
  /** By path, exactly as it stands in the URL. Looked up for each connection, so it may change while the server runs. */
  readonly endpoints: ReadonlyMap<string, WebSocketEndpoint>;
  readonly limits?: Partial<WebSocketLimits>;
  /** The account of its clients' bytes; a server without it counts for itself. */
  readonly clients?: Clients;
}

/** Serves beside an HTTP server, whose owner closes that one. */
export interface WebSocketServer {
  /** Open connections right now. */
  readonly connectionCount: number;
  /**
   * Closes the connections to an engine that is served no more, as `close` does: meanwhile they refuse new requests.
   *
   * @param graceMs how long running requests may go on; 0 when left out
   */
  closeEngine(engine: Engine, graceMs?: number): Promise<void>;
  /**
   * Refuses new connections, lets running requests finish for `graceMs`, then closes every connection with 1001.
   *
   * @returns resolves when no connection is left
   */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

/** A message is read to its end, so that its request can be answered, up to so many times the length that it may have. */
const readLengths = 2;
const defaultGraceMs = 5_000;
const later = { 'Retry-After': '60' };
const closingRefusal: UpgradeRefusal = {
  status: 503,
  message: closingMessage,
  headers: later,
};

/**
 * Begins to listen for upgrades.
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
      declineUpgrade(this.server, request, { socket, head });
      return;
    }
    const found = this.#isClosing ? closingRefusal : findEndpoint(request, this.options);
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
    if (caller instanceof Promise) void this.#whenKnown(caller, socket, { endpoint, goOn });
    else goOn(caller);
  };

  /** The peer may leave meanwhile; nobody else listens to its socket. */
  async #whenKnown(
    caller: Promise<Principal | UpgradeRefusal>,
    socket: Socket,
    {
      endpoint,
      goOn,
    }: { readonly endpoint: WebSocketEndpoint; readonly goOn: (caller: Principal | UpgradeRefusal) => void },
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

  /** A connection has its place until its socket is closed, also when ws refuses it. */
  #admit(
    request: IncomingMessage,
    socket: Socket,
    found: Pick<AcceptedUpgrade, 'endpoint' | 'principal'>,
  ): AcceptedUpgrade | UpgradeRefusal {
    // The server may have been removed, or replaced, while it was found out who calls.
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
