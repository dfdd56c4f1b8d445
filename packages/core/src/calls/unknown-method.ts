/**
 * The error for a method that a server does not have, or does not offer to the client.
 */
import { McpError } from '../errors/mcp-error.js';
import { cutText } from '../model/cut-text.js';

/** The message is the same in both cases, so that it does not disclose which one it is. */
export function unknownMethod(method: string): McpError {
  return new McpError('method-not-found', `method not found: ${cutText(method, 128)}`);
}
