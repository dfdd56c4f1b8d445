/**
 * Reads an event stream event by event, from chunks of any size.
 *
 * Spec: HTML Living Standard, server-sent events
 */
import { createParser, type EventSourceParser } from 'eventsource-parser';
import { ConnectionError } from '../errors/connection-error.js';

/** An id that fits into a header, which is needed to resume the stream. */
const sendable = /^[\x20-\x7e]+$/;

/** One event with data. */
export interface SseEvent {
  readonly event: string;
  readonly data: string;
}

/** Reads events, and remembers where the stream can be resumed. */
export class SseReader {
  /** The latest id, unless a header cannot carry it. An event without data may have it alone, before anything can be missed. */
  lastId: string | undefined;
  retryMs: number | undefined;
  readonly #decoder = new TextDecoder();
  readonly #parser: EventSourceParser;
  /** True if a line feed at the beginning of the next chunk completes a line break. */
  #isInLineBreak = false;
  #isTooLong = false;

  /** @param maxLength limit of one event, in characters */
  constructor(
    private readonly maxLength: number,
    onEvent: (event: SseEvent) => void,
  ) {
    this.#parser = createParser({
      maxBufferSize: maxLength,
      onEvent: ({ event = 'message', data, id }) => {
        if (data.length > maxLength) this.#isTooLong = true;
        if (this.#isTooLong) return;
        if (id !== undefined) this.lastId = sendable.test(id) ? id : undefined;
        if (data !== '') onEvent({ event, data });
      },
      onRetry: (retryMs) => (this.retryMs = retryMs),
      // Lines that are no fields are ignored.
      onError: ({ type }) => (this.#isTooLong ||= type === 'max-buffer-size-exceeded'),
    });
  }

  /** @throws ConnectionError when an event is too long */
  add(chunk: Uint8Array): void {
    this.#parser.feed(this.#withLineFeeds(this.#decoder.decode(chunk, { stream: true })));
    if (!this.#isTooLong) return;
    const why = `the server sent a message of more than ${this.maxLength} (limit maxMessageBytes)`;
    throw new ConnectionError('unreadable', why);
  }

  /** The parser holds back a carriage return at the end of a chunk, and with it an event that is complete. */
  #withLineFeeds(text: string): string {
    if (text === '') return text;
    const rest = this.#isInLineBreak && text.startsWith('\n') ? text.slice(1) : text;
    this.#isInLineBreak = text.endsWith('\r');
    return rest.includes('\r') ? rest.replaceAll(/\r\n?/g, '\n') : rest;
  }
}
