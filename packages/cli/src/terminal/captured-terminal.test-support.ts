/**
 * A terminal that records its output, for tests that run commands in their own process.
 */
import { PassThrough, Readable, Writable } from 'node:stream';
import type { Environment } from './environment.js';
import type { OutputStream } from './output-stream.js';
import { openTerminal, type Terminal } from './terminal.js';

/** The parts of the terminal that a test may set. */
export interface CapturedOptions {
  readonly env?: Environment;
  readonly cwd?: string;
  /** The whole text of standard input. */
  readonly input?: string;
  /** Makes both outputs windows of this width, and the input a keyboard. */
  readonly columns?: number;
  /** The height of such a window. */
  readonly rows?: number;
}

/** Everything written to one stream. */
export class Capture {
  text = '';
  readonly stream: OutputStream;
  readonly #waiting = new Set<() => void>();

  constructor(columns: number | undefined, rows?: number) {
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.text += chunk.toString('utf8');
        for (const check of this.#waiting) check();
        done();
      },
    });
    this.stream = columns === undefined ? stream : Object.assign(stream, { isTTY: true, columns, rows });
  }

  /** Resolves as soon as the pattern is in the text; the test's own time limit ends the wait. */
  has(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve) => {
      const check = (): void => {
        const match = pattern.exec(this.text);
        if (!match) return;
        this.#waiting.delete(check);
        resolve(match);
      };
      this.#waiting.add(check);
      check();
    });
  }
}

/** A terminal and the controls of a test. */
export class CapturedTerminal {
  readonly out: Capture;
  readonly err: Capture;
  readonly stdin: Readable;
  readonly terminal: Terminal;
  readonly #interruption = new AbortController();

  constructor({ env = {}, cwd = process.cwd(), input, columns, rows }: CapturedOptions = {}) {
    this.out = new Capture(columns, rows);
    this.err = new Capture(columns);
    this.stdin = input === undefined ? new PassThrough() : Readable.from([Buffer.from(input)]);
    if (columns !== undefined) Object.assign(this.stdin, { isTTY: true, setRawMode: () => this.stdin });
    this.terminal = openTerminal({
      stdin: this.stdin,
      stdout: this.out.stream,
      stderr: this.err.stream,
      env,
      cwd,
      interrupted: this.#interruption.signal,
    });
  }

  /** Types keys one after the other, as a person does: prompts read one key at a time. */
  async type(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      (this.stdin as PassThrough).write(key);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Interrupts the command as Ctrl+C does. */
  interrupt(): void {
    this.#interruption.abort();
  }
}
