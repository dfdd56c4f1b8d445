/**
 * The accounts of an endpoint's connections, which count what each client uses.
 */
import type { Socket } from 'node:net';
import type { Clients, Principal } from '@sigil/core/engine';
import type { ClientConnection } from '@sigil/core/internal';

/** The connections of one endpoint by socket; garbage collection removes those of closed sockets. */
export class Connections {
  readonly #known = new WeakMap<Socket, ClientConnection>();
  /** Keyed by socket, for the caller that used it last. A proxy sends requests of several callers over one. */
  readonly #callers = new WeakMap<Socket, CallerConnection>();

  constructor(private readonly clients: Clients) {}

  of(socket: Socket): ClientConnection {
    const known = this.#known.get(socket);
    if (known) return known;
    const connection = this.clients.of(socket.remoteAddress).connect();
    this.#known.set(socket, connection);
    return connection;
  }

  /** Returns the connection as one caller uses it: usage counts for that caller, wherever it comes from. */
  ofCaller(socket: Socket, principal: Principal): ClientConnection {
    const known = this.#callers.get(socket);
    if (known?.principal === principal && !known.connection.client.isForgotten) return known.connection;
    const connection = this.clients.of(socket.remoteAddress, principal).connect();
    this.#callers.set(socket, { principal, connection });
    return connection;
  }
}

interface CallerConnection {
  readonly principal: Principal;
  readonly connection: ClientConnection;
}
