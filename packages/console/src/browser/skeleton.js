// @ts-check
/**
 * Writes the smallest value that a schema may take, for a reader to fill in.
 */
import { isObject, listOf, numberOf } from './json.js';
import { resolve } from './read-field.js';

/** @typedef {import('./json.js').JsonValue} JsonValue */
/** @typedef {import('./json.js').JsonObject} JsonObject */

const deepest = 6;
/** @type {Readonly<Record<string, JsonValue>>} */
const emptyOf = { string: '', number: 0, integer: 0, boolean: false, null: null, array: [], object: {} };

/**
 * Objects have their required properties only; what is deeper than six levels is left out.
 *
 * @param {JsonValue | undefined} given
 * @param {JsonObject} root where references point into
 * @param {number} [depth]
 * @returns {JsonValue}
 */
export function skeletonOf(given, root, depth = 0) {
  const schema = resolve(given, root);
  const told = schema['const'] ?? schema['default'] ?? listOf(schema['examples'])[0] ?? listOf(schema['enum'])[0];
  if (told !== undefined) return told;
  const members = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  if (depth > deepest) return null;
  if (members.length > 0) return skeletonOf(members[0], root, depth + 1);
  if (type === 'object') return objectOf(schema, root, depth);
  if (type === 'array') return listOfItems(schema, root, depth);
  return numberOf(schema['minimum']) ?? emptyOf[String(type)] ?? null;
}

/** @param {JsonObject} schema @param {JsonObject} root @param {number} depth */
function objectOf(schema, root, depth) {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Object.entries(properties).filter(([name]) => listOf(schema['required']).includes(name));
  return Object.fromEntries(required.map(([name, property]) => [name, skeletonOf(property, root, depth + 1)]));
}

/** @param {JsonObject} schema @param {JsonObject} root @param {number} depth */
function listOfItems(schema, root, depth) {
  const fixed = listOf(schema['prefixItems']);
  if (fixed.length > 0) return fixed.map((item) => skeletonOf(item, root, depth + 1));
  const least = Math.min(numberOf(schema['minItems']) ?? 0, 3);
  return Array.from({ length: least }, () => skeletonOf(schema['items'], root, depth + 1));
}
