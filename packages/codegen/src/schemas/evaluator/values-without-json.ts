/**
 * The kinds of values that JSON lacks, by the type that Zod 4 and Valibot give their schemas, and the texts that two of them are written as.
 */
import type { JsonObject } from '@sigil/core';

const kinds: ReadonlyMap<string, string> = new Map([
  ['bigint', 'a bigint'],
  ['blob', 'a Blob'],
  ['date', 'a Date'],
  ['file', 'a File'],
  ['function', 'a function'],
  ['map', 'a Map'],
  ['nan', 'NaN'],
  ['promise', 'a promise'],
  ['set', 'a Set'],
  ['symbol', 'a symbol'],
  ['undefined', 'undefined'],
  ['void', 'undefined'],
]);

const texts: ReadonlyMap<string, JsonObject> = new Map([
  ['date', { type: 'string', format: 'date-time' }],
  ['bigint', { type: 'string', pattern: '^-?\\d+$' }],
]);

/** Returns the kind of value that JSON lacks, such as `a Date`; undefined for types that JSON has. */
export function kindWithoutJson(type: string): string | undefined {
  return kinds.get(type);
}

/** Returns the JSON Schema of the text that a date or a bigint is written as; undefined for other types. */
export function textFormOf(type: string): JsonObject | undefined {
  const text = texts.get(type);
  // A copy, since converters add descriptions to what they get.
  return text && { ...text };
}
