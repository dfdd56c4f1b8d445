/**
 * A request that hands its body over as it is parsed.
 *
 * As a stream, a body of one piece costs up to a tenth of a whole call: it is kept, announced and read in two further ticks.
 * A taker gets the parser's own pieces instead; a request whose body nobody takes is a stream like any other.
 */
import { IncomingMessage, type IncomingHttpHeaders } from 'node:http';

/** Takes a body. Of the last two one is called, once; neither when the taker lets go before. */
export interface BodyTaker {
  onPiece(piece: Buffer): void;
  onEnd(): void;
  /** The sender left before the end. */
  onGone(): void;
}

const noRawHeaders: string[] = [];
const noHeaders: IncomingHttpHeaders = {};

/** For the option `IncomingMessage` of `createServer`: node:http gives `push` each piece of the body, and `null` at its end. */
export class DirectRequest extends IncomingMessage {
  #taker: BodyTaker | undefined = undefined;
  /** See `share`. */
  #isShared = false;

  /** Whether nothing of its body has come yet, and nobody reads it. Later, what came is in the stream. */
  get isBodyAhead(): boolean {
    return !this.complete && this.readableLength === 0 && this.readableFlowing === null;
  }

  /** Hands the body over, which must be ahead; no data comes of the stream any more. */
  takeBody(taker: BodyTaker): void {
    this.#taker = taker;
    // Begins to read, so that node:http throws nothing away.
    this.read(0);
  }

  /** Leaves the rest of the body to the stream. */
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
    taker.onEnd();
    // The stream ends too, since node:http holds on to a request that has not ended.
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

/** Keeps the headers of a request for whoever handles it besides an endpoint, such as middleware. */
export function shareRequest(request: IncomingMessage): void {
  if (request instanceof DirectRequest) request.share();
}
