/**
 * Counts the requests of connections that are handed back to node:http, as one is whose upgrade is declined, and ends each with the
 * answer to the last one that it may carry: node:http counts anew every time.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The counts of one server. */
export class RequestCounts {
  /** Hardly any connection is handed back, and others cost nothing here. */
  #counts: WeakMap<Socket, number> | undefined;

  constructor(private readonly maxRequestsPerConnection: number) {}

  /** What comes over it from here on is counted; node:http has seen to what came before. */
  handedBack(socket: Socket): void {
    this.#counts ??= new WeakMap();
    if (!this.#counts.has(socket)) this.#counts.set(socket, 0);
  }

  /** @returns whether the request is one too many: it came before the answer that ends its connection */
  isBeyond({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const before = this.#counts?.get(socket);
    if (before === undefined) return false;
    this.#counts?.set(socket, before + 1);
    if (before + 1 >= this.maxRequestsPerConnection) response.setHeader('Connection', 'close');
    return before >= this.maxRequestsPerConnection;
  }
}
