/**
 * Knows which connections of a server have no request in hand, so that closing can cut them.
 *
 * node:http does not count connections as idle that never carried a request, which clients open in advance.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Fewer unused connections than this are not worth looking through. */
const fewUnused = 64;

export class IdleConnections {
  /** Those that never carried a request; some may be gone. */
  readonly #unused = new Set<Socket>();
  #lookAt = fewUnused;

  constructor(private readonly server: Server) {
    // No listener for each: a connection may be open for days, and there may be thousands.
    server.on('connection', (socket: Socket) => {
      this.#unused.add(socket);
      if (this.#unused.size >= this.#lookAt) this.#forgetGone();
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

  /** Each time there are twice as many as were left the time before. */
  #forgetGone(): void {
    for (const socket of this.#unused) if (socket.destroyed) this.#unused.delete(socket);
    this.#lookAt = Math.max(fewUnused, this.#unused.size * 2);
  }
}
