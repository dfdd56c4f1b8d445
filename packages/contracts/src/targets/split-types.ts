/**
 * Writes a schema of several types as a choice of schemas with one type each.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { annotations } from '../schema/keywords.js';
import { pick } from '../schema/map-schema.js';
import { isOfType } from '../schema/schema.js';

const ofNumbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const keywordsOfType: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ofNumbers,
  integer: ofNumbers,
  boolean: [],
  null: [],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'patternProperties'],
};
/** The keywords that stay beside the choice, as they are independent of the type. */
const besideTypes: readonly string[] = [...annotations, '$defs'];
const known: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  ...besideTypes,
  ...Object.values(keywordsOfType).flat(),
]);

/**
 * Turns `type: ["string", "null"]` into `anyOf`. A schema with unknown keywords stays unchanged; so does one that is mirrored
 * in a header, which must have its type itself.
 */
export function splitTypes(schema: JsonObject): JsonObject {
  const { type } = schema;
  if (!Array.isArray(type) || !Object.keys(schema).every((keyword) => known.has(keyword))) return schema;
  if (!type.every((it: JsonValue) => typeof it === 'string' && Object.hasOwn(keywordsOfType, it))) return schema;

  const branches = type.map((it: string) => branchOf(it, schema)).filter((it): it is JsonObject => it !== undefined);
  const [first] = branches;
  if (!first) return schema;
  const beside = pick(schema, besideTypes);
  return branches.length === 1 ? { ...first, ...beside } : { anyOf: branches, ...beside };
}

/** Returns the schema for values of one type; `undefined` if its values are listed and none has the type. */
function branchOf(type: string, schema: JsonObject): JsonObject | undefined {
  const branch = { type, ...pick(schema, keywordsOfType[type] ?? []) };
  const listed = listedValues(schema);
  if (!listed) return branch;

  const values = listed.filter((value) => isOfType(value, [type]));
  if (values.length === 0) return undefined;
  return type === 'null' ? branch : { ...branch, enum: values };
}

function listedValues(schema: JsonObject): readonly JsonValue[] | undefined {
  const { enum: values, const: value } = schema;
  if (value === undefined) return Array.isArray(values) ? values : undefined;
  const text = JSON.stringify(value);
  return !Array.isArray(values) || values.some((it) => JSON.stringify(it) === text) ? [value] : [];
}
