/**
 * Reads the value of a step, which comes as JSON text from the plugin's process.
 */
import type { JsonValue } from '@sigil/core';

/** Reads what `writeStepValue` wrote. @throws TypeError for anything else */
export function readStepValue(json: unknown): JsonValue {
  if (typeof json !== 'string') throw new TypeError(`a step's value must come as JSON text, got ${typeof json}`);
  try {
    return JSON.parse(json) as JsonValue; // JSON has no other values
  } catch {
    // The parser's own error quotes the text, which may hold secrets.
    throw new TypeError("a step's value must come as JSON text, got text that is not JSON");
  }
}
