/**
 * The value of a step as JSON text, which it is on its way from the plugin's process to the host.
 */
import type { JsonValue } from '@sigil/core';

/** Writes what a step's effect gave; nothing becomes `null`. @throws TypeError when it has no form in JSON */
export function writeStepValue(name: string, value: unknown): string {
  const json: unknown = JSON.stringify(value ?? null);
  if (typeof json === 'string') return json;
  // An error of the language, as inline: its message is for the operator, not for the caller.
  throw new TypeError(`step "${name}": its value must be one that JSON can hold, got ${kindOf(value)}`);
}

/** Reads what `writeStepValue` wrote. @throws TypeError for anything else */
export function readStepValue(json: unknown): JsonValue {
  if (typeof json !== 'string') throw new TypeError(`a step's value must come as JSON text, got ${typeof json}`);
  try {
    return JSON.parse(json) as JsonValue; // JSON has no other values
  } catch {
    // The parser's own error quotes the text, which may hold what is secret.
    throw new TypeError("a step's value must come as JSON text, got text that is not JSON");
  }
}

function kindOf(value: unknown): string {
  return typeof value === 'object' ? 'an object whose toJSON gives nothing' : `a ${typeof value}`;
}
