/**
 * Names the kind of a value for messages, which never quote the value itself.
 */

/** Returns `a string`, `an array`, `null` and so on; `nothing` for undefined. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
