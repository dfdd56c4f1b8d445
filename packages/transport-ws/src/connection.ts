/**
 * One open WebSocket: each text frame is a message of one conversation, which ends with the connection.
 *
 * Spec: RFC 6455 §5.6, §7.4.1; 2025-11-25 basic/transports#custom-transports
 */
import type { Socket } from 'node:net';
import { revisions, type Engine, type Fault, type Principal } from '@sigil/core/engine';
import { endsOf, type ClientConnection, type UnreadText } from '@sigil/core/internal';
import type { RawData, WebSocket } from 'ws';
import { FrameOutlet } from './frame-outlet.js';
import { IncomingBytes } from './incoming-bytes.js';
import { startHeartbeat } from './heartbeat.js';
import type { WebSocketLimits } from './limits.js';
import { MessageQueue } from './message-queue.js';
import { refuseRequests } from './refuse-requests.js';
import { openTalk, type Subprotocol, type Talk } from './subprotocols.js';

interface ConnectionParts {
  readonly connection: WebSocket;
  /** The socket that `connection` reads and writes. */
  readonly socket: Socket;
  readonly engine: Engine;
  readonly subprotocol: Subprotocol;
  /** The connection that counts the peer's bytes in memory. */
  readonly counted: ClientConnection;
  readonly limits: WebSocketLimits;
  /** The caller; undefined where callers are not authenticated. */
  readonly principal: Principal | undefined;
  readonly onFault: (fault: Fault) => void;
}

/** Status codes of RFC 6455 and its registry that are sent here; ws sends 1002, 1007, 1008 and 1009 for unreadable frames. */
const closing = { goingAway: 1001, unsupportedData: 1003, policyViolation: 1008, tryAgainLater: 1013 } as const;
const errorCodes = revisions.at(-1)!.errorCodes;

const goingAway = 'the server is closing';
/** Cancelled calls are answered immediately, whatever their methods do. */
const stoppedMs = 1_000;

/** Answers requests that arrive while a connection is closing. */
export const closingMessage = 'the server is closing: try again later';

/** The longest delay of Node's timers. */
const longestTimerMs = 2 ** 31 - 1;

/** A message, or the part kept of one that is too long, with the bytes counted for it. */
interface CountedMessage {
  readonly text: string | UnreadText;
  readonly counted: number;
}

/** Our side of the connection. */
export class Connection {
  /** Settles when the connection is closed and no work runs for it. */
  readonly closed: Promise<void>;
  readonly #outlet: FrameOutlet;
  readonly #talk: Talk;
  readonly #stopHeartbeat: () => void;
  readonly #expiry: NodeJS.Timeout | undefined;
  readonly #incoming: IncomingBytes;
  readonly #messages: MessageQueue<CountedMessage>;
  #isRefused = false;
  #isClosing = false;
  #inHand = 0;
  #receivedCount = 0;
  #onQuiet: (() => void) | undefined = undefined;

  constructor(private readonly parts: ConnectionParts) {
    const { connection, socket, engine, subprotocol, counted, limits, principal } = parts;
    this.#outlet = new FrameOutlet({
      webSocket: connection,
      socket,
      limits,
      connection: counted,
      onOverfull: () => this.#readOrPause(),
      onCaughtUp: () => {
        this.#messages.goOn();
        this.#readOrPause();
      },
    });
    this.#messages = new MessageQueue({
      handle: (message) => this.#handle(message),
      isUnread: () => this.#outlet.isOverfull,
      isBusy: () => this.#inHand > 0 || this.#outlet.isCorked,
      onChange: () => {
        this.#readOrPause();
        this.#noteQuiet();
      },
      nextTurn: (work) => void setImmediate(work),
    });
    this.#incoming = new IncomingBytes(counted.requestBytes);
    this.#talk = openTalk(subprotocol, engine, {
      outlet: this.#outlet,
      maxStreams: limits.maxStreams,
      principal,
    });
    this.closed = new Promise((resolve) => {
      connection.once('close', () => {
        this.#letGo();
        resolve();
      });
    });
    // ws closes by itself on unreadable frames, with the proper code; a broken network closes too.
    connection.on('error', () => undefined);
    this.#listen();
    this.#expiry = this.#endAtExpiry();
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
   * Refuses new and waiting requests, and closes with 1001 once no work runs, or after `graceMs`; work still running then is cancelled
   * and answered.
   *
   * @returns `closed`
   */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    await this.#quietWithin(graceMs);
    this.#talk.close(goingAway);
    await this.#quietWithin(stoppedMs);
    this.#say(closing.goingAway, goingAway);
    await this.closed;
  }

  /** Ends the connection when its token expires. */
  #endAtExpiry(): NodeJS.Timeout | undefined {
    const { expiresAt } = this.parts.principal ?? {};
    if (expiresAt === undefined) return undefined;
    const leftMs = Math.min(Math.max(expiresAt - Date.now(), 0), longestTimerMs);
    return setTimeout(() => this.#say(closing.policyViolation, 'the token has expired'), leftMs).unref();
  }

  #listen(): void {
    const { connection, socket } = this.parts;
    // Runs before ws, so that a message's bytes are counted when it is complete.
    socket.prependListener('data', (piece: Buffer) => this.#count(piece.length));
    for (const event of ['ping', 'pong'] as const)
      connection.on(event, (data: Buffer) => this.#incoming.onControl(data.length));
    connection.on('message', (data, isBinary) => this.#receive(data, isBinary));
  }

  /** Counts received bytes; ends the connection if the budget is exhausted. */
  #count(bytes: number): void {
    if (this.#isRefused) return;
    const full = this.#incoming.onPiece(bytes);
    if (!full) return;
    this.#isRefused = true;
    this.parts.connection.close(closing.tryAgainLater, `too many bytes in hand (limit ${full.limit})`);
    this.parts.connection.pause();
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#isRefused) return;
    this.#receivedCount++;
    // The default form in which ws delivers messages.
    const bytes = data as Buffer;
    const counted = this.#incoming.onMessage(bytes.length);
    if (isBinary) {
      this.#give(counted);
      this.#say(closing.unsupportedData, 'messages are text frames');
      return;
    }
    if (bytes.length <= this.parts.limits.maxMessageBytes) {
      this.#messages.add({ text: bytes.toString(), counted });
      return;
    }
    this.#give(counted);
    this.#messages.add({ text: endsOf(bytes), counted: 0 });
  }

  /** Pauses reading while messages wait, or too much is unread. Reading would postpone the stall timeout. */
  #readOrPause(): void {
    const { connection } = this.parts;
    if (connection.readyState !== connection.OPEN) return;
    if (this.#outlet.isOverfull || this.#messages.isWaiting) connection.pause();
    else connection.resume();
  }

  #handle({ text, counted }: CountedMessage): void {
    if (typeof text !== 'string') {
      const { maxMessageBytes } = this.parts.limits;
      void this.#talk.refuse(`the message is longer than ${maxMessageBytes} bytes (limit maxMessageBytes)`, text);
      return;
    }
    const heard = this.#refuseNew(text);
    if (heard === undefined) this.#give(counted);
    else void this.#answer(heard, counted);
  }

  async #answer(text: string, counted: number): Promise<void> {
    this.#inHand++;
    try {
      await this.#talk.receive(text);
    } catch (error) {
      this.parts.onFault({ during: 'a message', error });
    }
    this.#inHand--;
    this.#give(counted);
    this.#noteQuiet();
  }

  /** True while no work runs and no message waits for its turn. */
  get #isQuiet(): boolean {
    return this.#inHand === 0 && !this.#messages.isWaiting;
  }

  #noteQuiet(): void {
    if (this.#isQuiet) this.#onQuiet?.();
  }

  #give(bytes: number): void {
    this.parts.counted.requestBytes.give(bytes);
  }

  /** @returns the part of the text to handle: all of it, unless its requests are refused */
  #refuseNew(text: string): string | undefined {
    const message = this.#whyRefused();
    if (message === undefined) return text;
    const refused = refuseRequests(text, { code: errorCodes['internal-error'], message });
    if (!refused) return text;
    void this.#outlet.send({ kind: 'response', json: refused.json, problem: 'internal-error' });
    return refused.rest;
  }

  #whyRefused(): string | undefined {
    const { subprotocol, limits } = this.parts;
    if (this.#isClosing) return closingMessage;
    if (subprotocol !== 'mcp' || this.#inHand < limits.maxRequestsInHand) return undefined;
    return `${limits.maxRequestsInHand} requests run on this connection already (limit maxRequestsInHand)`;
  }

  #quietWithin(ms: number): Promise<void> {
    if (this.#isQuiet) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#onQuiet = () => {
        clearTimeout(timer);
        resolve();
      };
      void this.closed.then(this.#onQuiet);
    });
  }

  /**
   * Closes the connection. A peer that does not answer is disconnected after `closeTimeoutMs`; a paused one is read again for its
   * answer.
   */
  #say(code: number, reason: string): void {
    this.parts.connection.close(code, reason);
    this.parts.connection.resume();
  }

  #letGo(): void {
    this.#stopHeartbeat();
    clearTimeout(this.#expiry);
    this.#talk.close();
    this.#incoming.close();
    for (const { counted } of this.#messages.clear()) this.#give(counted);
  }
}
