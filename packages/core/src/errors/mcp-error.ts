/**
 * An error for the peer: a kind and a message that it may read. It contains nothing internal.
 */
import type { JsonValue } from '../model/json.js';
import type { ErrorKind } from './error-kinds.js';

export class McpError extends Error {
  override readonly name = 'McpError';

  /** @param data the error's `data` member on the wire, where the kind defines one */
  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly data?: JsonValue,
  ) {
    super(message);
  }
}
