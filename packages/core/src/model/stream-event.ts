/**
 * The events of one call in the native view: first `start`, last `complete` or `error`.
 *
 * A client that reads only the result of the call never sees events.
 */
import type { LogLevel } from './asking.js';
import type { JsonValue } from './json.js';

/** The call has started: its arguments were read. */
export interface StartEvent {
  readonly type: 'start';
}

/** One yielded value. */
export interface ContentEvent {
  readonly type: 'content';
  readonly content: JsonValue;
}

/** The tool uses another tool: that tool's name and its input. */
export interface ToolUseEvent {
  readonly type: 'toolUse';
  readonly name: string;
  readonly input: JsonValue;
}

/** The progress of the call; `total` is the value of `progress` at the end. */
export interface ProgressEvent {
  readonly type: 'progress';
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** A log message; not part of the result. */
export interface LogEvent {
  readonly type: 'log';
  readonly level: LogLevel;
  readonly data: JsonValue;
  readonly logger?: string;
}

/** The successful end: the method's return value, or `null` if it returns nothing. */
export interface CompleteEvent {
  readonly type: 'complete';
  readonly result: JsonValue;
}

/** The failed end. `code` is -32000 where the tool failed, else one of JSON-RPC's own. */
export interface ErrorEvent {
  readonly type: 'error';
  readonly error: { readonly code: number; readonly message: string };
}

/** The events that occur while a call runs. */
export type RunningEvent = StartEvent | ContentEvent | ToolUseEvent | ProgressEvent | LogEvent;

/** Any event of a stream. */
export type StreamEvent = RunningEvent | CompleteEvent | ErrorEvent;

/** Makes a progress event; unknown members are left out. */
export function progressEvent(progress: number, total?: number, message?: string): ProgressEvent {
  if (message !== undefined) {
    return total === undefined
      ? { type: 'progress', progress, message }
      : { type: 'progress', progress, total, message };
  }
  return total === undefined ? { type: 'progress', progress } : { type: 'progress', progress, total };
}
