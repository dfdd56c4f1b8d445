// @ts-check
/**
 * The types that the scripts have for JSON, and how they look into it.
 */

/** @typedef {null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue }} JsonValue */
/** @typedef {{ [name: string]: JsonValue }} JsonObject */

/**
 * @param {unknown} value
 * @returns {value is JsonObject}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Its text, or nothing when it is none.
 *
 * @param {unknown} value
 * @returns {string | undefined}
 */
export function textOf(value) {
  return typeof value === 'string' ? value : undefined;
}

/**
 * Its number, or nothing when it is none.
 *
 * @param {unknown} value
 * @returns {number | undefined}
 */
export function numberOf(value) {
  return typeof value === 'number' ? value : undefined;
}

/**
 * Its items, or none when it is no list.
 *
 * @param {unknown} value
 * @returns {JsonValue[]}
 */
export function listOf(value) {
  return Array.isArray(value) ? value : [];
}

/**
 * JSON for people.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function pretty(value) {
  return JSON.stringify(value, undefined, 2);
}
