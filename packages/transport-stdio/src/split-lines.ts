/**
 * Splits a byte stream into lines, for transports that carry one message per line.
 *
 * Knows nothing of JSON or MCP. Holds at most one unfinished line, never more than `maxLineBytes`, and of a longer one only its
 * ends. Splits before it decodes, so a character split between two chunks stays whole.
 */
import { isUtf8 } from 'node:buffer';
import { endsOf, TextEnds, type UnreadText } from '@sigil/core/internal';

/** A line that cannot be read as text; a line that is not UTF-8 is complete in `beginning`, with the invalid bytes replaced. */
export interface UnreadableLine extends UnreadText {
  readonly problem: 'too-long' | 'not-utf8';
}

/** A line as read: its text without the ending, or the reason why it has none. Empty lines are skipped. */
export type Line = string | UnreadableLine;

/** Splits the stream as it arrives. */
export interface LineSplitter {
  /** @returns the lines that this chunk completes; the caller owns the array */
  push(chunk: Uint8Array): Line[];
  /** Ends the stream. @returns the rest, which counts as a line */
  end(): Line[];
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** @param maxLineBytes without the line's ending */
export function splitLines(maxLineBytes: number): LineSplitter {
  return new Splitter(maxLineBytes);
}

class Splitter implements LineSplitter {
  /** The received part of the unfinished line. */
  #parts: Buffer[] = [];
  #length = 0;
  /** Both ends of an unfinished line that is already too long. */
  #ends: TextEnds | undefined = undefined;

  constructor(private readonly maxLineBytes: number) {}

  push(chunk: Uint8Array): Line[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const lines: Line[] = [];
    let start = 0;
    if (this.#length > 0) {
      const end = bytes.indexOf(lineFeed);
      this.#keep(end === -1 ? bytes : bytes.subarray(0, end));
      if (end === -1) return lines;
      this.#finish(lines);
      start = end + 1;
    }
    const last = bytes.lastIndexOf(lineFeed);
    if (last >= start) readLines(bytes.subarray(start, last), this.maxLineBytes, lines);
    this.#keep(bytes.subarray(Math.max(start, last + 1)));
    return lines;
  }

  end(): Line[] {
    const lines: Line[] = [];
    this.#finish(lines);
    return lines;
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    // One byte over the limit is allowed, since it may be the carriage return before the line feed.
    if (!this.#ends && this.#length > this.maxLineBytes + 1) this.#keepEnds();
    if (this.#ends) this.#ends.add(part);
    else if (part.length > 0) this.#parts.push(part);
  }

  #keepEnds(): void {
    this.#ends = new TextEnds();
    for (const part of this.#parts) this.#ends.add(part);
    this.#parts = [];
  }

  #finish(lines: Line[]): void {
    if (this.#ends) lines.push({ problem: 'too-long', ...this.#ends.finish() });
    else readLine(Buffer.concat(this.#parts), this.maxLineBytes, lines);
    this.#parts = [];
    this.#length = 0;
    this.#ends = undefined;
  }
}

/** Decodes lines that arrived complete in one chunk together. */
function readLines(bytes: Buffer, maxLineBytes: number, into: Line[]): void {
  // No line is longer than all of them together, and if the whole is UTF-8, so is each line.
  if (bytes.length > maxLineBytes || !isUtf8(bytes)) {
    readEachLine(bytes, maxLineBytes, into);
    return;
  }
  for (const line of bytes.toString('utf8').split('\n')) {
    const text = line.charCodeAt(line.length - 1) === carriageReturn ? line.slice(0, -1) : line;
    if (text !== '') into.push(text);
  }
}

function readEachLine(bytes: Buffer, maxLineBytes: number, into: Line[]): void {
  let start = 0;
  for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
    readLine(bytes.subarray(start, end), maxLineBytes, into);
    start = end + 1;
  }
  readLine(bytes.subarray(start), maxLineBytes, into);
}

function readLine(whole: Buffer, maxLineBytes: number, into: Line[]): void {
  const bytes = whole.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole;
  if (bytes.length === 0) return;
  if (bytes.length > maxLineBytes) into.push({ problem: 'too-long', ...endsOf(bytes) });
  else if (isUtf8(bytes)) into.push(bytes.toString('utf8'));
  else into.push({ problem: 'not-utf8', beginning: bytes.toString('utf8') });
}
