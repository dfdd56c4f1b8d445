/**
 * Writes JSON as a JavaScript expression.
 */
import type { JsonValue } from '@sigil/core';

/** Returns the value as a literal; a value with a key `__proto__`, which would set the prototype, as text to be parsed. */
export function writeLiteral(value: JsonValue): string {
  const text = JSON.stringify(value);
  const written = /"__proto__"\s*:/.test(text) ? `JSON.parse(${JSON.stringify(text)})` : text;
  // Older JavaScript parsers treat these as line ends, JSON does not.
  return written.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
