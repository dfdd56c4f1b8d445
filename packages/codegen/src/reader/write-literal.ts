/**
 * Writes JSON as an expression of JavaScript.
 */
import type { JsonValue } from '@sigil/core';

/** The value as a literal; where a key is `__proto__`, which would set the prototype, as text that is parsed. */
export function writeLiteral(value: JsonValue): string {
  const text = JSON.stringify(value);
  const written = /"__proto__"\s*:/.test(text) ? `JSON.parse(${JSON.stringify(text)})` : text;
  // Line ends to older readers of JavaScript, though not in JSON.
  return written.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
