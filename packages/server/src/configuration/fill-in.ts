/**
 * Replaces `${NAME}` in strings by the environment variable, or by the file that `NAME_FILE` names, so that settings need not hold secrets.
 */
import { isJsonObject, type JsonValue } from '@sigil/core';
import { ConfigurationError } from './configuration-error.js';
import { readSecret } from './secret-variable.js';

const variableReference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Returns the names of the variables that a text refers to. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(variableReference)].map(([, name = '']) => name);
}

/** @param where names the value in messages @throws ConfigurationError for a variable that is not set */
export function fillIn<Value extends JsonValue>(value: Value, where: string, environment: NodeJS.ProcessEnv): Value {
  const fill = (inner: JsonValue): JsonValue => {
    if (typeof inner === 'string') {
      return inner.replace(variableReference, (_, name: string) => {
        const text = readSecret(name, environment);
        if (text === undefined) throw new ConfigurationError(`${where}: the environment has no variable "${name}"`);
        return text;
      });
    }
    if (Array.isArray(inner)) return inner.map(fill);
    if (!isJsonObject(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).map(([name, member]) => [name, fill(member)]));
  };
  return fill(value) as Value; // only texts within it have changed
}
