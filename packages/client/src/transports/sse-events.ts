/**
 * Reads an event stream event by event, from chunks of any size.
 *
 * Spec: HTML Living Standard, server-sent events
 */
import { ConnectionError } from '../errors/connection-error.js';

/** An id that fits into a header, which is needed to resume the stream. */
const sendable = /^[\x20-\x7e]+$/;

/** One event. `id` and `retryMs` are the latest that the stream has named. */
export interface SseEvent {
  readonly event: string;
  readonly data: string;
}

/** Reads events, and remembers where the stream can be resumed. */
export class SseReader {
  lastId: string | undefined;
  retryMs: number | undefined;
  readonly #decoder = new TextDecoder();
  /** The unfinished line, in the chunks that it arrived in. */
  #parts: string[] = [];
  #partsLength = 0;
  /** Tells that a line feed at the beginning of the next chunk completes a line break. */
  #isInLineBreak = false;
  #event = '';
  #data: string[] = [];
  #length = 0;

  /** @param maxLength limit of one event, in characters */
  constructor(
    private readonly maxLength: number,
    private readonly onEvent: (event: SseEvent) => void,
  ) {}

  /** @throws ConnectionError when an event is too long */
  add(chunk: Uint8Array): void {
    const text = this.#decoder.decode(chunk, { stream: true });
    if (text === '') return;
    const lines = this.#split(text);
    const last = lines.pop()!;
    for (const line of lines) this.#line(this.#parts.length === 0 ? line : this.#takeParts() + line);
    if (last !== '') this.#parts.push(last);
    this.#partsLength += last.length;
    if (this.#partsLength + this.#length > this.maxLength) throw tooLong(this.maxLength);
  }

  /** Searches each character once, however small the chunks are: earlier chunks are known to have no line break. */
  #split(text: string): string[] {
    const rest = this.#isInLineBreak && text.startsWith('\n') ? text.slice(1) : text;
    this.#isInLineBreak = text.endsWith('\r');
    // Few servers write carriage returns.
    return rest.split(rest.includes('\r') ? /\r\n|\n|\r/ : '\n');
  }

  #takeParts(): string {
    const begun = this.#parts.join('');
    this.#parts = [];
    this.#partsLength = 0;
    return begun;
  }

  #line(line: string): void {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') this.#addData(value);
    else if (field === 'event') this.#event = value;
    else if (field === 'id' && !value.includes('\0')) this.lastId = sendable.test(value) ? value : undefined;
    else if (field === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
  }

  #addData(value: string): void {
    this.#data.push(value);
    this.#length += value.length;
    if (this.#length > this.maxLength) throw tooLong(this.maxLength);
  }

  #dispatch(): void {
    const data = this.#data.join('\n');
    const event = this.#event || 'message';
    this.#event = '';
    this.#data = [];
    this.#length = 0;
    if (data !== '') this.onEvent({ event, data });
  }
}

function tooLong(maxLength: number): ConnectionError {
  return new ConnectionError(
    'unreadable',
    `the server sent a message of more than ${maxLength} (limit maxMessageBytes)`,
  );
}
