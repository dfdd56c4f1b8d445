/**
 * Writes a schema as text for comparison: sets are sorted, and documentation can be left out.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { canonicalJson } from '@sigil/core/building';
import { isDocumentation } from '../../schema/keywords.js';
import { mapSchema } from '../../schema/map-schema.js';
import type { Schema } from '../../schema/schema.js';

const sets = new Set(['enum', 'required', 'type', 'anyOf']);

/** Writes only the parts of the schema that determine its values; sets are sorted. */
export function textOfValues(schema: Schema): string {
  return textOf(schema, (keyword) => !isDocumentation(keyword));
}

/** Writes the whole schema; sets are sorted. */
export function textOfSchema(schema: Schema): string {
  return textOf(schema, () => true);
}

function textOf(schema: Schema, keeps: (keyword: string) => boolean): string {
  if (typeof schema === 'boolean') return canonicalJson(schema);
  return canonicalJson(
    mapSchema(schema, (it): JsonObject => {
      const kept = Object.entries(it).filter(([keyword]) => keeps(keyword));
      return Object.fromEntries(kept.map(([keyword, value]) => [keyword, sortSet(keyword, value)]));
    }),
  );
}

function sortSet(keyword: string, value: JsonValue): JsonValue {
  if (!sets.has(keyword) || !Array.isArray(value)) return value;
  return value
    .map((member: JsonValue) => ({ member, text: canonicalJson(member) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ member }) => member);
}
