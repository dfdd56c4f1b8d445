/**
 * Filters the log messages for a client that asked for a level, and builds their parameters.
 *
 * Spec: 2025-11-25 server/utilities/logging#log-levels
 */
import type { LogLevel } from '../model/asking.js';
import type { JsonObject, JsonValue } from '../model/json.js';

const lowToHigh: readonly LogLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

/** Returns whether the value is the name of one of syslog's levels. */
export function isLogLevel(value: unknown): value is LogLevel {
  return lowToHigh.some((level) => level === value);
}

/** @param threshold the lowest level to send; `undefined` sends none */
export function isLogged(level: LogLevel, threshold: LogLevel | undefined): boolean {
  return threshold !== undefined && lowToHigh.indexOf(level) >= lowToHigh.indexOf(threshold);
}

/**
 * Returns the parameters of the notification. The spec requires `data`, so `null` replaces a value that JSON leaves out: an
 * author may log `undefined` or a function in spite of the type.
 */
export function buildLogMessage(level: LogLevel, data: JsonValue, logger: string | undefined): LogMessage {
  const isKept =
    (typeof data === 'object' && data !== null && !('toJSON' in data)) || JSON.stringify(data) !== undefined;
  return { level, ...(logger === undefined ? {} : { logger }), data: isKept ? data : null };
}

interface LogMessage extends JsonObject {
  readonly level: LogLevel;
  readonly logger?: string;
  readonly data: JsonValue;
}
