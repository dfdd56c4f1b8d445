/**
 * Adds to moments and measures between them, along the calendar of their zone.
 */
import { ToolError } from '@sigil/core';
import type { Temporal } from 'temporal-polyfill';

/** A unit to measure in. */
export type DifferenceUnit = 'years' | 'months' | 'weeks' | 'days' | 'hours' | 'minutes' | 'seconds';

/** The distance between two moments. */
export interface Difference {
  /** The whole distance in the unit asked for, with a fraction, for example `1.5` */
  total: number;
  /** The unit of `total` */
  unit: DifferenceUnit;
  /** The same in mixed units, as an ISO 8601 duration, for example `P1DT12H` */
  duration: string;
}

/** The amounts to add, per unit; negative amounts subtract. */
export type Amounts = Readonly<Partial<Record<DifferenceUnit, number>>>;

/**
 * Adds years to days along the calendar first, then hours to seconds as time that passes.
 *
 * @throws ToolError for mixed signs, or when the result is beyond the years that can be represented
 */
export function addTo(moment: Temporal.ZonedDateTime, amounts: Amounts): Temporal.ZonedDateTime {
  const given = Object.entries(amounts).filter(([, amount]) => amount !== undefined && amount !== 0);
  if (given.length === 0) return moment;
  if (new Set(given.map(([, amount]) => Math.sign(amount))).size > 1) throw mixedSigns();

  try {
    return moment.add(Object.fromEntries(given));
  } catch (cause) {
    throw new ToolError('the result is too far from the present', {
      cause,
      suggestions: ['Years from -271821 to 275760 can be represented, and amounts must be whole numbers'],
    });
  }
}

/** Measures from `start` to `end`, which are in the same zone. */
export function measure(start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime, unit: DifferenceUnit): Difference {
  const duration = start.until(end, { largestUnit: unit });
  return { total: duration.total({ unit, relativeTo: start }), unit, duration: duration.toString() };
}

function mixedSigns(): ToolError {
  return new ToolError('amounts must be all positive or all negative', {
    suggestions: ['Add the positive amounts in one call and subtract the negative ones from its result in a second'],
  });
}
