/**
 * The meaning of a control that is left empty: not sent, or sent as `null` if the value is required and may be null.
 */
import type { ControlProps } from './field-frame.js';

/** Returns the value of an empty control. */
export function emptyValue({ field, place }: ControlProps): null | undefined {
  return place.isRequired && field.isNullable ? null : undefined;
}

/** Returns whether the reader must fill in a control. */
export function isNeeded({ field, place }: ControlProps): boolean {
  return place.isRequired && !field.isNullable;
}
