/**
 * Joins the constraints of two texts or two numbers: of two bounds the narrower one.
 */
import type { Place } from '../source/pointer.js';
import { dropContradictions } from './read-number.js';
import type { ShapeReading } from './shape-reading.js';
import type { NumberShape, StringShape } from './shape.js';

/** A type holds one pattern and one format; a second one is left out with a notice. */
export function joinStrings(
  { notices }: ShapeReading,
  [a, b]: readonly [StringShape, StringShape],
  place: Place,
): StringShape {
  for (const keyword of ['pattern', 'format'] as const) {
    if (a[keyword] !== undefined && b[keyword] !== undefined && a[keyword] !== b[keyword])
      notices.add('constraint-left-out', place, `a second ${keyword} has no type`);
  }
  const minLength = Math.max(a.minLength ?? 0, b.minLength ?? 0);
  const maxLength = Math.min(a.maxLength ?? Infinity, b.maxLength ?? Infinity);
  if (minLength > maxLength) notices.add('constraint-left-out', place, 'maxLength lies below minLength');
  return {
    ...b,
    ...(a.pattern !== undefined && { pattern: a.pattern }),
    ...(a.format !== undefined && { format: a.format }),
    ...(a.isBytes && { isBytes: true }),
    ...(minLength > 0 && { minLength }),
    ...(maxLength < Infinity && maxLength >= minLength && { maxLength }),
  };
}

/** Two factors are joined only if one divides the other. */
export function joinNumbers(
  { notices }: ShapeReading,
  [a, b]: readonly [NumberShape, NumberShape],
  place: Place,
): NumberShape {
  const narrower = (
    keyword: 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum',
    choose: (...values: number[]) => number,
  ): Partial<NumberShape> => {
    const values = [a[keyword], b[keyword]].filter((value) => value !== undefined);
    return values.length === 0 ? {} : { [keyword]: choose(...values) };
  };
  const [small = 1, large = small] = [a.multipleOf, b.multipleOf]
    .filter((value) => value !== undefined)
    .toSorted((x, y) => x - y);
  const hasFactor = a.multipleOf !== undefined || b.multipleOf !== undefined;
  if (!Number.isInteger(large / small)) notices.add('constraint-left-out', place, 'a second multipleOf has no type');
  const joined: NumberShape = {
    kind: 'number',
    ...((a.isInteger || b.isInteger) && { isInteger: true }),
    ...narrower('minimum', Math.max),
    ...narrower('exclusiveMinimum', Math.max),
    ...narrower('maximum', Math.min),
    ...narrower('exclusiveMaximum', Math.min),
    ...(hasFactor && { multipleOf: large }),
  };
  return dropContradictions(joined, (keyword) =>
    notices.add('constraint-left-out', place, `${keyword} leaves nothing`),
  );
}
