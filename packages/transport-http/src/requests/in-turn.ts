/**
 * Serves the requests of one connection one after another: each when the previous answer has been sent.
 *
 * Answers leave in request order, so a peer that sends without reading would only queue them. Requests that arrive in one piece
 * follow each other within one turn of the event loop, so they yield after blocking it for long.
 * Spec: RFC 9112 §9.3.2
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EventLoopYield } from '@sigil/core/engine';

/** Shared, since whichever connection blocks the loop blocks all others. */
const loop = new EventLoopYield({ nextTurn: (work) => void setImmediate(work) });

/** @param serve called immediately, or when the previous answer has been sent; never if the connection closes first */
export function serveInTurn(request: IncomingMessage, response: ServerResponse, serve: () => void): void {
  if (response.socket) {
    serve();
    return;
  }
  // The response has no socket until the previous answer is over.
  const { socket } = request;
  const goOn = (): void => {
    const turn = loop.whenDue();
    if (turn) void turn.then(goOn);
    else if (!socket.destroyed) {
      socket.resume();
      serve();
    }
  };
  socket.pause();
  response.once('socket', goOn);
}
