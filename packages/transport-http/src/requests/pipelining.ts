/**
 * Serves the requests of one connection one after another: each when the previous answer has been sent.
 *
 * Answers leave in request order, so a peer that sends without reading would only queue them. Requests that arrive in one piece
 * follow each other within one turn of the event loop, so they yield after blocking it for long.
 * Spec: RFC 9112 §9.3.2
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EventLoopYield } from '@sigil/core/internal';

/** Shared, since whichever connection blocks the loop blocks all others. */
const loop = new EventLoopYield({ nextTurn: (work) => void setImmediate(work) });

/**
 * Waits for the previous answer of the connection: until it is over, a response has no socket.
 *
 * @returns whether the connection is still open; never settles if it closes before
 */
export async function waitForTurn({ socket }: IncomingMessage, response: ServerResponse): Promise<boolean> {
  socket.pause();
  await new Promise<void>((resolve) => response.once('socket', () => resolve()));
  for (let turn = loop.whenDue(); turn; turn = loop.whenDue()) await turn;
  if (socket.destroyed) return false;
  socket.resume();
  return true;
}
