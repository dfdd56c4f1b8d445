/**
 * Filters the log messages for a client that asked for a level.
 *
 * Spec: 2025-11-25 server/utilities/logging#log-levels
 */
import type { LogLevel } from '../model/asking.js';

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
