/**
 * Reads a byte stream as lines of text, for transports that carry one message per line.
 *
 * Knows nothing of JSON or MCP. Of a line that is longer than `maxLineBytes`, only the ends are kept.
 */
import { isUtf8 } from 'node:buffer';
import { LineSplitter, TextEnds, type UnreadText } from '@sigil/core/internal';

/** A line that cannot be read as text; a line that is not UTF-8 is complete in `beginning`, with the invalid bytes replaced. */
export interface UnreadableLine extends UnreadText {
  readonly problem: 'too-long' | 'not-utf8';
}

/** A line as read: its text without the ending, or the reason why it has none. Empty lines are skipped. */
export type Line = string | UnreadableLine;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

export class LineReader {
  readonly #splitter: LineSplitter;
  /** Both ends of an unfinished line that is too long. */
  #ends: TextEnds | undefined = undefined;

  /** @param maxLineBytes without the line's ending */
  constructor(private readonly maxLineBytes: number) {
    // One byte more, since it may be the carriage return before the line feed.
    this.#splitter = new LineSplitter(maxLineBytes + 1);
  }

  /** @returns the lines that this chunk completes; the caller owns the array */
  push(chunk: Uint8Array): Line[] {
    const lines: Line[] = [];
    for (const piece of this.#splitter.add(chunk)) {
      if (piece.at(-1) === lineFeed) this.#readEnd(piece.subarray(0, -1), lines);
      else this.#readPiece(piece);
    }
    return lines;
  }

  /** Ends the stream. @returns the rest, which counts as a line */
  end(): Line[] {
    const lines: Line[] = [];
    const last = this.#splitter.end();
    if (last) this.#readEnd(last, lines);
    return lines;
  }

  #readPiece(piece: Uint8Array): void {
    this.#ends ??= new TextEnds();
    this.#ends.add(piece);
  }

  #readEnd(rest: Uint8Array, into: Line[]): void {
    const bytes = rest.at(-1) === carriageReturn ? rest.subarray(0, -1) : rest;
    if (this.#ends || bytes.length > this.maxLineBytes) {
      this.#readPiece(bytes);
      into.push({ problem: 'too-long', ...this.#ends!.finish() });
      this.#ends = undefined;
    } else if (bytes.length > 0) into.push(readText(bytes));
  }
}

function readText(bytes: Uint8Array): Line {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return isUtf8(bytes) ? text : { problem: 'not-utf8', beginning: text };
}
