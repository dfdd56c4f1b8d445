/**
 * An error from another server, relayed to the peer whose request was forwarded there.
 */
import type { JsonValue } from '../model/json.js';
import { McpError } from './mcp-error.js';

/**
 * Its code reaches the peer unchanged if the peer's revision defines it and no kind of this server uses it. Otherwise the peer
 * gets an internal error.
 */
export class RelayedError extends McpError {
  constructor(
    readonly code: number,
    message: string,
    data?: JsonValue,
  ) {
    super('internal-error', message, data);
  }
}
