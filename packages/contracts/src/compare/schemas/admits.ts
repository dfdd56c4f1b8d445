/**
 * Determines whether a schema's bounds accept one string or number.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { openFormats } from './open-formats.js';
import { readNumberLimits } from './number-limits.js';

/** `unknown` where only a validator could decide. */
export type Admission = 'yes' | 'no' | 'unknown';

/** Checks only the keywords for the value's own kind, and ignores `type`. */
export function admits(schema: JsonObject, value: JsonValue): Admission {
  if (typeof value === 'string') return admitsString(schema, value);
  if (typeof value === 'number') return admitsNumber(schema, value) ? 'yes' : 'no';
  return value === null || typeof value === 'boolean' ? 'yes' : 'unknown';
}

function admitsString(schema: JsonObject, value: string): Admission {
  const { minLength = 0, maxLength = Infinity, pattern } = schema;
  const length = [...value].length;
  if (length < Number(minLength) || length > Number(maxLength)) return 'no';
  if (typeof pattern === 'string' && !matches(pattern, value)) return 'no';
  const isUndecided = ['format', 'contentEncoding', 'contentMediaType'].some(
    (keyword) => keyword in schema && !openFormats.has(schema[keyword]),
  );
  return isUndecided ? 'unknown' : 'yes';
}

/** Tests a pattern; one that is not a valid regular expression matches nothing. */
export function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    // The schema's author has to fix the pattern; here it matches nothing.
    return false;
  }
}

function admitsNumber(schema: JsonObject, value: number): boolean {
  const { least, most, multiples } = readNumberLimits(schema);
  const isInside =
    (least.isOpen ? value > least.value : value >= least.value) &&
    (most.isOpen ? value < most.value : value <= most.value);
  return isInside && multiples.every((step) => Number.isInteger(value / step));
}
