/**
 * Serves the requests of one connection one after another: the next one when the answer before has left.
 *
 * Answers leave in the order of their requests, so a peer that sends on without reading would only make them pile up.
 * Spec: RFC 9112 §9.3.2
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** @param serve called at once, or when the answer before has left; never when the connection is gone before that */
export function serveInTurn(request: IncomingMessage, response: ServerResponse, serve: () => void): void {
  if (response.socket) {
    serve();
    return;
  }
  // It has no socket while the answer before has it.
  const { socket } = request;
  socket.pause();
  response.once('socket', () => {
    socket.resume();
    serve();
  });
}
