/**
 * Takes a schema apart into the schemas right within it, and rewrites it from the inside out.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import { holdings } from './keywords.js';
import { isSchema, type Schema } from './schema.js';

/** A schema and where in the enclosing one it stands. */
export interface ChildSchema {
  readonly schema: Schema;
  readonly keyword: string;
  /** The name of the schema, for a keyword that holds schemas by name. */
  readonly name?: string;
}

/** The schemas right below `schema`, in the order of the table of keywords. */
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

/** Replaces every schema within `schema`, and then itself, by what `change` makes of it. */
export function mapSchema(schema: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  return change(mapChildren(schema, (child) => mapSchema(child, change)));
}

/** Replaces the schemas right below `schema`; booleans stay. */
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

/** The schema without some of its keywords. */
export function without(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** The schema with nothing but some of its keywords. */
export function pick(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)));
}

/** `Object.fromEntries` defines its keys, so that a member called `__proto__` stays a member. */
function mapEntries(object: JsonObject, change: (key: string, value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));
}
