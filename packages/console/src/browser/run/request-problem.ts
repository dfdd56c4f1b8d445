/**
 * The error that a server answered a request with.
 */
import type { JsonObject } from '@sigil/core';

export class RequestProblem extends Error {
  /** @param raw the server's error as it came */
  constructor(
    message: string,
    readonly raw: JsonObject,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
