/**
 * Serves the requests of one connection one after another: the next one when the answer before has left.
 *
 * Answers leave in the order of their requests, so a peer that sends on without reading would only make them pile up. Many requests
 * that come in one piece follow each other without a turn of the event loop, so they are given one when they have held it for long.
 * Spec: RFC 9112 §9.3.2
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EventLoopYield } from '@sigil/core/engine';

/** Whichever connection holds it, all others wait. */
const loop = new EventLoopYield({ nextTurn: (work) => void setImmediate(work) });

/** @param serve called at once, or when the answer before has left; never when the connection is gone before that */
export function serveInTurn(request: IncomingMessage, response: ServerResponse, serve: () => void): void {
  if (response.socket) {
    serve();
    return;
  }
  // It has no socket while the answer before has it.
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
