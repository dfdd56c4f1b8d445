/**
 * Finds what is counted of each connection of a server, by its socket.
 */
import type { Socket } from 'node:net';
import type { ClientConnection, Clients } from '@sigil/core/engine';

/** Those that one endpoint has seen; what is gone is forgotten with its socket. */
export class Connections {
  readonly #known = new WeakMap<Socket, ClientConnection>();

  constructor(private readonly clients: Clients) {}

  of(socket: Socket): ClientConnection {
    const known = this.#known.get(socket);
    if (known) return known;
    const connection = this.clients.of(socket.remoteAddress).connect();
    this.#known.set(socket, connection);
    return connection;
  }
}
