/**
 * Builds the smallest value of a schema, for a reader to complete.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { listOf, numberOf, objectOf } from '../json.js';
import { resolve } from './read-field.js';

const deepest = 6;
const mostItems = 3;
const emptyValues: Readonly<Record<string, JsonValue>> = {
  string: '',
  number: 0,
  integer: 0,
  boolean: false,
  null: null,
  array: [],
  object: {},
};

/** Builds a value. Objects have their required properties only, and `null` replaces what is deeper than six levels. */
export function buildSkeleton(given: JsonValue | undefined, root: JsonObject, depth = 0): JsonValue {
  const schema = resolve(given, root);
  const known = schema['const'] ?? schema['default'] ?? listOf(schema['examples'])[0] ?? listOf(schema['enum'])[0];
  if (known !== undefined) return known;
  const [member] = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  const type = Array.isArray(schema['type']) ? listOf(schema['type'])[0] : schema['type'];
  if (depth > deepest) return null;
  if (member !== undefined) return buildSkeleton(member, root, depth + 1);
  if (type === 'object') return buildObject(schema, root, depth);
  if (type === 'array') return buildList(schema, root, depth);
  return numberOf(schema['minimum']) ?? emptyValues[String(type)] ?? null;
}

function buildObject(schema: JsonObject, root: JsonObject, depth: number): JsonObject {
  const required = listOf(schema['required']);
  const properties = Object.entries(objectOf(schema['properties'])).filter(([name]) => required.includes(name));
  return Object.fromEntries(properties.map(([name, property]) => [name, buildSkeleton(property, root, depth + 1)]));
}

function buildList(schema: JsonObject, root: JsonObject, depth: number): JsonValue {
  const fixed = listOf(schema['prefixItems']);
  if (fixed.length > 0) return fixed.map((item) => buildSkeleton(item, root, depth + 1));
  const least = Math.min(numberOf(schema['minItems']) ?? 0, mostItems);
  return Array.from({ length: least }, () => buildSkeleton(schema['items'], root, depth + 1));
}
