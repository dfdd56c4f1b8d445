/**
 * Reads the constraints of a number. Older versions write exclusive bounds as flags beside the bound.
 */
import type { JsonObject } from '@sigil/core';
import type { Place } from '../source/pointer.js';
import type { ShapeReading } from './shape-reading.js';
import type { NumberShape } from './shape.js';

const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const;

/** Returns the number; a bound that is no number, or leaves nothing, is left out with a notice. */
export function readNumber(reading: ShapeReading, schema: JsonObject, place: Place): NumberShape {
  const leaveOut = (keyword: string): undefined => {
    reading.notices.add('constraint-left-out', place, `${keyword} has no meaning or contradicts another bound`);
    return undefined;
  };
  const found: Partial<Record<(typeof bounds)[number], number>> = {};
  for (const keyword of bounds) {
    const value = schema[keyword];
    if (value === undefined || typeof value === 'boolean') continue;
    const isValid = typeof value === 'number' && Number.isFinite(value) && (keyword !== 'multipleOf' || value > 0);
    if (isValid) found[keyword] = value;
    else leaveOut(keyword);
  }
  if (reading.dialect === '3.1' && (schema.exclusiveMinimum === true || schema.exclusiveMaximum === true))
    reading.notices.add(
      'older-keyword',
      place,
      'a bound beside exclusiveMinimum or exclusiveMaximum: true is exclusive',
    );
  if (schema.exclusiveMinimum === true && found.minimum !== undefined) {
    found.exclusiveMinimum = found.minimum;
    delete found.minimum;
  }
  if (schema.exclusiveMaximum === true && found.maximum !== undefined) {
    found.exclusiveMaximum = found.maximum;
    delete found.maximum;
  }
  return dropContradictions(
    { kind: 'number', ...(schema.type === 'integer' && { isInteger: true }), ...found },
    leaveOut,
  );
}

/** Leaves out the upper bounds if nothing lies between the bounds. */
export function dropContradictions(shape: NumberShape, leaveOut: (keyword: string) => void): NumberShape {
  const { maximum, exclusiveMaximum, ...others } = shape;
  const low = Math.max(shape.minimum ?? -Infinity, shape.exclusiveMinimum ?? -Infinity);
  const high = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  const isExclusive = shape.exclusiveMinimum === low || exclusiveMaximum === high;
  if (Number.isFinite(low) && Number.isFinite(high) && (isExclusive ? low >= high : low > high)) {
    leaveOut(maximum === undefined ? 'exclusiveMaximum' : 'maximum');
    return others;
  }
  return shape;
}
