/**
 * A request that hands its body over as it is parsed.
 *
 * As a stream, a body of one piece costs a tenth of a whole call: it is kept, announced and read in two further ticks. Whoever
 * takes the body gets the parser's own pieces instead; a request whose body nobody takes is a stream like any other.
 */
import { IncomingMessage, type IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';

/** Takes a body. Of the last two one is called, once; neither when the taker lets go before. */
export interface BodyTaker {
  onPiece(piece: Buffer): void;
  onEnd(): void;
  /** The sender left before the end. */
  onGone(): void;
}

const noRawHeaders: string[] = [];
const noHeaders: IncomingHttpHeaders = {};

/** What `createServer` makes requests of; node:http calls `push` for each piece of the body, and with `null` at its end. */
export class DirectRequest extends IncomingMessage {
  static {
    // node:http keeps the last request of a connection until that has ended as a stream. A body that was taken has ended as well.
    const asStream = Object.getOwnPropertyDescriptor(Readable.prototype, 'readableEnded')?.get;
    Object.defineProperty(this.prototype, 'readableEnded', {
      get(this: DirectRequest) {
        return this.#isTaken || asStream?.call(this) === true;
      },
    });
  }

  #taker: BodyTaker | undefined;
  /** Whether all of the body was taken. */
  #isTaken: boolean;
  /** See `share`. */
  #isShared: boolean;

  constructor(socket: Socket) {
    super(socket);
    this.#taker = undefined;
    this.#isTaken = false;
    this.#isShared = false;
  }

  /** Whether nothing of its body has come yet, and nobody reads it. Later, what came is in the stream. */
  get isBodyAhead(): boolean {
    return !this.complete && this.readableLength === 0 && this.readableFlowing === null;
  }

  /** Hands the body over, which must be ahead; no stream event comes of it any more. */
  takeBody(taker: BodyTaker): void {
    this.#taker = taker;
    // Tells node:http that the body is being read, so that it throws nothing away.
    this._read(0);
  }

  /** What still comes is the stream's again. */
  letGo(): void {
    this.#taker = undefined;
  }

  /** Somebody besides an endpoint handles it, who may look at its headers at any time. */
  share(): void {
    this.#isShared = true;
  }

  /** Lets go of the headers, once they are read and the answer may be open for days; unless it is shared. */
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
    this.#isTaken = true;
    taker.onEnd();
    return false;
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const taker = this.#taker;
    this.#taker = undefined;
    taker?.onGone();
    super._destroy(error, done);
  }
}
