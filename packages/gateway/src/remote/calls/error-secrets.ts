/**
 * Removes this server's secrets from the errors of an upstream: many servers repeat the key that they refuse, and a client would read it.
 */
import { McpError, type JsonObject, type JsonValue } from '@sigil/core';
import { openSecretFilter, type SecretFilter } from '@sigil/core/building';
import { RelayedError } from '@sigil/core/catalog';
import { type ExchangeResult, wholeResult } from '@sigil/client/internal';

/** Shorter values would remove ordinary words. */
const shortestSecret = 8;

export class ErrorSecrets {
  readonly #filter: SecretFilter | undefined;

  /** @param values of which those with eight characters or more are secrets */
  constructor(values: readonly string[]) {
    this.#filter = openSecretFilter(values, shortestSecret);
  }

  fromText(text: string): string {
    return this.#filter ? this.#filter(text) : text;
  }

  /** @returns the result itself unless it is an error that holds a secret */
  fromResult(outcome: ExchangeResult): ExchangeResult {
    if (outcome.result['isError'] !== true) return outcome;
    const text = this.fromText(outcome.text);
    if (text === outcome.text) return outcome;
    const { result } = JSON.parse(text) as { result: JsonObject }; // the text was the message of this result
    return { result, text, whole: wholeResult(text) };
  }

  /** @returns the error itself unless it comes from the upstream */
  fromError(error: unknown): unknown {
    if (!(error instanceof McpError)) return error;
    const message = this.fromText(error.message);
    const data = this.#fromData(error.data);
    return error instanceof RelayedError
      ? new RelayedError(error.code, message, data)
      : new McpError(error.kind, message, data);
  }

  #fromData(data: JsonValue | undefined): JsonValue | undefined {
    return data === undefined ? undefined : (JSON.parse(this.fromText(JSON.stringify(data))) as JsonValue);
  }
}
