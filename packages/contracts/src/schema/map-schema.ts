/**
 * Splits a schema into its direct subschemas, and rewrites it from the inside out.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import { holdings } from './keywords.js';
import { isSchema, type Schema } from './schema.js';

/** A schema and its place in the enclosing one. */
export interface ChildSchema {
  readonly schema: Schema;
  readonly keyword: string;
  /** The name of the schema, for a keyword that contains schemas by name. */
  readonly name?: string;
}

/** Returns the direct subschemas of `schema`, in the order of the keyword table. */
export function childrenOf(schema: JsonObject): ChildSchema[] {
  return [...holdings].flatMap(([keyword, holding]): ChildSchema[] => {
    const value = schema[keyword];
    if (holding === 'one') return isSchema(value) ? [{ schema: value, keyword }] : [];
    if (holding === 'listed')
      return Array.isArray(value) ? value.filter(isSchema).map((it) => ({ schema: it, keyword })) : [];
    if (!isJsonObject(value)) return [];
    return Object.entries(value).flatMap(([name, it]) => (isSchema(it) ? [{ schema: it, keyword, name }] : []));
  });
}

/** Replaces every schema within `schema`, and then itself, by the result of `change`. */
export function mapSchema(schema: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  return change(mapChildren(schema, (child) => mapSchema(child, change)));
}

/** Replaces the direct subschemas of `schema`; booleans stay. */
export function mapChildren(schema: JsonObject, change: (child: JsonObject) => JsonObject): JsonObject {
  const changeOne = (value: JsonValue): JsonValue => (isJsonObject(value) ? change(value) : value);
  return mapEntries(schema, (keyword, value) => {
    const holding = holdings.get(keyword);
    if (holding === 'one') return changeOne(value);
    if (holding === 'listed' && Array.isArray(value)) return value.map(changeOne);
    if (holding === 'named' && isJsonObject(value)) return mapEntries(value, (_name, member) => changeOne(member));
    return value;
  });
}

/** Returns the schema without some of its keywords. */
export function without(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** Returns the schema with only some of its keywords. */
export function pick(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)));
}

/** Maps entries. `Object.fromEntries` defines its keys, so that a member called `__proto__` stays a member. */
function mapEntries(object: JsonObject, change: (key: string, value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));
}
