/**
 * Makes every connection of a server end with its next answer, so that clients send their next request elsewhere.
 *
 * Costs nothing per request: only when draining begins are the answers in progress found, at their connections.
 * Spec: RFC 9112 §9.6
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** An answer with the mark by which node:http ends its connection after it. */
type Answer = ServerResponse & { _last: boolean };
/** A connection with the answer in progress on it, which node:http keeps under this name. */
export type AnsweringSocket = Socket & { readonly _httpMessage?: Answer | null };

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
    this.server.prependListener('request', (_, response) => sayClose(response));
    for (const { _httpMessage: answer } of this.#open) if (answer) endAfter(answer);
  }
}

/** Makes the head say so. A header that was set could be removed again, as Koa does before it answers an error. */
function sayClose(response: ServerResponse): void {
  response.shouldKeepAlive = false;
}

function endAfter(answer: Answer): void {
  if (answer.headersSent) answer._last = true;
  else sayClose(answer);
}
