/**
 * Writes the schema of an object so that clients can read it whose revision wants every property's schema to be an object.
 *
 * Spec: schema/2025-11-25 Tool, 2026-07-28 server/tools#data-types
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import type { Revision } from './revision.js';

/** The schema as it is, or with `{}` and `{ "not": {} }` for the properties whose schemas are `true` and `false`. */
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
