/**
 * The event stream of a server's swaps: an event each time its catalog is replaced, for open pages with views.
 */
import type { PassThrough } from 'node:stream';
import type { CatalogSource } from '@sigil/core/catalog';
import { EventReaders } from './event-readers.js';

/** The largest number of readers at a time, of all servers. */
export const maxSwapReaders = 100;

export class SwapStream {
  readonly #readers = new EventReaders<Pick<CatalogSource, 'onChange'>>(maxSwapReaders, (readers) =>
    this.#keepOpen(readers.keys()),
  );

  constructor(private readonly options: { readonly isEnding: () => boolean }) {}

  /** @returns the body of an answer, which ends with its reader; `undefined` when there are too many readers */
  open(source: Pick<CatalogSource, 'onChange'>): PassThrough | undefined {
    const stream = this.#readers.open(source);
    if (!stream) return undefined;
    const stop = source.onChange(() => {
      if (!stream.writableEnded) stream.write('data: swap\n\n');
    });
    stream.on('close', stop);
    // The browser takes the stream as open with its first bytes.
    stream.write(': open\n\n');
    return stream;
  }

  /** Sends a comment, which shows proxies that the streams are used, and ends them once the server stops. */
  #keepOpen(streams: Iterable<PassThrough>): void {
    const isEnding = this.options.isEnding();
    for (const stream of streams) {
      if (isEnding) stream.end();
      else if (stream.writableLength === 0) stream.write(': open\n\n');
    }
  }
}
