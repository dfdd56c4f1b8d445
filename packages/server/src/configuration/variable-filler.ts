/**
 * Fills `${NAME}` in the operator's configuration from environment variables, or from the files that `NAME_FILE` names.
 */
import { type JsonValue } from '@sigil/core';
import { fillVariables, openSecretFilter } from '@sigil/core/building';
import { ConfigurationError } from './configuration-error.js';
import { readSecret } from './secret-variable.js';

/** The values that were filled in, which may be secrets. */
export class VariableFiller {
  readonly #values: string[] = [];

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  /** @param where names the file in messages @throws ConfigurationError naming the variable, the file and the key */
  fillIn<Value extends JsonValue>(value: Value, where: string): Value {
    return fillVariables(value, {
      where,
      read: (name) => {
        const text = readSecret(name, this.environment);
        if (text !== undefined) this.#values.push(text);
        return text;
      },
      fail: (message, cause) => new ConfigurationError(message, { cause }),
    });
  }

  /** Blanks the values in an error: the check of a key quotes its value. */
  blankIn(error: unknown): unknown {
    const filter = openSecretFilter(this.#values, shortestSecret);
    if (!filter || !(error instanceof ConfigurationError)) return error;
    const message = filter(error.message);
    return message === error.message ? error : new ConfigurationError(message);
  }
}

/** Blanks for shorter values, of which few are secrets, would hide the names of files and keys. */
const shortestSecret = 8;
