/**
 * Runs an author's method whose failure is a protocol error: resources and prompts have no error results.
 */
import { InputRequired } from '../asking/round-trips.js';
import { McpError } from '../errors/mcp-error.js';
import { isToolError, suggestionsOf, type ToolError } from '../errors/tool-error.js';
import { withoutPaths } from '../errors/without-paths.js';
import type { JsonObject } from '../model/json.js';
import type { MaybePromise } from '../model/later.js';
import { CallCancelled } from './abort-reasons.js';
import { describeFault, describeForCaller } from './describe-fault.js';
import type { Call } from './call.js';
import { runGuarded } from './run-guarded.js';

/** Returns whether an error is an outcome of the protocol, and not of the author's method. */
export function isProtocolOutcome(error: unknown): boolean {
  return error instanceof McpError || error instanceof CallCancelled || error instanceof InputRequired;
}

/** @throws McpError `internal-error` in words that a peer may read, or the outcome of the protocol that ended the work */
export async function runOrFail<Result>(call: Call, during: string, work: () => MaybePromise<Result>): Promise<Result> {
  try {
    return await runGuarded(call, work);
  } catch (error) {
    if (isProtocolOutcome(error)) throw error;
    if (isToolError(error)) throw new McpError('internal-error', describeForCaller(error), errorData(error));
    throw new McpError('internal-error', describeFault(call, during, error));
  }
}

/** The error for clients that read JSON: what went wrong, and what to try instead, as an author wrote them. */
function errorData(error: ToolError): JsonObject | undefined {
  const suggestions = suggestionsOf(error).map(withoutPaths);
  return suggestions.length === 0 ? undefined : { error: withoutPaths(String(error.message)), suggestions };
}
