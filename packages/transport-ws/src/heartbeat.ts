/**
 * Watches one connection: pings its peer, and reports a peer that does not respond, or a connection without messages.
 *
 * A peer that reads its pending data counts as alive, even while nothing is read from it.
 */
import type { Socket } from 'node:net';
import type { WebSocketLimits } from './limits.js';

/** The connection that the heartbeat watches, and its callbacks. */
export interface Watched {
  readonly socket: Socket;
  /** Sends a ping, which a live peer answers. */
  ping(): void;
  /** Grows with each message in either direction; `undefined` while a request runs. */
  activity(): number | undefined;
  /** Called once when the peer is gone without closing. */
  onLost(): void;
  /** Called when there was no message for `idleMs`. */
  onIdle(): void;
}

/** @returns a function that stops the heartbeat; may be called again */
export function startHeartbeat(
  watched: Watched,
  { pingMs, maxMissedPings, idleMs }: Pick<WebSocketLimits, 'pingMs' | 'maxMissedPings' | 'idleMs'>,
): () => void {
  const { socket } = watched;
  const isMoving = watchMovement(socket);
  // The first beat only pings: there was no earlier ping to answer.
  let missed = -1;
  let lastActivity = watched.activity();
  let idleSince = performance.now();

  const timer = setInterval(
    () => {
      missed = isMoving() ? 0 : missed + 1;
      if (missed >= maxMissedPings) {
        clearInterval(timer);
        watched.onLost();
        return;
      }
      const activity = watched.activity();
      if (activity === undefined || activity !== lastActivity) idleSince = performance.now();
      lastActivity = activity;
      if (performance.now() - idleSince >= idleMs) watched.onIdle();
      else if (socket.writableLength === 0) watched.ping();
    },
    Math.min(pingMs, idleMs),
  ).unref();
  return () => clearInterval(timer);
}

/** @returns whether the peer sent something, or read pending data, since the last call */
function watchMovement(socket: Socket): () => boolean {
  let read = socket.bytesRead;
  let taken = takenFrom(socket);
  let wasWaiting = socket.writableLength > 0;
  return () => {
    const isMoving = socket.bytesRead !== read || (wasWaiting && takenFrom(socket) !== taken);
    read = socket.bytesRead;
    taken = takenFrom(socket);
    wasWaiting = socket.writableLength > 0;
    return isMoving;
  };
}

/** Returns the bytes that were sent; `bytesWritten` also counts queued ones. */
function takenFrom(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
