/**
 * Splits a command's output into lines as it arrives: complete for streams, shortened for people.
 */

/** Splits chunks of bytes into lines of text; bytes that are not UTF-8 become replacement characters. */
export interface LineSplitter {
  /** @returns the lines that the chunk completes */
  add(chunk: Uint8Array): string[];
  /** @returns the last line, if it has no line break */
  end(): string[];
}

/** The longest line that progress shows, in characters. */
const longestShownLine = 500;
/** Longer lines of a stream are delivered in pieces of this many characters, so that an endless line holds no memory. */
const longestPiece = 65_536;

/** Splits for progress messages: no blank lines, each cut to a readable length. */
export function splitShownLines(): LineSplitter {
  const lines = new Lines((rest) => [[], rest.slice(0, longestShownLine)]);
  const shown = (all: readonly string[]): string[] =>
    all.map((line) => line.slice(0, longestShownLine).trimEnd()).filter((line) => line !== '');
  return { add: (chunk) => shown(lines.add(chunk)), end: () => shown(lines.end()) };
}

/** Splits for streams: keeps every character, each line with its line break. */
export function splitWholeLines(): LineSplitter {
  return new Lines((rest) => {
    const whole = rest.length - (rest.length % longestPiece);
    return [piecesOf(rest.slice(0, whole)), rest.slice(whole)];
  });
}

class Lines implements LineSplitter {
  readonly #decoder = new TextDecoder();
  #rest = '';

  /** @param hold splits an unfinished line into lines to return at once and the part to hold */
  constructor(private readonly hold: (rest: string) => readonly [string[], string]) {}

  add(chunk: Uint8Array): string[] {
    const text = this.#rest + this.#decoder.decode(chunk, { stream: true });
    const endOfLines = text.lastIndexOf('\n') + 1;
    const [given, held] = this.hold(text.slice(endOfLines));
    this.#rest = held;
    return [...linesOf(text.slice(0, endOfLines)), ...given];
  }

  end(): string[] {
    const last = this.#rest + this.#decoder.decode();
    return last === '' ? [] : [last];
  }
}

function linesOf(text: string): string[] {
  return text
    .split(/(?<=\n)/)
    .filter((line) => line !== '')
    .flatMap((line) => (line.length > longestPiece ? piecesOf(line) : [line]));
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; start += longestPiece) pieces.push(text.slice(start, start + longestPiece));
  return pieces;
}
