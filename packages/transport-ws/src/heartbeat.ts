/**
 * Looks after one connection: asks its peer for signs of life, and tells when there are none, or when nothing was said for long.
 *
 * A peer that takes what waits for it lives, even while nothing is read from it.
 */
import type { Socket } from 'node:net';
import type { WebSocketLimits } from './limits.js';

/** The connection that the heartbeat watches, and its callbacks. */
export interface Watched {
  readonly socket: Socket;
  /** Sends what a living peer answers. */
  ping(): void;
  /** Grows with each message in either direction; `undefined` while a request runs. */
  activity(): number | undefined;
  /** Called once: the peer is gone without a word. */
  onLost(): void;
  /** Called when nothing was said for `idleMs`. */
  onIdle(): void;
}

/** @returns stops it; may be called again */
export function startHeartbeat(
  watched: Watched,
  { pingMs, maxMissedPings, idleMs }: Pick<WebSocketLimits, 'pingMs' | 'maxMissedPings' | 'idleMs'>,
): () => void {
  const { socket } = watched;
  const isMoving = watchMovement(socket);
  // The first beat only asks: nothing was to be answered before.
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

/** @returns whether, since the last time it was asked, the peer said something or took some of what waited for it */
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

/** Bytes that left: `bytesWritten` counts those that wait, too. */
function takenFrom(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
