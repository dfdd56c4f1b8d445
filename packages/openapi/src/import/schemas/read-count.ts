/**
 * Reads a constraint that counts: lengths and numbers of items.
 */
import type { JsonObject } from '@sigil/core';
import { partOf, type Place } from '../source/pointer.js';
import type { ShapeReading } from './shape-reading.js';

/** Returns the count; one that has no meaning, or lies below `atLeast`, is left out with a notice. */
export function readCount(
  reading: ShapeReading,
  schema: JsonObject,
  {
    keyword,
    place,
    atLeast = 0,
  }: { readonly keyword: string; readonly place: Place; readonly atLeast?: number | undefined },
): number | undefined {
  const value = schema[keyword];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= atLeast) return value;
  reading.notices.add('constraint-left-out', partOf(place, keyword), `${keyword} is no count, or leaves nothing`);
  return undefined;
}
