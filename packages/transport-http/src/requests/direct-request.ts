/**
 * Requests that hand over their body as it is parsed.
 *
 * Read as a stream, a body in one piece costs up to a tenth of a whole call: it is buffered, announced and read in two further
 * ticks. A taker gets the parser's own pieces instead; without a taker the request is an ordinary stream.
 */
import { IncomingMessage, type IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { connectionUse, type Connection } from './connection-use.js';

/** Takes a body. One of the last two is called, once; neither if the body is released first. */
export interface BodyTaker {
  onPiece(piece: Buffer): void;
  onEnd(): void;
  /** The sender disconnected before the end. */
  onGone(): void;
}

const noRawHeaders: string[] = [];
const noHeaders: IncomingHttpHeaders = {};

/**
 * For the option `IncomingMessage` of `createServer`: node:http calls `push` with each piece of the body, and with `null` at its
 * end.
 */
export class DirectRequest extends IncomingMessage {
  #taker: BodyTaker | undefined = undefined;
  /** See `share`. */
  #isShared = false;

  /** Called by node:http for each request, also for one that takes its connection over. */
  constructor(socket: Socket) {
    super(socket);
    (socket as Connection)[connectionUse] = undefined;
  }

  /** True while no part of the body has arrived and nothing reads it. After that, received pieces are in the stream. */
  get isBodyAhead(): boolean {
    return !this.complete && this.readableLength === 0 && this.readableFlowing === null;
  }

  /** Hands over the body, of which nothing may have arrived; the stream then emits no data. */
  takeBody(taker: BodyTaker): void {
    this.#taker = taker;
    // Starts reading, so that node:http discards nothing.
    this.read(0);
  }

  /** Leaves the rest of the body to the stream. */
  releaseBody(): void {
    this.#taker = undefined;
  }

  /** Keeps the headers, because code besides an endpoint handles the request and may read them at any time. */
  share(): void {
    this.#isShared = true;
  }

  /** Releases the headers once they are read, since the answer may be open for days; keeps those of a shared request. */
  forgetHeaders(): void {
    if (this.#isShared) return;
    this.rawHeaders = noRawHeaders;
    this.headers = noHeaders;
  }

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    const taker = this.#taker;
    if (!taker) return super.push(piece, encoding);
    if (piece) {
      taker.onPiece(piece);
      return true;
    }
    this.#taker = undefined;
    taker.onEnd();
    // Ends the stream too, since node:http keeps a request that has not ended.
    const hasMore = super.push(null);
    this.read(0);
    return hasMore;
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const taker = this.#taker;
    this.#taker = undefined;
    taker?.onGone();
    super._destroy(error, done);
  }
}

/** Keeps the headers of a request for other code that handles it, such as middleware. */
export function shareRequest(request: IncomingMessage): void {
  if (request instanceof DirectRequest) request.share();
}
