/**
 * Splits streams of bytes or text at line feeds, and a line that is too long into pieces.
 *
 * A line comes with its line feed, so that a piece without one belongs to a longer line. Splits before it decodes, so a character is
 * whole however the stream arrives. Holds at most one unfinished line, of at most `maxLineBytes`.
 */

const lineFeed = 0x0a;

export class LineSplitter {
  #parts: Uint8Array[] = [];
  #heldBytes = 0;

  /** @param maxLineBytes the longest line or piece, without the line feed */
  constructor(private readonly maxLineBytes: number) {}

  /**
   * @param chunk parts of it are kept and returned, so it must not change
   * @returns the lines that the chunk completes, and pieces of an unfinished line that is too long
   */
  add(chunk: Uint8Array): Uint8Array[] {
    const pieces: Uint8Array[] = [];
    let start = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, start)) {
      this.#hold(chunk.subarray(start, at + 1));
      pieces.push(this.#cut(pieces));
      start = at + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
    if (this.#heldBytes > this.maxLineBytes) this.#hold(this.#cut(pieces));
    return pieces;
  }

  /** Ends the stream. @returns the last line, if it has no line feed */
  end(): Uint8Array | undefined {
    return this.#heldBytes > 0 ? this.#release() : undefined;
  }

  #hold(part: Uint8Array): void {
    this.#parts.push(part);
    this.#heldBytes += part.length;
  }

  #release(): Uint8Array {
    const [first = new Uint8Array(0)] = this.#parts;
    const bytes = this.#parts.length === 1 ? first : join(this.#parts, this.#heldBytes);
    this.#parts = [];
    this.#heldBytes = 0;
    return bytes;
  }

  /** Takes what is held, and adds its pieces but the last one, which it returns. */
  #cut(pieces: Uint8Array[]): Uint8Array {
    let rest = this.#release();
    const ending = rest.at(-1) === lineFeed ? 1 : 0;
    while (rest.length - ending > this.maxLineBytes) {
      const end = characterStart(rest, this.maxLineBytes);
      pieces.push(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
    return rest;
  }
}

/** Splits UTF-8 into lines of text; invalid bytes become replacement characters, and a byte order mark at the beginning is skipped. */
export class TextLineSplitter {
  readonly #splitter: LineSplitter;
  readonly #decoder = new TextDecoder();

  /** @param maxLineBytes the longest line or piece, without the line feed */
  constructor(maxLineBytes: number) {
    this.#splitter = new LineSplitter(maxLineBytes);
  }

  /**
   * @param chunk must not change
   * @returns the lines that the chunk completes, and pieces of an unfinished line that is too long
   */
  add(chunk: Uint8Array): string[] {
    return this.#splitter.add(chunk).map((piece) => this.#decoder.decode(piece, { stream: true }));
  }

  /** Ends the stream. @returns the last line, if it has no line feed */
  end(): string | undefined {
    const last = this.#splitter.end();
    return last && this.#decoder.decode(last);
  }
}

/** Returns a line without its line feed, and without a carriage return before it. */
export function withoutLineEnd(line: string): string {
  return line.replace(/\r?\n?$/, '');
}

/** Returns the place of a whole character at or before a place; the place itself in bytes that are no UTF-8. */
function characterStart(bytes: Uint8Array, place: number): number {
  const longest = 4;
  for (let at = place; at > 0 && at > place - longest; at--) {
    if ((bytes[at]! & 0b1100_0000) !== 0b1000_0000) return at;
  }
  return place;
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
