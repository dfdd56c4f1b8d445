/**
 * A digest that identifies a value: values that a method could distinguish have different digests.
 *
 * JSON text is not exact enough: it writes -0 as 0, and infinite numbers and missing elements as null. The order of an object's
 * members does not matter.
 */
import { isJsonObject, type JsonValue } from '../model/json.js';

/** A parsed JSON value, or `undefined`. */
export type ExactValue = JsonValue | undefined | readonly ExactValue[] | { readonly [name: string]: ExactValue };

/** Returns the SHA-256 of `writeExactly`. */
export async function digestExactly(value: ExactValue): Promise<Uint8Array<ArrayBuffer>> {
  // The text writes a lone surrogate as an escape, so that UTF-8 preserves it.
  const bytes = new TextEncoder().encode(writeExactly(value)) as Uint8Array<ArrayBuffer>; // encode() allocates a fresh buffer
  return new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes));
}

/** Writes a text that only equal values share. */
export function writeExactly(value: ExactValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeExactly).join(',')}]`;
  if (!isJsonObject(value)) return Object.is(value, -0) ? '-0' : String(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${writeExactly(inner)}`).join(',')}}`;
}
