/**
 * JSON as a type: the only values that may cross the wire.
 */

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** Members by name; an absent member is missing rather than undefined. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Tells a JSON object from arrays, null and everything that is not an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
