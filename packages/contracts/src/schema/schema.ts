/**
 * A JSON Schema as a value, and basic predicates on it.
 */
import type { JsonObject } from '@sigil/core';
import { canonicalJson, isJsonObject } from '@sigil/core/building';

/** A JSON Schema 2020-12. */
export type Schema = JsonObject | boolean;

/** Distinguishes a schema from other JSON in a document of unknown origin. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isJsonObject(value);
}

/** Returns whether the schema is `true` or empty. */
export function admitsEverything(schema: unknown): boolean {
  return schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0);
}

/** Returns the names in `type`; none without one. */
export function typesOf({ type }: JsonObject): readonly string[] {
  return textsIn(Array.isArray(type) ? type : [type]);
}

/** Returns whether a value is of one of the types, given by their names in JSON Schema. */
export function isOfType(value: unknown, types: readonly string[]): boolean {
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) return types.includes('array');
  if (typeof value !== 'number') return types.includes(typeof value);
  return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
}

/** Returns whether two values are the same JSON, or both absent. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other);
}

/** Returns the strings in an array; none if it is not an array. */
export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((it) => typeof it === 'string') : [];
}

function textOf(value: unknown): string {
  return value === undefined ? '' : canonicalJson(value);
}
