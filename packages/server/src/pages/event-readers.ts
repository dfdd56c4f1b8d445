/**
 * The readers of event streams for open pages, with one timer for all of them while there are some.
 */
import { PassThrough } from 'node:stream';

/** The interval in which readers are visited: to send to them, or to end their streams when the server stops. */
const everyMs = 2_000;

/** The readers by their streams. */
export class EventReaders<Reader> {
  readonly #readers = new Map<PassThrough, Reader>();
  #timer: ReturnType<typeof setInterval> | undefined;

  /**
   * @param most the largest number of readers at a time
   * @param visit called in each interval
   */
  constructor(
    private readonly most: number,
    private readonly visit: (readers: ReadonlyMap<PassThrough, Reader>) => void,
  ) {}

  /** @returns the body of an answer, which ends with its reader; `undefined` when there are too many readers */
  open(reader: Reader): PassThrough | undefined {
    if (this.#readers.size >= this.most) return undefined;
    const stream = new PassThrough();
    this.#readers.set(stream, reader);
    stream.on('close', () => this.#leave(stream));
    this.#timer ??= setInterval(() => this.visit(this.#readers), everyMs).unref();
    return stream;
  }

  #leave(stream: PassThrough): void {
    this.#readers.delete(stream);
    if (this.#readers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
