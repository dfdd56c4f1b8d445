/**
 * Reads the body of a request as text, within a length and a time.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Wait, type Deadlines } from './deadlines.js';
import { DirectRequest, type BodyTaker } from './direct-request.js';
import type { Refusal } from './refusal.js';

/** How long a body may be and take. */
export interface BodyRules {
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
  /** Waits of `bodyTimeoutMs` each. */
  readonly deadlines: Deadlines;
}

/** Reads one body. Of the last three one is called, once. */
export interface BodyReader {
  /** Some of it came. @returns why it is not read on, if it is not */
  onBytes(count: number): Refusal | undefined;
  /** @param text `undefined` for bytes that are no UTF-8 */
  onText(text: string | undefined): void;
  /** What still comes is thrown away. */
  onRefusal(refusal: Refusal): void;
  /** The sender left before the end. */
  onGone(): void;
}

/** Reads to the end, to the first rule that is broken, or until the sender leaves. */
export function readBody(request: IncomingMessage, rules: BodyRules, reader: BodyReader): void {
  const body = new Body(request, rules, reader);
  rules.deadlines.begin(body);
  if (request instanceof DirectRequest && request.isBodyAhead) {
    request.takeBody(body);
    return;
  }
  request.on('data', (piece: Buffer) => body.onPiece(piece));
  request.on('end', () => body.onEnd());
  request.on('close', () => body.onGone());
}

/** A body on its way. */
class Body extends Wait implements BodyTaker {
  /** Nearly all bodies come in one piece. */
  #first: Buffer | undefined = undefined;
  #others: Buffer[] | undefined = undefined;
  #size = 0;
  #isSettled = false;

  constructor(
    private readonly request: IncomingMessage,
    private readonly rules: BodyRules,
    private readonly reader: BodyReader,
  ) {
    super();
  }

  onPiece(piece: Buffer): void {
    if (this.#isSettled) return;
    this.#size += piece.length;
    const isTooLong = this.#size > this.rules.maxBodyBytes;
    const refusal = isTooLong ? tooLong(this.rules.maxBodyBytes) : this.reader.onBytes(piece.length);
    if (refusal) this.#refuse(refusal);
    else if (!this.#first) this.#first = piece;
    else (this.#others ??= []).push(piece);
  }

  onEnd(): void {
    if (this.#isSettled) return;
    const { reader } = this;
    const bytes = this.#bytes();
    this.#settle();
    reader.onText(decode(bytes));
  }

  onGone(): void {
    if (this.#isSettled) return;
    this.#settle();
    this.reader.onGone();
  }

  pass(): void {
    this.#refuse(tooSlow(this.rules.bodyTimeoutMs));
  }

  #refuse(refusal: Refusal): void {
    this.#settle();
    if (this.request instanceof DirectRequest) this.request.letGo();
    this.reader.onRefusal(refusal);
  }

  #settle(): void {
    this.#isSettled = true;
    this.#first = undefined;
    this.#others = undefined;
    this.rules.deadlines.end(this);
  }

  #bytes(): Buffer {
    const first = this.#first ?? Buffer.alloc(0);
    return this.#others ? Buffer.concat([first, ...this.#others]) : first;
  }
}

const replacement = '\uFFFD';

/** Bytes that are no UTF-8 come out as the replacement character, which hardly any text has of its own. */
function decode(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return text.includes(replacement) && !isUtf8(bytes) ? undefined : text;
}

/** For a body that is longer than it may be, or says it is. */
export function tooLong(maxBodyBytes: number): Refusal {
  return { status: 413, message: `the body is longer than ${maxBodyBytes} bytes (limit maxBodyBytes)` };
}

function tooSlow(bodyTimeoutMs: number): Refusal {
  return { status: 408, message: `the body did not arrive within ${bodyTimeoutMs} ms (limit bodyTimeoutMs)` };
}
