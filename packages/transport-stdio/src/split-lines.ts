/**
 * Cuts a byte stream into lines, for transports that carry one message per line.
 *
 * Knows nothing of JSON or MCP. Holds at most one unfinished line, never more than `maxLineBytes`; cuts before it decodes,
 * so a character split between two chunks stays whole.
 */
import { isUtf8 } from 'node:buffer';

/** What a line turned out to be; empty lines are left out. */
export type Line =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'too-long' } | { readonly kind: 'not-utf8' };

/** Takes the stream as it comes. */
export interface LineSplitter {
  push(chunk: Uint8Array): void;
  /** There is no more: what is left counts as a line. */
  end(): void;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Calls back for each line as soon as it is complete.
 *
 * @param maxLineBytes without the line's ending
 */
export function splitLines(maxLineBytes: number, onLine: (line: Line) => void): LineSplitter {
  let parts: Buffer[] = [];
  let length = 0;
  let isTooLong = false;

  const keep = (part: Buffer): void => {
    length += part.length;
    // One more byte than a line may have: it can still turn out to be the carriage return before the line feed.
    isTooLong ||= length > maxLineBytes + 1;
    if (isTooLong) parts = [];
    else if (part.length > 0) parts.push(part);
  };

  const finish = (): void => {
    const line = isTooLong ? tooLong : readLine(parts, maxLineBytes);
    parts = [];
    length = 0;
    isTooLong = false;
    if (line) onLine(line);
  };

  return {
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      let start = 0;
      for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, start)) {
        keep(bytes.subarray(start, at));
        finish();
        start = at + 1;
      }
      keep(bytes.subarray(start));
    },
    end: finish,
  };
}

const tooLong: Line = { kind: 'too-long' };
const notUtf8: Line = { kind: 'not-utf8' };

function readLine(parts: readonly Buffer[], maxLineBytes: number): Line | undefined {
  const whole = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  const bytes = whole.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole;
  if (bytes.length === 0) return undefined;
  if (bytes.length > maxLineBytes) return tooLong;
  return isUtf8(bytes) ? { kind: 'text', text: bytes.toString('utf8') } : notUtf8;
}
