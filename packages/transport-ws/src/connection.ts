/**
 * One open WebSocket: each text frame is a message of one conversation, which ends with it.
 *
 * Spec: RFC 6455 §5.6, §7.4.1; 2025-11-25 basic/transports#custom-transports
 */
import type { Socket } from 'node:net';
import { revisions, type Engine, type Fault } from '@sigil/core';
import type { RawData, WebSocket } from 'ws';
import { FrameOutlet } from './frame-outlet.js';
import { startHeartbeat } from './heartbeat.js';
import type { WebSocketLimits } from './limits.js';
import { readRequestId } from './read-request-id.js';
import { openTalk, type Subprotocol, type Talk } from './subprotocols.js';

/** What one connection is made of. */
export interface ConnectionParts {
  readonly connection: WebSocket;
  /** What `connection` reads and writes. */
  readonly socket: Socket;
  readonly engine: Engine;
  readonly subprotocol: Subprotocol;
  readonly limits: WebSocketLimits;
  readonly onFault: (fault: Fault) => void;
}

/** Status codes of RFC 6455 that are given here; ws gives 1002, 1007, 1008 and 1009 for what it cannot read. */
const closing = { goingAway: 1001, unsupportedData: 1003 } as const;
const errorCodes = revisions.at(-1)!.errorCodes;

/** Our side of it. */
export class Connection {
  /** Settles when the connection is gone and nothing runs for it. */
  readonly closed: Promise<void>;
  readonly #outlet: FrameOutlet;
  readonly #talk: Talk;
  readonly #stopHeartbeat: () => void;
  #inHand = 0;
  #receivedCount = 0;
  #onQuiet: (() => void) | undefined = undefined;

  constructor(private readonly parts: ConnectionParts) {
    const { connection, socket, engine, subprotocol, limits } = parts;
    this.#outlet = new FrameOutlet(connection, socket, limits);
    this.#talk = openTalk(subprotocol, engine, { outlet: this.#outlet, maxStreams: limits.maxStreams });
    this.closed = new Promise((resolve) => {
      connection.once('close', () => {
        this.#letGo();
        resolve();
      });
    });
    // What ws cannot read, it closes with the proper code by itself; a broken network closes too.
    connection.on('error', () => undefined);
    connection.on('message', (data, isBinary) => this.#receive(data, isBinary));
    this.#stopHeartbeat = startHeartbeat(
      {
        socket,
        ping: () => connection.ping(),
        activity: () => (this.#inHand > 0 ? undefined : this.#receivedCount + this.#outlet.sentCount),
        onLost: () => connection.terminate(),
        onIdle: () => this.#say(closing.goingAway, `nothing was said for ${limits.idleMs} ms (limit idleMs)`),
      },
      limits,
    );
  }

  get engine(): Engine {
    return this.parts.engine;
  }

  /**
   * Closes it with 1001 once nothing runs any more, or `graceMs` have passed; what still runs then is aborted.
   *
   * @returns `closed`
   */
  async close(graceMs: number): Promise<void> {
    await this.#quietWithin(graceMs);
    this.#talk.close();
    this.#say(closing.goingAway, 'the server is closing');
    await this.closed;
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#receivedCount++;
    if (isBinary) {
      this.#say(closing.unsupportedData, 'messages are text frames');
      return;
    }
    // As ws delivers messages unless told otherwise.
    const text = (data as Buffer).toString();
    if (this.parts.subprotocol === 'mcp' && this.#inHand >= this.parts.limits.maxRequestsInHand) {
      const id = readRequestId(text);
      if (id !== undefined) {
        this.#refuse(id);
        return;
      }
    }
    const handled = this.#talk.receive(text);
    if (!handled) return;
    this.#inHand++;
    void handled
      .catch((error: unknown) => this.parts.onFault({ during: 'a message', error }))
      .then(() => {
        this.#inHand--;
        if (this.#inHand === 0) this.#onQuiet?.();
      });
  }

  #refuse(id: string | number): void {
    const { maxRequestsInHand } = this.parts.limits;
    const message = `${maxRequestsInHand} requests run on this connection already (limit maxRequestsInHand)`;
    const json = JSON.stringify({ jsonrpc: '2.0', id, error: { code: errorCodes['internal-error'], message } });
    void this.#outlet.send({ kind: 'response', json, problem: 'internal-error' });
  }

  #quietWithin(ms: number): Promise<void> {
    if (this.#inHand === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#onQuiet = () => {
        clearTimeout(timer);
        resolve();
      };
      void this.closed.then(this.#onQuiet);
    });
  }

  /** A peer that does not answer is let go after `closeTimeoutMs`; one that we did not read from is read again for it. */
  #say(code: number, reason: string): void {
    this.parts.connection.close(code, reason);
    this.parts.connection.resume();
  }

  #letGo(): void {
    this.#stopHeartbeat();
    this.#talk.close();
  }
}
