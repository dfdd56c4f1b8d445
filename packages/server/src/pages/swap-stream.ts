/**
 * The event stream of a server's swaps: an event each time its catalog is replaced, for open pages with views.
 */
import { PassThrough } from 'node:stream';
import type { CatalogSource } from '@sigil/core/catalog';

/** The largest number of readers at a time, of all servers. */
export const maxSwapReaders = 100;

/** A comment in this interval shows proxies that the stream is used, and ends it once the server stops. */
const everyMs = 2_000;

export class SwapStream {
  readonly #readers = new Set<PassThrough>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly options: { readonly isEnding: () => boolean }) {}

  /** @returns the body of an answer, which ends with its reader; `undefined` when there are too many readers */
  open(source: Pick<CatalogSource, 'onChange'>): PassThrough | undefined {
    if (this.#readers.size >= maxSwapReaders) return undefined;
    const stream = new PassThrough();
    this.#readers.add(stream);
    this.#timer ??= setInterval(() => this.#keepOpen(), everyMs).unref();
    const stop = source.onChange(() => {
      if (!stream.writableEnded) stream.write('data: swap\n\n');
    });
    stream.on('close', () => {
      stop();
      this.#leave(stream);
    });
    // The browser takes the stream as open with its first bytes.
    stream.write(': open\n\n');
    return stream;
  }

  #leave(stream: PassThrough): void {
    this.#readers.delete(stream);
    if (this.#readers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #keepOpen(): void {
    const isEnding = this.options.isEnding();
    for (const stream of this.#readers) {
      if (isEnding) stream.end();
      else if (stream.writableLength === 0) stream.write(': open\n\n');
    }
  }
}
