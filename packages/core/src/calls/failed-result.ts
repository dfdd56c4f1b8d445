/**
 * Makes the result of a failed tool, with the reason.
 */
import type { ToolResult } from '../catalog/catalog.js';
import { CapabilityError } from '../errors/capability-error.js';
import { jsonUriOf, type ToolError } from '../errors/tool-error.js';
import type { EmbeddedResource } from '../model/content.js';
import { sigilMetaKeys } from '../revisions/sigil-meta-keys.js';
import { dataForCaller } from './describe-fault.js';

/** @param message for the model */
export function failedResult(message: string): ToolResult {
  return { kind: 'result', content: [{ type: 'text', text: message }], isError: true };
}

/** @param message the error, for the model */
export function resultOfError(error: ToolError, message: string): ToolResult {
  const failed = failedResult(message);
  const uri = jsonUriOf(error);
  if (uri !== undefined) return { ...failed, content: [...failed.content, jsonBlock(uri, error)] };
  if (!(error instanceof CapabilityError)) return failed;
  return { ...failed, meta: { [sigilMetaKeys.requiredCapabilities]: error.requiredCapabilities } };
}

function jsonBlock(uri: string, error: ToolError): EmbeddedResource {
  const text = JSON.stringify(dataForCaller(error));
  return { type: 'resource', resource: { uri, mimeType: 'application/json', text } };
}
