/**
 * Makes every connection of a server end with its next answer, so that clients send their next request elsewhere.
 *
 * Costs nothing per request: only when draining begins are the answers in progress found, at their connections.
 * Spec: RFC 9112 §9.6
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection with the answer in progress on it, which node:http keeps under this name. */
export type AnsweringSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** The connections of one server. Must be created before the server listens. */
export class ConnectionDrain {
  readonly #open = new Set<AnsweringSocket>();
  #hasBegun = false;

  constructor(private readonly server: Server) {
    const open = this.#open;
    // One function for all connections: a closure for each would be kept as long as the connection.
    function forget(this: Socket): void {
      open.delete(this);
    }
    server.on('connection', (socket: Socket) => {
      // A connection whose upgrade was declined comes again.
      if (open.has(socket)) return;
      open.add(socket);
      socket.on('close', forget);
    });
  }

  /** Ends each connection with the answer in progress on it, or else with its next one. May be called again. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.server.prependListener('request', (_, response) => endAfter(response));
    for (const { _httpMessage: answer } of this.#open) if (answer) endAfter(answer);
  }
}

/** Says so in the head where that is not sent yet. The connection ends in any case, as Koa removes headers before it answers an error. */
function endAfter(answer: ServerResponse): void {
  const { socket } = answer.req;
  if (!answer.headersSent) answer.setHeader('Connection', 'close');
  answer.once('finish', () => socket.end());
}
