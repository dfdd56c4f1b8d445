/**
 * The cap on what one call may answer with.
 */
import { McpError } from '../errors/mcp-error.js';
import type { OperationCall, ResultMembers } from './operation.js';

/** What to say of a result of this many characters; nothing when it is short enough. */
export function describeExcess(call: OperationCall, during: string, length: number): string | undefined {
  const { maxResultLength } = call.server.limits;
  if (length <= maxResultLength) return undefined;
  return `${during}: the result is longer than ${maxResultLength} characters (limit maxResultLength)`;
}

/** @throws McpError `internal-error` when the result is too long: resources and prompts have no error results */
export function requireShort(call: OperationCall, during: string, members: ResultMembers): ResultMembers {
  const tooLong = describeExcess(call, during, members.length);
  if (tooLong !== undefined) throw new McpError('internal-error', tooLong);
  return members;
}
