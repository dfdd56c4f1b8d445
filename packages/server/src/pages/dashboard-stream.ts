/**
 * The event stream of the dashboard: the whole view every two seconds, for as long as somebody looks. One timer for all of them.
 */
import { PassThrough } from 'node:stream';

/** The most readers at a time. */
export const maxDashboardReaders = 20;
const everyMs = 2_000;
/** A reader that takes nothing is not written to until it does. */
const mostBuffered = 1_048_576;

interface Reader {
  readonly stream: PassThrough;
  readonly read: () => object;
}

export class DashboardStream {
  readonly #readers = new Set<Reader>();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param isEnding tells that the server ends, and its readers with it */
  constructor(private readonly isEnding: () => boolean = () => false) {}

  /** @returns the body of an answer, which ends with its reader; `undefined` when there are too many */
  open(read: () => object): PassThrough | undefined {
    if (this.#readers.size >= maxDashboardReaders) return undefined;
    const reader: Reader = { stream: new PassThrough(), read };
    this.#readers.add(reader);
    reader.stream.on('close', () => this.#leave(reader));
    this.#timer ??= setInterval(() => this.#tell(), everyMs).unref();
    send(reader);
    return reader.stream;
  }

  #leave(reader: Reader): void {
    this.#readers.delete(reader);
    if (this.#readers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tell(): void {
    for (const reader of this.#readers) {
      if (this.isEnding()) reader.stream.end();
      else if (reader.stream.writableLength < mostBuffered) send(reader);
    }
  }
}

function send({ stream, read }: Reader): void {
  stream.write(`data: ${JSON.stringify(read())}\n\n`);
}
