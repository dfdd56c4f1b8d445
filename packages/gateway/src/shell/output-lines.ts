/**
 * Reads a command's output by lines as it arrives: complete for streams, shortened for people.
 */
import { TextLineSplitter } from '@sigil/core/internal';

/** Turns chunks of bytes into lines of text; bytes that are not UTF-8 become replacement characters. */
export interface OutputLines {
  /** @returns the lines that the chunk completes */
  add(chunk: Uint8Array): string[];
  /** @returns the last line, if it has no line break */
  end(): string[];
}

/** The longest line that progress shows, in characters. */
const longestShownLine = 500;
/** Longer lines of a stream are delivered in pieces of this many bytes, so that an endless line holds no memory. */
const longestPieceBytes = 65_536;

/** Shows lines as progress messages: no blank lines, each cut to a readable length. */
export class ShownLines implements OutputLines {
  readonly #lines = new WholeLines();
  /** True after a piece that was shown, until its line has ended. */
  #isWithinLine = false;

  add(chunk: Uint8Array): string[] {
    return this.#lines.add(chunk).flatMap((piece) => this.#show(piece));
  }

  end(): string[] {
    return this.#lines.end().flatMap((piece) => this.#show(piece));
  }

  #show(piece: string): string[] {
    const isShown = !this.#isWithinLine;
    this.#isWithinLine = !piece.endsWith('\n');
    const line = isShown ? piece.slice(0, longestShownLine).trimEnd() : '';
    return line === '' ? [] : [line];
  }
}

/** Keeps every character of a stream, each line with its line break. */
export class WholeLines implements OutputLines {
  readonly #splitter = new TextLineSplitter(longestPieceBytes);

  add(chunk: Uint8Array): string[] {
    return this.#splitter.add(chunk);
  }

  end(): string[] {
    const last = this.#splitter.end();
    return last === undefined ? [] : [last];
  }
}
