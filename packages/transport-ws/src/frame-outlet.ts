/**
 * Where the engine's messages go on a WebSocket: one text frame each, all frames of a tick in one write, at the reader's pace.
 *
 * A reader that stands still with too much waiting is cut. When the reader is gone, messages are dropped.
 */
import type { Socket } from 'node:net';
import type { Outgoing, Outlet } from '@sigil/core';
import { WebSocket } from 'ws';
import type { WebSocketLimits } from './limits.js';

const sent = Promise.resolve();
/** Above this, frames are handed to the network at once instead of at the end of the tick. */
const flushAtCharacters = 64 * 1024;
/** With so much waiting, a sender waits too. More than a socket's own mark, which is a few frames' worth of events. */
const waitAtBytes = 64 * 1024;

/** Writes to one connection; the owner closes it. */
export class FrameOutlet implements Outlet {
  #pendingCharacters = 0;
  #isCorked = false;
  #isOverfull = false;
  #draining: Promise<void> | undefined = undefined;
  #sentCount = 0;

  /** @param socket what `connection` writes to */
  constructor(
    private readonly connection: WebSocket,
    private readonly socket: Socket,
    private readonly limits: Pick<WebSocketLimits, 'maxBufferedBytes' | 'stallTimeoutMs'>,
  ) {
    socket.on('timeout', () => {
      if (socket.writableLength > limits.maxBufferedBytes) connection.terminate();
    });
  }

  /** How many messages were sent. */
  get sentCount(): number {
    return this.#sentCount;
  }

  send(message: Outgoing): Promise<void> {
    if (this.connection.readyState !== WebSocket.OPEN) return sent;
    this.#sentCount++;
    this.#cork();
    this.connection.send(message.json);
    this.#pendingCharacters += message.json.length;
    if (this.#pendingCharacters >= flushAtCharacters) this.#flush();
    return this.socket.writableLength >= waitAtBytes ? this.#drained() : sent;
  }

  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.socket.cork();
    process.nextTick(() => this.#flush());
  }

  #flush(): void {
    if (!this.#isCorked) return;
    this.#isCorked = false;
    this.#pendingCharacters = 0;
    this.socket.uncork();
    if (this.socket.writableLength > this.limits.maxBufferedBytes) this.#watchStall();
  }

  #watchStall(): void {
    if (this.#isOverfull || this.connection.readyState !== WebSocket.OPEN) return;
    this.#isOverfull = true;
    // The socket's own timeout knows of bytes that left within one long write. What the peer says must not put it off.
    this.connection.pause();
    this.socket.setTimeout(this.limits.stallTimeoutMs);
    void this.#drained().then(() => {
      this.#isOverfull = false;
      this.socket.setTimeout(0);
      this.connection.resume();
    });
  }

  /** One promise for all who wait: the reader has caught up, or is gone. */
  #drained(): Promise<void> {
    this.#draining ??= new Promise((resolve) => {
      const settle = (): void => {
        this.#draining = undefined;
        this.socket.off('drain', settle).off('close', settle);
        resolve();
      };
      this.socket.on('drain', settle).on('close', settle);
    });
    return this.#draining;
  }
}
