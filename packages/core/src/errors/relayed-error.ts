/**
 * An error that another server answered with, for the peer that its request was passed on for.
 */
import type { JsonObject } from '../model/json.js';
import { McpError } from './mcp-error.js';

/** Its number reaches the peer unchanged where the peer's revision has it: no kind of this server's does. Else it is an internal error. */
export class RelayedError extends McpError {
  constructor(
    readonly code: number,
    message: string,
    data?: JsonObject,
  ) {
    super('internal-error', message, data);
  }
}
