/**
 * Counts the requests of connections that are handed back to node:http, as one is whose upgrade is declined, and ends each with the
 * answer to the last one that it may carry: node:http counts anew every time.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The counts of one server. */
export class RequestCounts {
  readonly #counts = new WeakMap<Socket, number>();

  constructor(private readonly maxRequestsPerConnection: number) {}

  /** Counts the requests that come over it from here on; node:http has counted those before. */
  handedBack(socket: Socket): void {
    if (!this.#counts.has(socket)) this.#counts.set(socket, 0);
  }

  /** @returns whether the request is one too many: it came before the answer that ends its connection */
  isBeyond({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const before = this.#counts.get(socket);
    if (before === undefined) return false;
    this.#counts.set(socket, before + 1);
    if (before + 1 >= this.maxRequestsPerConnection) response.setHeader('Connection', 'close');
    return before >= this.maxRequestsPerConnection;
  }
}
