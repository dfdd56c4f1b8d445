/**
 * The events that a generator may yield besides its values, for authors who report more than text. Each has a helper.
 *
 * Events carry a mark, so an author's own value is never taken for an event, while an event from another copy of this package is
 * recognised.
 */
import type { LogLevel } from './asking.js';
import type { JsonValue } from './json.js';

const mark = Symbol.for('sigil:yielded-event');

/** A value of the stream, the same as yielding it directly. */
export interface YieldedContent<Value> {
  readonly [mark]: 'content';
  readonly content: Value;
}

/** Reports that the tool uses another one. */
export interface YieldedToolUse {
  readonly [mark]: 'toolUse';
  readonly name: string;
  readonly input: JsonValue;
}

/** Reports the tool's progress. */
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

/** Wraps a value of the stream, to yield it beside other events. */
export function content<Value>(value: Value): YieldedContent<Value> {
  return { [mark]: 'content', content: value };
}

/** Reports that the tool uses another one, and with which input. */
export function toolUse(name: string, input: JsonValue = {}): YieldedToolUse {
  return { [mark]: 'toolUse', name, input };
}

/**
 * Reports the tool's progress.
 *
 * @param value must grow with each report; one that does not is dropped
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

/** Sends a log message to clients that want this level. Never log secrets or personal data. */
export function log(level: LogLevel, data: JsonValue, logger?: string): YieldedLog {
  return { [mark]: 'log', level, data, ...(logger === undefined ? {} : { logger }) };
}

/**
 * Ends the stream with a failure that the model reads; the generator is not resumed. Equivalent to throwing a `ToolError`.
 *
 * @param suggestions things to try instead, one short sentence each
 */
export function error(message: string, suggestions: readonly string[] = []): YieldedError {
  return { [mark]: 'error', message, suggestions };
}

/** Returns the value as a yielded event; `undefined` for a plain value. */
export function asYieldedEvent(value: unknown): YieldedEvent | undefined {
  return typeof value === 'object' && value !== null && mark in value ? (value as YieldedEvent) : undefined; // only the helpers set the mark
}

/** Returns the kind of an event. */
export function kindOf({ [mark]: kind }: YieldedEvent): YieldedEvent[typeof mark] {
  return kind;
}
