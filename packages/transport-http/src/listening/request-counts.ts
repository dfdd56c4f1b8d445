/**
 * Counts the requests of connections that were handed back to node:http, which restarts its own count each time, such as after a
 * declined upgrade. Ends each connection with the answer to its last allowed request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The counts of one server. */
export class RequestCounts {
  readonly #counts = new WeakMap<Socket, number>();

  constructor(private readonly maxRequestsPerConnection: number) {}

  /** Starts counting the requests of a connection; node:http has counted the earlier ones. */
  handedBack(socket: Socket): void {
    if (!this.#counts.has(socket)) this.#counts.set(socket, 0);
  }

  /** @returns whether the request exceeds the limit: it arrived before the answer that ends its connection */
  isBeyond({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const before = this.#counts.get(socket);
    if (before === undefined) return false;
    this.#counts.set(socket, before + 1);
    if (before + 1 >= this.maxRequestsPerConnection) response.setHeader('Connection', 'close');
    return before >= this.maxRequestsPerConnection;
  }
}
