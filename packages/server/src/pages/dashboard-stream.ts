/**
 * The event stream of the dashboard: sends the whole view every two seconds while there are readers.
 */
import type { PassThrough } from 'node:stream';
import type { DashboardData } from '@sigil/console';
import { EventReaders } from './event-readers.js';

/** The largest number of readers at a time. */
export const maxDashboardReaders = 20;
/** Limit of unread bytes, beyond which a reader gets no more events until it catches up. */
const mostBuffered = 1_048_576;

/** One reader of the dashboard. */
export interface DashboardReader {
  /** Reads the view for this reader. */
  readonly read: () => Promise<DashboardData>;
  /** Equal for readers with the same view, which is then read once for all of them. */
  readonly group: unknown;
  /** The time when its credential expires, in milliseconds since 1970; its stream then ends. */
  readonly until?: number | undefined;
}

/** Options of the stream. */
export interface DashboardStreamOptions {
  /** Whether the server is stopping, which ends the streams. */
  readonly isEnding: () => boolean;
  /** Called when the view could not be read; the readers' streams end. */
  readonly onError: (error: unknown) => void;
}

export class DashboardStream {
  readonly #readers = new EventReaders<DashboardReader>(maxDashboardReaders, (readers) => this.#sendAll(readers));

  constructor(private readonly options: DashboardStreamOptions) {}

  /** @returns the body of an answer, which ends with its reader; `undefined` when there are too many readers */
  open(reader: DashboardReader): PassThrough | undefined {
    const stream = this.#readers.open(reader);
    if (stream) void this.#send(stream, readEvent(reader));
    return stream;
  }

  #sendAll(readers: ReadonlyMap<PassThrough, DashboardReader>): void {
    const isEnding = this.options.isEnding();
    const events = new Map<unknown, Promise<string>>();
    for (const [stream, reader] of readers) {
      if (isEnding || (reader.until ?? Infinity) <= Date.now()) stream.end();
      if (stream.writableEnded || stream.writableLength >= mostBuffered) continue;
      const event = events.get(reader.group) ?? readEvent(reader);
      events.set(reader.group, event);
      void this.#send(stream, event);
    }
  }

  async #send(stream: PassThrough, event: Promise<string>): Promise<void> {
    try {
      const text = await event;
      if (!stream.writableEnded && !stream.destroyed) stream.write(text);
    } catch (error) {
      stream.end();
      this.options.onError(error);
    }
  }
}

async function readEvent({ read }: DashboardReader): Promise<string> {
  return `data: ${JSON.stringify(await read())}\n\n`;
}
