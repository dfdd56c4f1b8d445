/**
 * Makes every connection of a server end with its next answer, so that clients send their next request elsewhere.
 *
 * Costs nothing per request: only when draining begins are the answers in progress looked up.
 * Spec: RFC 9112 §9.6
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerInProgress } from '../requests/connection-use.js';
import type { OpenConnections } from './open-connections.js';

/** The end of one server's connections. */
export class ConnectionDrain {
  #hasBegun = false;

  constructor(
    private readonly server: Server,
    private readonly connections: OpenConnections,
  ) {}

  /** Ends each connection with the answer in progress on it, or else with its next one. May be called again. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.server.prependListener('request', (_, response) => endAfter(response));
    for (const answer of this.connections.answers()) endAfter(answer);
  }
}

/** Says so in the head where that is not sent yet. The connection ends in any case, as Koa removes headers before it answers an error. */
function endAfter(answer: ServerResponse): void {
  const { socket } = answer.req;
  if (answer.headersSent) {
    answer.once('finish', () => endUnlessUsed(socket));
    return;
  }
  answer.setHeader('Connection', 'close');
  answer.once('finish', () => socket.end());
}

/** Time in which a proxy that may use a connection again does so under load. */
const reuseMs = 250;

/** Ends a connection later, since its client was offered to send another request, which may be in transit. */
function endUnlessUsed(socket: Socket): void {
  const before = socket.bytesRead;
  const end = (): void => {
    // The answer to another request ends the connection.
    if (socket.bytesRead === before && !answerInProgress(socket)) socket.end();
  };
  setTimeout(end, reuseMs).unref();
}
