/**
 * The error that a server answered a request with.
 */
import type { JsonValue } from '@sigil/core';

/** A JSON-RPC error, with the code and the data that the server sent. Spec: JSON-RPC 2.0 §5.1 */
export class ServerError extends Error {
  override readonly name: string = 'ServerError';

  constructor(
    readonly code: number,
    message: string,
    readonly data?: JsonValue,
  ) {
    super(message);
  }
}
