/**
 * Knows which connections of a server have a request in hand, so that closing can cut the others.
 *
 * node:http's own count of idle connections leaves out those that never carried a request, which clients open in advance.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export class BusyConnections {
  readonly #inHand = new Map<Socket, number>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      // A connection that another protocol declined comes back, and has come before.
      if (this.#inHand.has(socket)) return;
      this.#inHand.set(socket, 0);
      socket.once('close', () => this.#inHand.delete(socket));
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#count(request.socket, 1);
      response.on('close', () => this.#count(request.socket, -1));
    });
  }

  /** Cuts every connection without a request in hand. */
  cutIdle(): void {
    for (const [socket, requests] of this.#inHand) if (requests === 0) socket.destroy();
  }

  #count(socket: Socket, difference: number): void {
    const requests = this.#inHand.get(socket);
    if (requests !== undefined) this.#inHand.set(socket, requests + difference);
  }
}
