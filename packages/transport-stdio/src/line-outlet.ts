/**
 * Writes the engine's messages to a pipe: one line each, all lines of a tick in one write, at the reader's pace.
 *
 * When the reader is gone, messages are dropped and the owner is notified once.
 */
import type { Writable } from 'node:stream';
import type { EncodedMessage, Outgoing, Outlet } from '@sigil/core/engine';
import type { ClientConnection } from '@sigil/core/internal';

const sent = Promise.resolve();
/** Above this, lines are passed to the stream immediately instead of at the end of the tick. */
const flushAtCharacters = 64 * 1024;

/**
 * Returns whether many readers would see extra lines: Node's `readline` and Python's `splitlines` also end a line at Unicode's
 * line and paragraph separators, which JSON allows in strings. They are therefore escaped.
 */
function hasSeparators(text: string): boolean {
  return text.includes('\u2028') || text.includes('\u2029');
}

/** Writes to one pipe; the owner ends the pipe. */
export class LineOutlet implements Outlet {
  #pending = '';
  #isFlushScheduled = false;
  #isHeld = false;
  #isGone = false;
  #draining: Promise<void> | undefined = undefined;

  /** @param onGone called once when the reader is gone, with the reason if it is an error */
  constructor(
    private readonly output: Writable,
    readonly connection: ClientConnection,
    private readonly onGone: (error: Error | undefined) => void,
  ) {
    output.on('error', (error: NodeJS.ErrnoException) => this.#letGo(error.code === 'EPIPE' ? undefined : error));
    output.on('close', () => this.#letGo(undefined));
  }

  /** Number of unread bytes. */
  get bufferedBytes(): number {
    return this.#isGone ? 0 : this.output.writableLength;
  }

  send(message: Outgoing): Promise<void> | undefined {
    if (this.#isGone) return undefined;
    if (message.encoded && !hasSeparators(message.encoded.body.members)) this.#writeEncoded(message.encoded);
    else this.#pending += `${message.json}\n`;
    if (this.#pending.length >= flushAtCharacters) this.#flush();
    else if (!this.#isHeld && !this.#isFlushScheduled) {
      this.#isFlushScheduled = true;
      process.nextTick(this.#flush);
    }
    return this.output.writableNeedDrain ? this.drained() : undefined;
  }

  /** Buffers lines until `release` rather than the end of their tick, while they are few. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    this.#flush();
  }

  /** @returns resolves when the reader has caught up, or is gone */
  drained(): Promise<void> {
    if (this.#isGone || !this.output.writableNeedDrain) return sent;
    this.#draining ??= new Promise((resolve) => {
      const settle = (): void => {
        this.#draining = undefined;
        this.output.off('drain', settle).off('close', settle).off('error', settle);
        resolve();
      };
      this.output.on('drain', settle).on('close', settle).on('error', settle);
    });
    return this.#draining;
  }

  /** @returns resolves when everything sent so far has been written, or the reader is gone */
  flushed(): Promise<void> {
    if (this.#isGone) return sent;
    return new Promise((resolve) => {
      this.output.once('close', resolve);
      this.output.write(this.#takePending(), () => {
        this.output.off('close', resolve);
        resolve();
      });
    });
  }

  /** Writes text that is cached as bytes without a copy; its end may wait for the lines after it. */
  #writeEncoded({ before, body, after }: EncodedMessage): void {
    this.#pending += before;
    this.#flush();
    this.output.write(body.bytes);
    this.#pending = `${after}\n`;
  }

  readonly #flush = (): void => {
    this.#isFlushScheduled = false;
    const lines = this.#takePending();
    if (lines !== '' && !this.#isGone) this.output.write(lines);
  };

  #takePending(): string {
    const lines = this.#pending;
    this.#pending = '';
    return hasSeparators(lines) ? lines.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029') : lines;
  }

  #letGo(error: Error | undefined): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#pending = '';
    this.onGone(error);
  }
}
