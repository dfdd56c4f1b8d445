/**
 * Writes the engine's messages to a WebSocket: one text frame each, all frames of a tick in one write, at the reader's pace.
 *
 * Disconnects a reader that stalls with too much unread. When the reader is gone, messages are dropped.
 */
import type { Socket } from 'node:net';
import type { Outgoing, Outlet } from '@sigil/core/engine';
import type { ClientConnection } from '@sigil/core/internal';
import { WebSocket } from 'ws';
import type { WebSocketLimits } from './limits.js';

const sent = Promise.resolve();
/** Above this, frames are passed to the network immediately instead of at the end of the tick. */
const flushAtCharacters = 64 * 1024;
/** With this much unread, a sender waits too. Higher than a socket's own mark, which is only a few frames. */
const waitAtBytes = 64 * 1024;

interface FrameOutletParts {
  readonly webSocket: WebSocket;
  /** The socket that it writes to. */
  readonly socket: Socket;
  /** The connection that counts unread bytes. */
  readonly connection: ClientConnection;
  readonly limits: Pick<WebSocketLimits, 'maxBufferedBytes' | 'stallTimeoutMs'>;
  /** Called when more than `maxBufferedBytes` are unread: stop reading from the peer. */
  readonly onOverfull: () => void;
  /** Called when a reader with too much unread has caught up, or is gone. */
  readonly onCaughtUp: () => void;
}

/** Writes to one connection; the owner closes it. */
export class FrameOutlet implements Outlet {
  #pendingCharacters = 0;
  #isCorked = false;
  #isOverfull = false;
  #draining: Promise<void> | undefined = undefined;
  #sentCount = 0;
  /** Bytes counted as unread. */
  #unread = 0;
  readonly connection: ClientConnection;

  constructor(private readonly parts: FrameOutletParts) {
    this.connection = parts.connection;
    const { webSocket, socket, limits } = parts;
    socket.on('timeout', () => {
      if (socket.writableLength > limits.maxBufferedBytes) webSocket.terminate();
    });
  }

  /** True while more than `maxBufferedBytes` are unread. */
  get isOverfull(): boolean {
    return this.#isOverfull;
  }

  /** True while messages of this tick have not been written. */
  get isCorked(): boolean {
    return this.#isCorked;
  }

  /** Number of sent messages. */
  get sentCount(): number {
    return this.#sentCount;
  }

  send(message: Outgoing): Promise<void> {
    const { webSocket, socket } = this.parts;
    if (webSocket.readyState !== WebSocket.OPEN) return sent;
    this.#sentCount++;
    this.#cork();
    webSocket.send(message.json);
    this.#pendingCharacters += message.json.length;
    if (this.#pendingCharacters >= flushAtCharacters) this.#flush();
    return socket.writableLength >= waitAtBytes ? this.#drained() : sent;
  }

  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.parts.socket.cork();
    process.nextTick(() => this.#flush());
  }

  #flush(): void {
    if (!this.#isCorked) return;
    this.#isCorked = false;
    this.#pendingCharacters = 0;
    const { socket, limits } = this.parts;
    socket.uncork();
    this.#countUnread();
    if (socket.writableLength > limits.maxBufferedBytes) this.#watchStall();
  }

  /** Counts unread bytes; disconnects the reader if the budget is exhausted. */
  #countUnread(): void {
    const { socket, connection, webSocket } = this.parts;
    const isWaiting = !socket.destroyed && socket.writableLength >= waitAtBytes;
    const more = (isWaiting ? socket.writableLength : 0) - this.#unread;
    if (more > 0 && connection.answerBytes.take(more)) {
      webSocket.terminate();
      return;
    }
    if (more < 0) connection.answerBytes.give(-more);
    this.#unread += more;
    if (this.#unread > 0) void this.#drained().then(() => this.#countUnread());
  }

  #watchStall(): void {
    const { webSocket, socket, limits, onOverfull, onCaughtUp } = this.parts;
    if (this.#isOverfull || webSocket.readyState !== WebSocket.OPEN) return;
    this.#isOverfull = true;
    onOverfull();
    // The socket's own timeout notices partial progress within one long write. Reading from the peer would postpone it.
    socket.setTimeout(limits.stallTimeoutMs);
    void this.#drained().then(() => {
      this.#isOverfull = false;
      socket.setTimeout(0);
      onCaughtUp();
    });
  }

  /** Returns one promise for all waiters; it resolves when the reader has caught up, or is gone. */
  #drained(): Promise<void> {
    const { socket } = this.parts;
    this.#draining ??= new Promise((resolve) => {
      const settle = (): void => {
        this.#draining = undefined;
        socket.off('drain', settle).off('close', settle);
        resolve();
      };
      socket.on('drain', settle).on('close', settle);
    });
    return this.#draining;
  }
}
