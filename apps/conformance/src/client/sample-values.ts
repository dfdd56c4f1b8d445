/**
 * Generates values that fit a schema: arguments of a tool, and a form filled in with its defaults.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { ElicitReply } from '@sigil/testing';

/** Builds a call with a value for every property; a property "schema" gets the first tool's, as one scenario requires. */
export function sampleCall({ name, inputSchema }: JsonObject, listed: readonly JsonObject[]): JsonObject {
  const given = fill(inputSchema, sampleOf);
  const schema = listed[0]?.['inputSchema'];
  const echoed = 'schema' in given && schema !== undefined ? { schema } : {};
  return { name: name ?? '', arguments: { ...given, ...echoed } };
}

/** Accepts a form unchanged: every property with a default has it. */
export function sampleForm({ requestedSchema }: JsonObject): ElicitReply {
  return { action: 'accept', content: fill(requestedSchema, (schema) => schema['default'] ?? sampleOf(schema)) };
}

function fill(schema: JsonValue | undefined, valueOf: (schema: JsonObject) => JsonValue): JsonObject {
  const properties = isJsonObject(schema) && isJsonObject(schema['properties']) ? schema['properties'] : {};
  const entries = Object.entries(properties);
  return Object.fromEntries(entries.map(([name, it]) => [name, isJsonObject(it) ? valueOf(it) : 'text']));
}

function sampleOf({ type, enum: values, properties }: JsonObject): JsonValue {
  if (Array.isArray(values) && values[0] !== undefined) return values[0];
  if (type === 'integer' || type === 'number') return 5;
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  if (type === 'object') return fill({ properties: properties ?? {} }, sampleOf);
  return 'text';
}
