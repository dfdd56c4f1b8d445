/**
 * Requests that hand over their body as it is parsed, and a reader that receives any request's body as text, within limits on
 * length and time.
 *
 * Read as a stream, a body in one piece costs up to a tenth of a whole call: it is buffered, announced and read in two further
 * ticks. A taker gets the parser's own pieces instead; without a taker the request is an ordinary stream.
 */
import { isUtf8 } from 'node:buffer';
import { IncomingMessage, type IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { TextEnds } from '@sigil/core/engine';
import type { Clock, Stop } from '../clock.js';
import { connectionUse, type Connection } from './connection-use.js';
import type { Refusal } from './refusal.js';

/** Takes a body. One of the last two is called, once; neither if the taker lets go first. */
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
  letGo(): void {
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

/** The limits on a body's length and time. */
export interface BodyRules {
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
  readonly lingerMs: number;
  readonly clock: Clock;
}

/** Reads one body. One of the last five is called, once. */
export interface BodyReader {
  /** Part of the body arrived. @returns the reason not to read on, if any */
  onBytes(count: number): Refusal | undefined;
  onText(text: string): void;
  /** The whole body arrived, but is not UTF-8. @param text with the invalid bytes replaced */
  onNoText(text: string): void;
  /** The body breaks a rule. @param ends of the received part; whatever still arrives is the reader's */
  onRefusal(refusal: Refusal, ends: TextEnds): void;
  /** The body did not arrive in time. @param ends of the received part */
  onTooSlow(refusal: Refusal, ends: TextEnds): void;
  /** The sender disconnected before the end. */
  onGone(): void;
}

/** Reads to the end, to the first broken rule, or until the sender disconnects. */
export function readBody(request: IncomingMessage, rules: BodyRules, reader: BodyReader): void {
  takeBody(request, rules, new Body(request, rules, reader));
}

/** Refuses a body with an excessive declared length, after reading its first piece: many clients send it after the head. */
export function refuseLongBody(request: IncomingMessage, rules: BodyRules, reader: BodyReader): void {
  const body = new Body(request, rules, reader);
  takeBody(request, rules, body);
  body.refuseEarly();
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

/** A body being received. */
class Body implements BodyTaker {
  /** Most bodies arrive in one piece. */
  #first: Buffer | undefined = undefined;
  #others: Buffer[] | undefined = undefined;
  #size = 0;
  /** Released with the final callback: the request keeps its listeners, and its answer may last for days. */
  #reader: BodyReader | undefined;
  #stopWaiting: Stop;

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

  /** Refuses at the first piece, or when none has arrived within `lingerMs`. */
  refuseEarly(): void {
    const { clock, lingerMs, maxBodyBytes } = this.rules;
    this.#size = Infinity;
    this.#stopWaiting();
    this.#stopWaiting = clock.after(lingerMs, () => this.#refuse(tooLong(maxBodyBytes)));
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

  /** @returns the reader to notify of the end; `undefined` if it was already notified */
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

/** Makes the refusal of a body that is longer than allowed, or declares to be. */
function tooLong(maxBodyBytes: number): Refusal {
  return { status: 413, message: `the body is longer than ${maxBodyBytes} bytes (limit maxBodyBytes)` };
}

function tooSlow(bodyTimeoutMs: number): Refusal {
  return { status: 408, message: `the body did not arrive within ${bodyTimeoutMs} ms (limit bodyTimeoutMs)` };
}
