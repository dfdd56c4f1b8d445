/**
 * Cuts bytes into lines, holding at most one unfinished line.
 */
import { ConnectionError } from '../errors/connection-error.js';

export class LineReader {
  readonly #decoder = new TextDecoder();
  #parts: string[] = [];
  #length = 0;

  constructor(
    private readonly maxLength: number,
    private readonly onLine: (line: string) => void,
  ) {}

  /** @throws ConnectionError when a line is too long */
  add(chunk: Uint8Array): void {
    this.#add(chunk, () => {
      throw new ConnectionError(
        'unreadable',
        `the server sent a message of more than ${this.maxLength} bytes (limit maxMessageBytes)`,
      );
    });
  }

  /** Splits lines that are too long in two. */
  addCut(chunk: Uint8Array): void {
    this.#add(chunk, () => this.#end(''));
  }

  /** Passes on the rest as the last line, if it has no line break. */
  end(): void {
    if (this.#length > 0) this.#end('');
  }

  #add(chunk: Uint8Array, onTooLong: () => void): void {
    const lines = this.#decoder.decode(chunk, { stream: true }).split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) this.#end(line);
    this.#parts.push(last);
    this.#length += last.length;
    if (this.#length > this.maxLength) onTooLong();
  }

  #end(last: string): void {
    const line = this.#parts.join('') + last;
    this.#parts = [];
    this.#length = 0;
    this.onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}
