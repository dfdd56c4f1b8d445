/**
 * Adapts structured results with any JSON root to revisions that require object roots, in step with the schema.
 *
 * Spec: 2025-11-25 server/tools#output-schema, 2026-07-28 server/tools#output-schema
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import type { Revision } from './revision.js';

const wrapper = 'result';

/** Returns whether a tool with this output schema answers `{ "result": value }` in this revision. */
export function needsWrapping(outputSchema: JsonObject, revision: Revision): boolean {
  return revision.structuredContent === 'objects' && outputSchema['type'] !== 'object';
}

/** Returns the schema unchanged, or as the `result` of an object. Local references keep their targets. */
export function wrapOutputSchema(outputSchema: JsonObject, revision: Revision): JsonObject {
  if (!needsWrapping(outputSchema, revision)) return outputSchema;
  return {
    type: 'object',
    properties: { [wrapper]: rebaseReferences(outputSchema) as JsonObject },
    required: [wrapper],
  };
}

/** @param valueJson the structured result as JSON text */
export function wrapStructured(valueJson: string): string {
  return `{"${wrapper}":${valueJson}}`;
}

function rebaseReferences(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(rebaseReferences);
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, rebaseMember(key, value)]));
}

function rebaseMember(key: string, value: JsonValue): JsonValue {
  const isPointer = key === '$ref' && typeof value === 'string' && (value === '#' || value.startsWith('#/'));
  if (!isPointer) return rebaseReferences(value);
  return `#/properties/${wrapper}${value.slice(1)}`;
}
