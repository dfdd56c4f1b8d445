/**
 * Requests that hand their body over as it is parsed, and reads the body of any request as text, within a length and a time.
 *
 * As a stream, a body of one piece costs up to a tenth of a whole call: it is kept, announced and read in two further ticks.
 * A taker gets the parser's own pieces instead; a request whose body nobody takes is a stream like any other.
 */
import { isUtf8 } from 'node:buffer';
import { IncomingMessage, type IncomingHttpHeaders } from 'node:http';
import { TextEnds } from '@sigil/core/engine';
import type { Clock, Stop } from '../clock.js';
import type { Refusal } from './refusal.js';

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

/** The longest that a body may be and take. */
export interface BodyRules {
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
  readonly clock: Clock;
}

/** Reads one body. Of the last five one is called, once. */
export interface BodyReader {
  /** Some of it came. @returns why it is not read on, if it is not */
  onBytes(count: number): Refusal | undefined;
  onText(text: string): void;
  /** All of it came, and it is no UTF-8. @param text with the wrong bytes replaced */
  onNoText(text: string): void;
  /** It breaks a rule. @param ends of what came of it; what still comes is the reader's */
  onRefusal(refusal: Refusal, ends: TextEnds): void;
  /** It did not come in time. @param ends of what came of it */
  onTooSlow(refusal: Refusal, ends: TextEnds): void;
  /** The sender left before the end. */
  onGone(): void;
}

/** Reads to the end, to the first rule that is broken, or until the sender leaves. */
export function readBody(request: IncomingMessage, rules: BodyRules, reader: BodyReader): void {
  takeBody(request, rules, new Body(request, rules, reader));
}

/** Refuses a body that says it is too long, with as much of it as came with its head. */
export function refuseLongBody(request: IncomingMessage, rules: BodyRules, reader: BodyReader): void {
  const body = new Body(request, rules, reader);
  takeBody(request, rules, body);
  body.refuseAtOnce();
}

function takeBody(request: IncomingMessage, rules: BodyRules, body: Body): void {
  if (request instanceof DirectRequest && request.isBodyAhead) {
    request.takeBody(body);
    return;
  }
  request.on('data', (piece: Buffer) => body.onPiece(piece));
  request.on('end', () => body.onEnd());
  request.on('close', () => body.onGone());
}

const nothing: Buffer = Buffer.alloc(0);

/** A body on its way. */
class Body implements BodyTaker {
  /** Nearly all bodies come in one piece. */
  #first: Buffer | undefined = undefined;
  #others: Buffer[] | undefined = undefined;
  #size = 0;
  /** Let go of with the last that it is told: the request keeps its listeners, and may be answered for days. */
  #reader: BodyReader | undefined;
  readonly #stopWaiting: Stop;

  constructor(
    private readonly request: IncomingMessage,
    private readonly rules: BodyRules,
    reader: BodyReader,
  ) {
    this.#reader = reader;
    this.#stopWaiting = rules.clock.after(rules.bodyTimeoutMs, () => this.#refuseAsSlow());
  }

  onPiece(piece: Buffer): void {
    if (!this.#reader) return;
    this.#size += piece.length;
    const isTooLong = this.#size > this.rules.maxBodyBytes;
    const refusal = isTooLong ? tooLong(this.rules.maxBodyBytes) : this.#reader.onBytes(piece.length);
    if (refusal) this.#refuse(refusal, piece);
    else if (!this.#first) this.#first = piece;
    else (this.#others ??= []).push(piece);
  }

  onEnd(): void {
    const bytes = this.#bytes();
    const reader = this.#settle();
    if (!reader) return;
    const text = bytes.toString('utf8');
    if (isUtf8(bytes)) reader.onText(text);
    else reader.onNoText(text);
  }

  onGone(): void {
    this.#settle()?.onGone();
  }

  /** At its first piece, or when none came in this turn. */
  refuseAtOnce(): void {
    this.#size = Infinity;
    setImmediate(() => this.#refuse(tooLong(this.rules.maxBodyBytes)));
  }

  #refuseAsSlow(): void {
    const ends = this.#ends();
    this.#settle()?.onTooSlow(tooSlow(this.rules.bodyTimeoutMs), ends);
  }

  #refuse(refusal: Refusal, lastPiece?: Buffer): void {
    const ends = this.#ends(lastPiece);
    if (this.request instanceof DirectRequest) this.request.letGo();
    this.#settle()?.onRefusal(refusal, ends);
  }

  #ends(lastPiece: Buffer = nothing): TextEnds {
    const ends = new TextEnds();
    for (const piece of [this.#first ?? nothing, ...(this.#others ?? []), lastPiece]) ends.add(piece);
    return ends;
  }

  /** @returns who is to be told of the end; `undefined` when that has been */
  #settle(): BodyReader | undefined {
    const reader = this.#reader;
    this.#reader = undefined;
    this.#first = undefined;
    this.#others = undefined;
    this.#stopWaiting();
    return reader;
  }

  #bytes(): Buffer {
    const first = this.#first ?? nothing;
    return this.#others ? Buffer.concat([first, ...this.#others]) : first;
  }
}

/** For a body that is longer than it may be, or says it is. */
function tooLong(maxBodyBytes: number): Refusal {
  return { status: 413, message: `the body is longer than ${maxBodyBytes} bytes (limit maxBodyBytes)` };
}

function tooSlow(bodyTimeoutMs: number): Refusal {
  return { status: 408, message: `the body did not arrive within ${bodyTimeoutMs} ms (limit bodyTimeoutMs)` };
}
