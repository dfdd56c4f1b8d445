/**
 * Receives the body of a request as text, within limits on length and time.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { TextEnds } from '@sigil/core/internal';
import type { Clock, Stop } from '../clock.js';
import { DirectRequest, type BodyTaker } from './direct-request.js';
import type { Refusal } from './refusal.js';

/** The limits on a body's length and time. */
export interface BodyRules {
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
  readonly lingerMs: number;
  readonly clock: Clock;
}

/** The end of a body. `ends` are those of its received part. */
export type ReadBody =
  | { readonly kind: 'text'; readonly text: string }
  /** The whole body arrived; the invalid bytes are replaced. */
  | { readonly kind: 'not-utf8'; readonly text: string }
  /** It breaks a rule; whatever still arrives is in the stream. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly ends: TextEnds }
  /** It did not arrive in time. */
  | { readonly kind: 'too-slow'; readonly refusal: Refusal; readonly ends: TextEnds }
  /** The sender disconnected before the end. */
  | { readonly kind: 'gone' };

/** Counts received bytes. @returns the reason not to read on, if any */
export type CountBytes = (count: number) => Refusal | undefined;

/**
 * Reads to the end, to the first broken rule, or until the sender disconnects.
 *
 * @param saysTooLong whether the declared length is excessive: then it is refused after its first piece, since many clients send the
 * body after the head whatever is answered
 */
export function readBody(
  request: IncomingMessage,
  rules: BodyRules,
  count: CountBytes,
  saysTooLong: boolean,
): Promise<ReadBody> {
  return new Promise((resolve) => {
    const body = new Body(request, rules, count, resolve);
    takeBody(request, body);
    if (saysTooLong) body.refuseEarly();
  });
}

function takeBody(request: IncomingMessage, body: Body): void {
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
  /** Released when it is called: the request keeps its listeners, and its answer may last for days. */
  #resolve: ((read: ReadBody) => void) | undefined;
  #count: CountBytes | undefined;
  #stopWaiting: Stop;

  constructor(
    private readonly request: IncomingMessage,
    private readonly rules: BodyRules,
    count: CountBytes,
    resolve: (read: ReadBody) => void,
  ) {
    this.#count = count;
    this.#resolve = resolve;
    this.#stopWaiting = rules.clock.after(rules.bodyTimeoutMs, () => this.#refuseAsSlow());
  }

  onPiece(piece: Buffer): void {
    if (!this.#resolve) return;
    this.#size += piece.length;
    const isTooLong = this.#size > this.rules.maxBodyBytes;
    const refusal = isTooLong ? tooLong(this.rules.maxBodyBytes) : this.#count?.(piece.length);
    if (refusal) this.#refuse(refusal, piece);
    else if (!this.#first) this.#first = piece;
    else (this.#others ??= []).push(piece);
  }

  onEnd(): void {
    if (!this.#resolve) return;
    const bytes = this.#bytes();
    this.#settle({ kind: isUtf8(bytes) ? 'text' : 'not-utf8', text: bytes.toString('utf8') });
  }

  onGone(): void {
    this.#settle({ kind: 'gone' });
  }

  /** Refuses at the first piece, or when none has arrived within `lingerMs`. */
  refuseEarly(): void {
    const { clock, lingerMs, maxBodyBytes } = this.rules;
    this.#size = Infinity;
    this.#stopWaiting();
    this.#stopWaiting = clock.after(lingerMs, () => this.#refuse(tooLong(maxBodyBytes)));
  }

  #refuseAsSlow(): void {
    this.#settle({ kind: 'too-slow', refusal: tooSlow(this.rules.bodyTimeoutMs), ends: this.#ends() });
  }

  #refuse(refusal: Refusal, lastPiece?: Buffer): void {
    if (this.request instanceof DirectRequest) this.request.releaseBody();
    this.#settle({ kind: 'refused', refusal, ends: this.#ends(lastPiece) });
  }

  #ends(lastPiece: Buffer = nothing): TextEnds {
    const ends = new TextEnds();
    for (const piece of [this.#first ?? nothing, ...(this.#others ?? []), lastPiece]) ends.add(piece);
    return ends;
  }

  /** Has no effect after the first time. */
  #settle(read: ReadBody): void {
    this.#resolve?.(read);
    this.#resolve = undefined;
    this.#count = undefined;
    this.#first = undefined;
    this.#others = undefined;
    this.#stopWaiting();
  }

  #bytes(): Buffer {
    const first = this.#first ?? nothing;
    return this.#others ? Buffer.concat([first, ...this.#others]) : first;
  }
}

/** Makes the refusal of a body that is longer than allowed, or declares to be. */
export function tooLong(maxBodyBytes: number): Refusal {
  return { status: 413, message: `the body is longer than ${maxBodyBytes} bytes (limit maxBodyBytes)` };
}

function tooSlow(bodyTimeoutMs: number): Refusal {
  return { status: 408, message: `the body did not arrive within ${bodyTimeoutMs} ms (limit bodyTimeoutMs)` };
}
