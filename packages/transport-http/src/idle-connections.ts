/**
 * Knows which connections of a server have no request in hand, so that closing can cut them.
 *
 * node:http does not count connections as idle that never carried a request, which clients open in advance.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

export class IdleConnections {
  /** Those that never carried a request. */
  readonly #unused = new Set<Socket>();

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      // A connection that another protocol declined comes back, and has come before.
      if (this.#unused.has(socket)) return;
      this.#unused.add(socket);
      socket.once('close', () => this.#unused.delete(socket));
    });
  }

  /** A connection carries its first request, or another one. */
  noteUse({ socket }: IncomingMessage): void {
    if (this.#unused.size > 0) this.#unused.delete(socket);
  }

  /** Cuts every connection without a request in hand. */
  cut(): void {
    for (const socket of this.#unused) socket.destroy();
    this.server.closeIdleConnections();
  }
}
