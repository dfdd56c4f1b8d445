/**
 * Runs a generator to its end: emits each value as an event, and returns one result.
 *
 * Knows nothing of the result's use. The generator resumes when its event was accepted; the end of the call stops it.
 */
import { ToolError } from '../errors/tool-error.js';
import type { Context } from '../model/context.js';
import { asBytes, isBytes } from '../model/content-helpers.js';
import { isJsonObject, type JsonValue } from '../model/json.js';
import type { RunningEvent } from '../model/stream-event.js';
import { asYieldedEvent, kindOf, type YieldedEvent } from '../model/yielded-events.js';
import { processYield, type EventLoopYield } from './event-loop-yield.js';
import { ResultBuffer, type Gathered, type ResultBufferForm } from './result-buffer.js';
import { carrierOf } from './read-return.js';
import type { Stream } from './stream-carrier.js';
import { walkStream } from './walk-stream.js';

/** The options of reading a stream. */
export interface DrainOptions {
  /** The form of a result made from the yielded values, where the generator returns none. */
  readonly form: ResultBufferForm;
  /** Writes one value for output; by default values are written as plain JSON. */
  readonly write?: (value: unknown) => JsonValue;
  /** False when `undefined` is written as a value, which `write` may refuse; by default it is skipped. */
  readonly skipsUndefined?: boolean;
  /** Returns whether a value stays beside the generator's return value; by default none does. */
  readonly keeps?: (value: unknown) => boolean;
}

/** A stream that was read to its end: the generator's return value, or the yielded values if it returned none. */
export type Drained =
  | {
      readonly kind: 'returned';
      readonly value: unknown;
      /** The values that stay beside it, joined as far as they are alike. */
      readonly kept?: unknown;
    }
  /** `isCut` when the values exceeded the limit and the generator was stopped. */
  | (Gathered & { readonly isCut: boolean });

/**
 * Takes one value after the other, at the pace at which events are accepted.
 *
 * @returns the generator's return value, else all yielded values
 * @throws the generator's error, a ToolError when it yielded an error, or the reason of the call's end; the generator has then
 * been asked to return
 */
export async function drainStream(stream: Stream, context: Context, options: DrainOptions): Promise<Drained> {
  const events = new StreamEvents(context, options);
  const returned = await walkStream(stream, context, async (value) => {
    await events.take(value);
    return !events.isFull;
  });
  if (options.keeps) return { kind: 'returned', value: returned, kept: events.finishKept() };
  return returned === undefined ? events.finish() : { kind: 'returned', value: returned };
}

/** Turns yielded values into events, and keeps what the result needs of them. */
class StreamEvents {
  readonly #emit: (event: RunningEvent) => Promise<void>;
  readonly #write: (value: unknown) => JsonValue;
  readonly #gathering: ResultBuffer;
  readonly #skipsUndefined: boolean;
  readonly #keeps: (value: unknown) => boolean;
  readonly #kept: ResultBuffer;
  readonly #maxLength: number;
  readonly #loop: EventLoopYield;
  readonly #asEvents: boolean;
  #isFirst = true;

  constructor(context: Context, options: DrainOptions) {
    const { form, write = asJson, skipsUndefined = true, keeps = () => false } = options;
    const carrier = carrierOf(context);
    this.#emit = carrier ? (event) => carrier.emit(event) : reportsOf(context);
    this.#write = write;
    this.#loop = carrier?.loop ?? processYield;
    const { asEvents, maxLength } = carrier?.delivery ?? { asEvents: false, maxLength: Number.POSITIVE_INFINITY };
    this.#asEvents = asEvents;
    this.#gathering = new ResultBuffer(asEvents ? 'nothing' : form, maxLength);
    this.#skipsUndefined = skipsUndefined;
    this.#keeps = keeps;
    this.#kept = new ResultBuffer(asEvents ? 'nothing' : 'joined-or-list', maxLength);
    this.#maxLength = maxLength;
  }

  get isFull(): boolean {
    return this.#gathering.isFull;
  }

  async take(value: unknown): Promise<void> {
    const event = asYieldedEvent(value);
    await (event ? this.#emitEvent(event) : this.#emitValue(value));
    if (!this.#isFirst) return;
    this.#isFirst = false;
    // Lets the first event leave at once.
    await this.#loop.take();
  }

  finish(): Drained {
    const isCut = this.isFull;
    return { ...this.#gathering.finish(), isCut };
  }

  /** Returns the kept values; too many of them are left out, since the generator's own result matters more. */
  finishKept(): unknown {
    const kept = this.#kept.finish();
    if (this.#kept.isFull)
      return `(the content yielded before is left out: over ${this.#maxLength} characters, limit maxResultLength)`;
    if (kept.kind === 'json') return undefined;
    return Array.isArray(kept.value) ? joinTexts(kept.value) : kept.value;
  }

  #keep(value: unknown, written: JsonValue): void {
    if (this.#kept.isFull || !this.#keeps(value)) return;
    this.#kept.add(value, written);
    if (this.#kept.isFull) this.#kept.finish();
  }

  #emitValue(value: unknown): Promise<void> {
    if (value === undefined && this.#skipsUndefined) return Promise.resolve();
    const written = this.#write(value);
    this.#gathering.add(value, written);
    this.#keep(value, written);
    return this.#emit({ type: 'content', content: this.#asEvents ? written : (describeMedia(value) ?? written) });
  }

  async #emitEvent(event: YieldedEvent): Promise<void> {
    const type = kindOf(event);
    if ('suggestions' in event) throw new ToolError(event.message, { suggestions: event.suggestions });
    if ('content' in event) return this.#emitValue(event.content);
    const { ...members } = event;
    await this.#emit({ type, ...members } as RunningEvent); // the helpers make these with the members of their events
  }
}

/** Joins texts that follow each other: they are parts of one text, with something between two texts. */
function joinTexts(values: readonly unknown[]): readonly unknown[] {
  const joined: unknown[] = [];
  for (const value of values) {
    const last = joined.at(-1);
    if (typeof value === 'string' && typeof last === 'string') joined[joined.length - 1] = last + value;
    else joined.push(value);
  }
  return joined;
}

/** Describes media for people, who do not read base64; readers of events get the value itself. */
function describeMedia(value: unknown): string | undefined {
  if (isBytes(value)) return `(${asBytes(value).length} bytes)`;
  const isMedia = isJsonObject(value) && (value['type'] === 'image' || value['type'] === 'audio');
  return isMedia && typeof value['mimeType'] === 'string' ? `(${value['mimeType']})` : undefined;
}

/** Reports values as progress, for contexts that accept no events. */
function reportsOf(context: Context): (event: RunningEvent) => Promise<void> {
  let count = 0;
  return async (event) => {
    if (event.type === 'log') return context.log(event.level, event.data, event.logger);
    if (event.type === 'progress') return context.reportProgress(event.progress, event.total, event.message);
    const shown = event.type === 'content' ? event.content : event.type;
    await context.reportProgress(++count, undefined, typeof shown === 'string' ? shown : JSON.stringify(shown));
  };
}

function asJson(value: unknown): JsonValue {
  if (typeof value === 'string') return value;
  const json = JSON.stringify(value);
  return json === undefined ? null : JSON.parse(json);
}
