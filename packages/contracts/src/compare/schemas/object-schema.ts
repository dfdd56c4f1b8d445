/**
 * Reads the keywords of an object schema into tables.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import { matches } from './admits.js';
import { isSchema, type Schema } from '../../schema/schema.js';

/** A description of objects. */
export interface ObjectSchema {
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
  readonly patterns: ReadonlyMap<string, Schema>;
  /** The schema of properties with other names; `false` if there may be none. */
  readonly others: Schema;
}

/** Reads the tables of an object schema; ignores keywords whose value is not a schema where one is required. */
export function readObject(schema: JsonObject): ObjectSchema {
  const { required, additionalProperties } = schema;
  const names = Array.isArray(required) ? (required as readonly string[]) : [];
  const properties = schemasIn(schema['properties']);
  const others = isSchema(additionalProperties) ? additionalProperties : true;
  const patterns = schemasIn(schema['patternProperties']);
  const isPatterned = (name: string): boolean => [...patterns.keys()].some((pattern) => matches(pattern, name));
  // An undescribed required name has the schema of the matching patterns, or else of other names.
  const undescribed = names
    .filter((name) => !properties.has(name))
    .map((name) => [name, isPatterned(name) ? true : others] as const);
  return { properties: new Map([...properties, ...undescribed]), required: new Set(names), patterns, others };
}

function schemasIn(table: JsonValue | undefined): ReadonlyMap<string, Schema> {
  if (!isJsonObject(table)) return new Map();
  const entries = Object.entries(table).filter((entry): entry is [string, Schema] => isSchema(entry[1]));
  return new Map(entries);
}
