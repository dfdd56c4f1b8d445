/**
 * Writes an object schema for clients whose revision requires every property's schema to be an object.
 *
 * Spec: schema/2025-11-25 Tool, 2026-07-28 server/tools#data-types
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import type { Revision } from './revision.js';

/** Returns the schema, replacing property schemas `true` and `false` by `{}` and `{ "not": {} }` where needed. */
export function writeObjectSchema(schema: JsonObject, revision: Revision): JsonObject {
  const properties = schema['properties'];
  if (revision.booleanSchemas === 'known' || !isJsonObject(properties)) return schema;
  const entries = Object.entries(properties);
  if (!entries.some(([, value]) => typeof value === 'boolean')) return schema;
  return { ...schema, properties: Object.fromEntries(entries.map(([name, value]) => [name, asObject(value)])) };
}

function asObject(schema: JsonValue): JsonValue {
  if (typeof schema !== 'boolean') return schema;
  return schema ? {} : { not: {} };
}
