/**
 * The events that a generator may yield besides its values, for authors who report more than text: a helper makes each.
 *
 * They carry a mark, so that no value of an author's own is ever taken for one, and one from another copy of this package is.
 */
import type { LogLevel } from './asking.js';
import type { JsonValue } from './json.js';

const mark = Symbol.for('sigil:yielded-event');

/** A value of the stream, as if it were yielded by itself. */
export interface YieldedContent<Value> {
  readonly [mark]: 'content';
  readonly content: Value;
}

/** Tells that the tool uses another one. */
export interface YieldedToolUse {
  readonly [mark]: 'toolUse';
  readonly name: string;
  readonly input: JsonValue;
}

/** Tells how far the tool is. */
export interface YieldedProgress {
  readonly [mark]: 'progress';
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** A log message for the client. */
export interface YieldedLog {
  readonly [mark]: 'log';
  readonly level: LogLevel;
  readonly data: JsonValue;
  readonly logger?: string;
}

/** Ends the stream: the tool failed. */
export interface YieldedError {
  readonly [mark]: 'error';
  readonly message: string;
  readonly suggestions: readonly string[];
}

/** The events that the helpers make. */
export type YieldedEvent<Value = unknown> =
  YieldedContent<Value> | YieldedToolUse | YieldedProgress | YieldedLog | YieldedError;

/** A value of the stream, beside events of other kinds. */
export function content<Value>(value: Value): YieldedContent<Value> {
  return { [mark]: 'content', content: value };
}

/** Tells that the tool uses another one, and what it gives it. */
export function toolUse(name: string, input: JsonValue = {}): YieldedToolUse {
  return { [mark]: 'toolUse', name, input };
}

/**
 * Tells how far the tool is.
 *
 * @param value must grow with each report; one that does not is left out
 * @param total the value at the end, when known
 */
export function progress(value: number, total?: number, message?: string): YieldedProgress {
  return {
    [mark]: 'progress',
    progress: value,
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message }),
  };
}

/** A log message, for clients that want ones of this level. Never log secrets or personal data. */
export function log(level: LogLevel, data: JsonValue, logger?: string): YieldedLog {
  return { [mark]: 'log', level, data, ...(logger === undefined ? {} : { logger }) };
}

/**
 * Ends the stream as a failure that the model reads; nothing after it is asked for. The same as to throw a `ToolError`.
 *
 * @param suggestions things to try instead, one short sentence each
 */
export function error(message: string, suggestions: readonly string[] = []): YieldedError {
  return { [mark]: 'error', message, suggestions };
}

/** The event that a yielded value is; `undefined` for a plain value. */
export function asYieldedEvent(value: unknown): YieldedEvent | undefined {
  return typeof value === 'object' && value !== null && mark in value ? (value as YieldedEvent) : undefined; // only the helpers set the mark
}

/** Tells the kind of an event. */
export function kindOf({ [mark]: kind }: YieldedEvent): YieldedEvent[typeof mark] {
  return kind;
}
