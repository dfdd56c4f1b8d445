/**
 * Reads which numbers a schema accepts, however its bounds are written.
 */
import type { JsonObject, JsonValue } from '@sigil/core';

/** One end of a range. */
export interface End {
  readonly value: number;
  /** Whether the value itself is excluded. */
  readonly isOpen: boolean;
}

/** Everything a schema says about numbers. */
export interface NumberLimits {
  readonly least: End;
  readonly most: End;
  /** The divisors of every number; 1 means integers. */
  readonly multiples: readonly number[];
}

/** Reads the limits of a number; those of integers are closed and whole. */
export function readNumberLimits(schema: JsonObject): NumberLimits {
  const types: readonly JsonValue[] = Array.isArray(schema['type']) ? schema['type'] : [schema['type'] ?? 'number'];
  const isInteger = types.includes('integer') && !types.includes('number');
  const { multipleOf } = schema;
  const multiples = [...(isInteger ? [1] : []), ...(typeof multipleOf === 'number' ? [multipleOf] : [])];
  const least = chooseEnd(schema['minimum'], schema['exclusiveMinimum'], -1);
  const most = chooseEnd(schema['maximum'], schema['exclusiveMaximum'], 1);
  if (!multiples.includes(1)) return { least, most, multiples };
  return { least: wholeEnd(least, -1), most: wholeEnd(most, 1), multiples };
}

/** Chooses the tighter of the two. @param side -1 for the lower end, 1 for the upper */
function chooseEnd(closed: JsonValue | undefined, open: JsonValue | undefined, side: -1 | 1): End {
  const ends: End[] = [{ value: side * Infinity, isOpen: false }];
  if (typeof closed === 'number') ends.push({ value: closed, isOpen: false });
  if (typeof open === 'number') ends.push({ value: open, isOpen: true });
  return ends.reduce((tightest, end) => (compareEnds(end, tightest, side) < 0 ? end : tightest));
}

/** Returns less than 0 if `a` is stricter than `b`, 0 if they are equal. @param side -1 for lower ends, 1 for upper */
export function compareEnds(a: End, b: End, side: -1 | 1): number {
  if (a.value !== b.value) return side * (a.value < b.value ? -1 : 1);
  return Number(b.isOpen) - Number(a.isOpen);
}

function wholeEnd({ value, isOpen }: End, side: -1 | 1): End {
  if (!Number.isFinite(value)) return { value, isOpen: false };
  const whole = side === 1 ? Math.floor(value) : Math.ceil(value);
  return { value: isOpen && whole === value ? whole - side : whole, isOpen: false };
}
