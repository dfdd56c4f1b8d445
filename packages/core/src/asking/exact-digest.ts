/**
 * A digest of a value, by which it is known again: values that a method could tell apart have different digests.
 *
 * JSON text is not enough for that: in it -0 is 0, what is too large for a number is null, and so is what is not there.
 * The order of an object's members does not count.
 */
import { isJsonObject, type JsonValue } from '../model/json.js';

/** JSON as it was read, and what is not there. */
export type ExactValue = JsonValue | undefined | readonly ExactValue[] | { readonly [name: string]: ExactValue };

/** SHA-256 of `writeExactly`. */
export async function digestExactly(value: ExactValue): Promise<Uint8Array<ArrayBuffer>> {
  // A lone surrogate stands in the text as an escape, so that UTF-8 keeps it.
  const bytes = new TextEncoder().encode(writeExactly(value)) as Uint8Array<ArrayBuffer>; // a fresh buffer of its own
  return new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes));
}

/** A text that only equal values have. */
export function writeExactly(value: ExactValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeExactly).join(',')}]`;
  if (!isJsonObject(value)) return Object.is(value, -0) ? '-0' : String(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${writeExactly(inner)}`).join(',')}}`;
}
