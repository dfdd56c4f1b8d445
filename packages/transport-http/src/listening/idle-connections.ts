/**
 * The connections of a server that carry no request.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Below this number of unused connections no cleanup is needed. */
const fewUnused = 64;
/** A connection opened within this time probably carries a request soon. */
const freshMs = 250;

/**
 * Tracks the connections without a request, so that closing can disconnect them: node:http does not count a connection as idle
 * before its first request, and clients open some in advance.
 */
export class IdleConnections {
  /** Connections that never carried a request, with the time they were opened; some may be gone. */
  readonly #unused = new Map<Socket, number>();
  #lookAt = fewUnused;

  constructor(
    private readonly server: Server,
    private readonly keepAliveMs: number,
  ) {
    // One listener for all: thousands of connections may be open for days.
    server.on('connection', (socket: Socket) => {
      this.#unused.set(socket, performance.now());
      if (this.#unused.size >= this.#lookAt) this.#forgetGone();
    });
  }

  /** Records that a connection carries a request. */
  noteUse({ socket }: IncomingMessage): void {
    if (this.#unused.size === 0 || !this.#unused.delete(socket)) return;
    if (socket.timeout) socket.setTimeout(0);
  }

  /**
   * Lets a connection that carried nothing wait for as long as one between two requests.
   *
   * @returns whether it carried nothing
   */
  keepUnused(socket: Socket): boolean {
    if (socket.bytesRead > 0) return false;
    socket.setTimeout(this.keepAliveMs);
    return true;
  }

  /** Closes every connection without a request, except new ones. */
  cut(): void {
    const before = performance.now() - freshMs;
    for (const [socket, openedAt] of this.#unused) if (openedAt <= before) socket.destroy();
    this.server.closeIdleConnections();
  }

  /** Forgets closed connections; runs whenever their number has doubled since the last run. */
  #forgetGone(): void {
    for (const socket of this.#unused.keys()) if (socket.destroyed) this.#unused.delete(socket);
    this.#lookAt = Math.max(fewUnused, this.#unused.size * 2);
  }
}
