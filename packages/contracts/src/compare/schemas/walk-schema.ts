/**
 * Walks through the schemas inside of a schema, and rewrites them so that only what matters is compared.
 *
 * Knows which keywords hold schemas, so that a property called `title` is not taken for a title.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { canonicalJson, isJsonObject } from '@sigil/core/building';
import type { Schema } from './schema-change.js';

const schemasByName = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const schemasInOrder = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const oneSchema = new Set([
  'items',
  'additionalProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const sets = new Set(['enum', 'required', 'type', 'anyOf']);

const documentation = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
  '$schema',
]);

/** Whether the keyword says nothing about which values belong. */
export function isDocumentation(keyword: string): boolean {
  return documentation.has(keyword) || keyword.startsWith('x-');
}

/** The schema with nothing left but what decides which values belong, as text; what is a set is sorted. */
export function textOfValues(schema: Schema): string {
  return canonicalJson(rewrite(schema, (keyword) => !isDocumentation(keyword)));
}

/** The whole schema as text; what is a set is sorted. */
export function textOfSchema(schema: Schema): string {
  return canonicalJson(rewrite(schema, () => true));
}

function rewrite(schema: JsonValue, keeps: (keyword: string) => boolean): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const members = Object.entries(schema)
    .filter(([keyword]) => keeps(keyword))
    .map(([keyword, value]) => [keyword, sortSet(keyword, rewriteInside(keyword, value, keeps))] as const);
  return Object.fromEntries(members) as JsonObject;
}

function rewriteInside(keyword: string, value: JsonValue, keeps: (keyword: string) => boolean): JsonValue {
  if (oneSchema.has(keyword)) return rewrite(value, keeps);
  if (schemasInOrder.has(keyword) && Array.isArray(value)) {
    return value.map((inner: JsonValue) => rewrite(inner, keeps));
  }
  if (!schemasByName.has(keyword) || !isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rewrite(inner, keeps)])) as JsonObject;
}

function sortSet(keyword: string, value: JsonValue): JsonValue {
  if (!sets.has(keyword) || !Array.isArray(value)) return value;
  return value
    .map((member: JsonValue) => ({ member, text: canonicalJson(member) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ member }) => member);
}
