/**
 * Cuts a command's output into lines for people, as it comes.
 */

const longestLine = 500;

export class LineSplitter {
  readonly #decoder = new TextDecoder();
  #rest = '';

  /** @returns the lines that the chunk completes, without blank ones; each is cut to a length for people */
  add(chunk: Uint8Array): string[] {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, longestLine);
    return readable(lines);
  }

  /** @returns the last line, where it was not ended */
  end(): string[] {
    return readable([this.#rest + this.#decoder.decode()]);
  }
}

function readable(lines: readonly string[]): string[] {
  return lines.map((line) => line.slice(0, longestLine).trimEnd()).filter((line) => line !== '');
}
