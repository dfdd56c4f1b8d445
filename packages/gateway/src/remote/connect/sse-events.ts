/**
 * Reads an event stream, event by event, from bytes in pieces of any size.
 *
 * Spec: HTML Living Standard, server-sent events
 */
import { UpstreamError } from '../trouble/upstream-error.js';

/** An id that a header can carry: the stream is resumed by one. */
const sendable = /^[\x20-\x7e]+$/;

/** One event. `id` and `retryMs` are the last that the stream named. */
export interface SseEvent {
  readonly event: string;
  readonly data: string;
}

/** The stream's memory for whoever resumes it. */
export class SseReader {
  lastId: string | undefined;
  retryMs: number | undefined;
  readonly #decoder = new TextDecoder();
  /** The unfinished line, in the pieces that it came in. */
  #parts: string[] = [];
  #partsLength = 0;
  /** Tells that a line feed at the beginning of the next piece is the rest of a line break. */
  #isInLineBreak = false;
  #event = '';
  #data: string[] = [];
  #length = 0;

  /** @param maxLength of one event, in characters */
  constructor(
    private readonly maxLength: number,
    private readonly onEvent: (event: SseEvent) => void,
  ) {}

  /** @throws UpstreamError when an event is too long */
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

  /** Each character is searched once, however small the pieces are: what came before has no line break. */
  #split(text: string): string[] {
    const rest = this.#isInLineBreak && text.startsWith('\n') ? text.slice(1) : text;
    this.#isInLineBreak = text.endsWith('\r');
    // Hardly any server writes carriage returns.
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

function tooLong(maxLength: number): UpstreamError {
  return new UpstreamError(
    'unreadable',
    `the upstream server sent a message of more than ${maxLength} (limit maxMessageBytes)`,
  );
}
