/**
 * Runs an author's method whose failure is a protocol error: resources and prompts have no error results.
 */
import { McpError } from '../errors/mcp-error.js';
import { isToolError } from '../errors/tool-error.js';
import { CallCancelled } from './call-context.js';
import type { OperationCall } from './operation.js';
import { describeFault, runGuarded } from './run-guarded.js';

/** @throws McpError `internal-error` in words that a peer may read, or the McpError that the work threw itself */
export async function runOrFail<Result>(
  call: OperationCall,
  during: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await runGuarded(call, work);
  } catch (error) {
    if (error instanceof McpError || error instanceof CallCancelled) throw error;
    if (isToolError(error)) throw new McpError('internal-error', error.message);
    throw new McpError('internal-error', describeFault(call, during, error));
  }
}
