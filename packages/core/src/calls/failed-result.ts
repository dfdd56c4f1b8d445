/**
 * The result that says in words why a tool has none.
 */
import type { ToolResult } from '../catalog/catalog.js';

/** @param message for the model */
export function failedResult(message: string): ToolResult {
  return { kind: 'result', content: [{ type: 'text', text: message }], isError: true };
}
