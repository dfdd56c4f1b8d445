/**
 * Makes the result of a failed tool, with the reason in words.
 */
import type { ToolResult } from '../catalog/catalog.js';
import { CapabilityError } from '../errors/capability-error.js';
import type { ToolError } from '../errors/tool-error.js';
import { ownMetaKeys } from '../revisions/own-meta-keys.js';

/** @param message for the model */
export function failedResult(message: string): ToolResult {
  return { kind: 'result', content: [{ type: 'text', text: message }], isError: true };
}

/** @param message the error, for the model */
export function resultOfError(error: ToolError, message: string): ToolResult {
  const failed = failedResult(message);
  if (!(error instanceof CapabilityError)) return failed;
  return { ...failed, meta: { [ownMetaKeys.requiredCapabilities]: error.requiredCapabilities } };
}
