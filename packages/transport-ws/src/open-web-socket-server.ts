/**
 * Takes over the connections of an HTTP server that ask to become WebSockets, and carries MCP or its native view over them.
 *
 * Paths are looked up for each request, so servers may come and go. A request for another protocol is served as if
 * it had not asked.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Budget, Clients, describeFull, isShareOf, type Engine, type Fault } from '@sigil/core/engine';
import { WebSocketServer as Handshakes, type WebSocket } from 'ws';
import { Connection } from './connection.js';
import { declineUpgrade } from './decline-upgrade.js';
import { chooseWebSocketLimits, type WebSocketLimits } from './limits.js';
import { readUpgrade, type AcceptedUpgrade, type CallerCheck, type UpgradeRefusal } from './read-upgrade.js';
import { refuseUpgrade } from './refuse-upgrade.js';
import { chooseSubprotocol } from './subprotocols.js';

/** The server at one path. */
export interface WebSocketEndpoint {
  readonly engine: Engine;
  /** Told of faults of ours that a peer only sees as silence. */
  readonly onFault?: (fault: Fault) => void;
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
   * Closes the connections to an engine that is served no more, as `close` does.
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
  message: 'the server is closing: try again later',
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
    const asked = this.#admit(request, socket);
    if ('status' in asked) refuseUpgrade(socket, asked);
    else this.#handshakes.handleUpgrade(request, socket, head, (connection) => this.#open(connection, socket, asked));
  };

  /** A connection has its place until its socket is closed, also when ws refuses it. */
  #admit(request: IncomingMessage, socket: Socket): AcceptedUpgrade<WebSocketEndpoint> | UpgradeRefusal {
    if (this.#isClosing) return closingRefusal;
    const asked = readUpgrade(request, this.options);
    if ('status' in asked) return asked;
    const places = this.#clients.of(socket.remoteAddress).shareOf(this.#places);
    const full = places.take(1);
    if (full) return { status: isShareOf(full) ? 429 : 503, message: describeFull(full), headers: later };
    socket.once('close', () => places.give(1));
    return asked;
  }

  #open(connection: WebSocket, socket: Socket, { endpoint, subprotocol }: AcceptedUpgrade<WebSocketEndpoint>): void {
    const { engine, onFault = () => undefined } = endpoint;
    const counted = this.#clients.of(socket.remoteAddress).connect();
    const opened = new Connection({ connection, socket, engine, subprotocol, counted, limits: this.#limits, onFault });
    this.#connections.add(opened);
    void opened.closed.then(() => this.#connections.delete(opened));
  }
}
