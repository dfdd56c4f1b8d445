/**
 * Finds the schema of a part of a value, within the schema of the whole.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { resolveReference } from './json-pointer.js';

/** The schema of a part. */
export interface SchemaPart {
  readonly schema: JsonValue;
  /** True if every value has the part. */
  readonly isRequired: boolean;
}

/** @returns `undefined` if no value has such a part by its schema; a schema that says nothing of it allows it */
export function schemaPartAt(schema: JsonValue, path: readonly string[], root: JsonObject): SchemaPart | undefined {
  let part: SchemaPart | undefined = { schema, isRequired: true };
  for (const name of path) {
    const next: SchemaPart | undefined = part && memberPart(part.schema, name, root, 0);
    part = part && next && { schema: next.schema, isRequired: part.isRequired && next.isRequired };
  }
  return part;
}

/** Schemas refer to each other no deeper than this; more is a circle. */
const deepest = 32;

function memberPart(schema: JsonValue, name: string, root: JsonObject, depth: number): SchemaPart | undefined {
  if (schema === true || depth > deepest) return { schema: {}, isRequired: false };
  if (!isJsonObject(schema)) return undefined;
  const found = [ownPart(schema, name), ...inheritedParts(schema, name, root, depth)];
  const target = resolveReference(schema['$ref'], root);
  if (target !== undefined) found.push(memberPart(target, name, root, depth + 1));
  const parts = found.filter((it) => it !== undefined);
  const isRequired = parts.some((it) => it.isRequired);
  if (parts.length > 0)
    return { schema: parts.length === 1 ? parts[0]!.schema : { allOf: parts.map((it) => it.schema) }, isRequired };
  return isOpen(schema) ? { schema: {}, isRequired: false } : undefined;
}

function ownPart(schema: JsonObject, name: string): SchemaPart | undefined {
  const { properties, required, prefixItems, items, additionalProperties } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) {
    return { schema: properties[name]!, isRequired: Array.isArray(required) && required.includes(name) };
  }
  if (/^(?:0|[1-9]\d*)$/.test(name)) {
    const item = Array.isArray(prefixItems) ? (prefixItems as readonly JsonValue[])[Number(name)] : undefined;
    if (item !== undefined) return { schema: item, isRequired: false };
    if (isJsonObject(items)) return { schema: items, isRequired: false };
  }
  return isJsonObject(additionalProperties) ? { schema: additionalProperties, isRequired: false } : undefined;
}

function inheritedParts(
  schema: JsonObject,
  name: string,
  root: JsonObject,
  depth: number,
): readonly (SchemaPart | undefined)[] {
  const partsIn = (keyword: string): readonly (SchemaPart | undefined)[] => {
    const schemas = schema[keyword];
    if (!Array.isArray(schemas)) return [];
    return schemas.map((it: JsonValue) => (isEmpty(it) ? undefined : memberPart(it, name, root, depth + 1)));
  };
  return [...partsIn('allOf'), ...['anyOf', 'oneOf'].map((keyword) => joinChoices(partsIn(keyword)))];
}

/** Combines the parts of alternatives, of which a value has one. */
function joinChoices(choices: readonly (SchemaPart | undefined)[]): SchemaPart | undefined {
  const parts = choices.filter((it) => it !== undefined);
  if (parts.length === 0) return undefined;
  const isRequired = parts.length === choices.length && parts.every((it) => it.isRequired);
  return { schema: parts.length === 1 ? parts[0]!.schema : { anyOf: parts.map((it) => it.schema) }, isRequired };
}

function isEmpty(schema: JsonValue): boolean {
  return isJsonObject(schema) && Object.keys(schema).every((name) => name === 'required');
}

const naming = ['properties', 'items', 'prefixItems', 'allOf', 'anyOf', 'oneOf', '$ref'];
const scalars: ReadonlySet<JsonValue> = new Set<JsonValue>(['string', 'number', 'integer', 'boolean', 'null']);

/** Returns whether values may have parts that the schema does not name. */
function isOpen(schema: JsonObject): boolean {
  const { type, additionalProperties, patternProperties } = schema;
  if (additionalProperties === true || patternProperties !== undefined) return true;
  const types = Array.isArray(type) ? type : [type];
  if (type !== undefined && types.every((it) => it !== undefined && scalars.has(it))) return false;
  return additionalProperties !== false && !naming.some((keyword) => Object.hasOwn(schema, keyword));
}

/** Returns the schema of the items of a list; `undefined` if the value is no list by its schema. */
export function itemSchema(schema: JsonValue, root: JsonObject): JsonValue | undefined {
  const part = schemaPartAt(schema, ['0'], root);
  const type = isJsonObject(schema) ? schema['type'] : undefined;
  return type === 'object' ? undefined : part?.schema;
}
