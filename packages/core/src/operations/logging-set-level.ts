/**
 * `logging/setLevel`: sets the lowest level of log messages that the session gets.
 *
 * Spec: 2025-11-25 server/utilities/logging#setting-log-level
 */
import { McpError } from '../errors/mcp-error.js';
import type { LogLevel } from '../model/asking.js';
import type { JsonObject } from '../model/json.js';
import { isLogLevel } from '../calls/log-messages.js';

/** @throws McpError `invalid-params` for an unknown level */
export function readLevel(params: JsonObject): LogLevel {
  const { level } = params;
  if (!isLogLevel(level)) throw new McpError('invalid-params', '"level" must be one of the eight syslog levels');
  return level;
}
