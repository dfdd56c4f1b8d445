/**
 * Rewrites a schema from the inside out.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';

const named: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
const listed: ReadonlySet<string> = new Set(['prefixItems', 'anyOf', 'oneOf', 'allOf']);
const single: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'propertyNames',
  'contains',
  'unevaluatedItems',
  'unevaluatedProperties',
  'not',
  'if',
  'then',
  'else',
]);

/** Replaces every schema within `schema`, and then itself, by what `change` makes of it. */
export function mapSchema(schema: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  return change(mapChildren(schema, (child) => mapSchema(child, change)));
}

/** Replaces the schemas right below `schema`; booleans stay. */
export function mapChildren(schema: JsonObject, change: (child: JsonObject) => JsonObject): JsonObject {
  const changeOne = (value: JsonValue): JsonValue => (isJsonObject(value) ? change(value) : value);
  return mapEntries(schema, (keyword, value) => {
    if (single.has(keyword)) return changeOne(value);
    if (listed.has(keyword) && Array.isArray(value)) return value.map(changeOne);
    if (named.has(keyword) && isJsonObject(value)) return mapEntries(value, (_name, member) => changeOne(member));
    return value;
  });
}

/** The schema without some of its keywords. */
export function without(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** `Object.fromEntries` defines its keys, so that a member called `__proto__` stays a member. */
function mapEntries(object: JsonObject, change: (key: string, value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));
}
