/**
 * JSON as a type and as text: the only values that may cross the wire.
 */

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** Members by name; an absent member is missing rather than undefined. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Returns whether a value is a JSON object: neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An escaped backslash, a whole surrogate pair, or the half of one. */
const escapes = /\\(?:\\|(ud[89ab]..\\ud[c-f]..)|ud[89a-f]..)/gi;

/**
 * Replaces each half of a surrogate pair by U+FFFD, in a text that `JSON.stringify` wrote.
 *
 * Texts of authors may contain one, as after `text.slice(0, 100)`. Strict JSON parsers refuse the whole message for it, so that
 * callers over pipes and streams wait in vain.
 */
export function writeWithoutHalves(json: string): string {
  if (!hasEscapedHalf(json)) return json;
  return json.replace(escapes, (escape, pair?: string) =>
    pair !== undefined || escape === '\\\\' ? escape : '\ufffd',
  );
}

/** Returns whether a text has the escape of half of a surrogate pair; the other half may be there too. */
export function hasEscapedHalf(json: string): boolean {
  return json.includes('\\ud');
}
