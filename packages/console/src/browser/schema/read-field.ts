/**
 * Chooses the kind of form field for a JSON Schema. A schema that fits no field is filled in as JSON.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isObject, listOf, objectOf, textOf } from '../json.js';

/** The kinds of fields. */
export type FieldKind =
  | ('text' | 'number' | 'boolean' | 'moment' | 'bytes' | 'constant' | 'choice' | 'choices' | 'suggestion' | 'json')
  | ('list' | 'object' | 'map' | 'union');

/** One value to choose. */
export interface Option {
  readonly value: JsonValue;
  readonly label: string;
}

/** One member of a union. */
export interface Shape {
  readonly schema: JsonObject;
  readonly label: string;
}

/** A field of a form. */
export interface Field {
  readonly kind: FieldKind;
  /** The schema without `$ref` and `null`. */
  readonly schema: JsonObject;
  readonly isNullable: boolean;
  /** Of `choice`, `choices`, `suggestion` and `constant`. */
  readonly options: readonly Option[];
  /** Of `union`. */
  readonly shapes: readonly Shape[];
}

/** A member of schemas that this application makes: the text has no second line. */
export const oneLine = 'x-one-line';
/** A member of schemas that this application makes: values that the server offers, beside which others are allowed. */
export const suggestions = 'x-suggestions';

/** The schemas of the keys and values of an object whose names are not fixed. */
export interface EntrySchemas {
  readonly key: JsonObject;
  readonly value: JsonValue;
}

const deepestForm = 4;
const mostReferences = 8;

/**
 * @param root the schema that references point into
 * @param depth of the field in its form, from 0
 */
export function readField(given: JsonValue | undefined, root: JsonObject, depth: number): Field {
  const { schema, isNullable } = withoutNull(resolve(given, root), root);
  const none = { schema, isNullable, options: [], shapes: [] };
  const offered = listOf(schema[suggestions]);
  if (offered.length > 0)
    return { ...none, kind: 'suggestion', options: offered.map((value) => ({ value, label: labelOf(value) })) };
  const options = optionsOf(schema);
  if (options) return { ...none, kind: options.length === 1 ? 'constant' : 'choice', options };
  const items = listOf(schema['prefixItems']).length === 0 ? resolve(schema['items'], root) : {};
  const picks = schema['type'] === 'array' ? optionsOf(items) : undefined;
  if (picks && (schema['uniqueItems'] === true || hasOptions(items)))
    return { ...none, kind: 'choices', options: picks };
  const shapes = depth < deepestForm ? shapesOf(schema, root) : [];
  return { ...none, kind: shapes.length > 1 ? 'union' : kindOf(schema, items, depth), shapes };
}

/** Returns the schema that a reference points to; keywords beside the reference override its own. */
export function resolve(schema: JsonValue | undefined, root: JsonObject): JsonObject {
  let current = objectOf(schema);
  // The limit ends a reference to itself.
  for (let step = 0; step < mostReferences; step += 1) {
    const pointer = textOf(current['$ref']);
    if (pointer === undefined) return current;
    const { $ref: _followed, ...beside } = current;
    current = { ...find(pointer, root), ...beside };
  }
  return {};
}

function find(pointer: string, root: JsonObject): JsonObject {
  if (!pointer.startsWith('#')) return {};
  let found: JsonValue | undefined = root;
  for (const part of pointer.split('/').slice(1)) {
    const name = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    found = isObject(found) ? found[name] : undefined;
  }
  return objectOf(found);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Schemas of remote servers may have a `%` that escapes nothing.
    return part;
  }
}

function withoutNull(schema: JsonObject, root: JsonObject): Pick<Field, 'schema' | 'isNullable'> {
  const types = listOf(schema['type']);
  if (types.includes('null')) {
    const others = types.filter((type) => type !== 'null');
    const values = schema['enum'] === undefined ? {} : { enum: listOf(schema['enum']).filter((it) => it !== null) };
    return { schema: { ...schema, ...values, type: others.length === 1 ? others[0]! : others }, isNullable: true };
  }
  const union = membersOf(schema);
  const others = union.filter((member) => objectOf(member)['type'] !== 'null');
  if (others.length > 1 && others.length < union.length) return { schema, isNullable: true };
  if (others.length === 1 && union.length === 2) {
    const { anyOf: _anyOf, oneOf: _oneOf, ...beside } = schema;
    return { schema: { ...resolve(others[0], root), ...beside }, isNullable: true };
  }
  return { schema, isNullable: false };
}

function membersOf({ anyOf, oneOf }: JsonObject): readonly JsonValue[] {
  return listOf(anyOf).length > 0 ? listOf(anyOf) : listOf(oneOf);
}

function optionsOf(schema: JsonObject): readonly Option[] | undefined {
  if (schema['const'] !== undefined) return [{ value: schema['const'], label: labelOf(schema['const']) }];
  if (Array.isArray(schema['enum'])) {
    const names = listOf(schema['enumNames']);
    return listOf(schema['enum']).map((value, index) => ({ value, label: textOf(names[index]) ?? labelOf(value) }));
  }
  const members = listOf(schema['oneOf'] ?? schema['anyOf']).filter(isObject);
  if (members.length === 0 || !members.every((member) => member['const'] !== undefined)) return undefined;
  return members.map(({ const: value = null, title }) => ({ value, label: textOf(title) ?? labelOf(value) }));
}

/** Returns the members of a union except `null`, each labelled by its title, its constants or its type. */
function shapesOf(schema: JsonObject, root: JsonObject): readonly Shape[] {
  const { anyOf: _anyOf, oneOf: _oneOf, type, ...beside } = schema;
  const union = membersOf(schema);
  const types = Array.isArray(type) ? listOf(type).map((one) => ({ ...beside, type: one })) : [];
  const members = (union.length > 0 ? union : types)
    .map((member) => resolve(member, root))
    .filter((member) => member['type'] !== 'null');
  const labels = members.map((member) => shapeLabel(member, root));
  return members.map((member, index) => {
    const label = labels[index]!;
    const isAlone = labels.filter((it) => it === label).length === 1;
    return { schema: member, label: isAlone ? label : `${label} (${index + 1})` };
  });
}

function shapeLabel(schema: JsonObject, root: JsonObject): string {
  const title = textOf(schema['title']);
  if (title !== undefined) return title;
  const properties = Object.entries(objectOf(schema['properties']));
  const constants = properties.flatMap(([, property]) => {
    const value = resolve(property, root)['const'];
    return value === undefined ? [] : [labelOf(value)];
  });
  if (constants.length > 0) return constants.join(', ');
  if (properties.length > 0) return `{ ${properties.map(([name]) => name).join(', ')} }`;
  const options = optionsOf(schema);
  if (options) return options.map(({ label }) => label).join(' | ');
  const items = schema['type'] === 'array' ? textOf(resolve(schema['items'], root)['type']) : undefined;
  return items === undefined ? (textOf(schema['type']) ?? 'JSON') : `list of ${items}`;
}

function hasOptions(items: JsonObject): boolean {
  return items['enum'] !== undefined || items['anyOf'] !== undefined || items['oneOf'] !== undefined;
}

function labelOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function kindOf(schema: JsonObject, items: JsonObject, depth: number): FieldKind {
  const { type, anyOf, oneOf, properties, additionalProperties } = schema;
  if (anyOf !== undefined || oneOf !== undefined) return 'json';
  if (type === 'string') return kindOfText(schema);
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'boolean';
  if (depth >= deepestForm) return 'json';
  if (type === 'array' && Object.keys(items).length > 0) return 'list';
  if (isMap(schema)) return 'map';
  if (type === 'object' && isObject(properties) && (!isObject(additionalProperties) || readEntries(schema)))
    return 'object';
  return 'json';
}

/** Returns whether a schema is that of an object without fixed names. */
export function isMap(schema: JsonObject): boolean {
  const fixed = Object.values(objectOf(schema['properties'])).filter((property) => property !== false);
  return schema['type'] === 'object' && fixed.length === 0 && readEntries(schema) !== undefined;
}

/** Reads the schemas of further members of an object; `undefined` if it has none, or of more than one kind. */
export function readEntries({
  additionalProperties,
  patternProperties,
  propertyNames,
}: JsonObject): EntrySchemas | undefined {
  const patterns = Object.entries(objectOf(patternProperties));
  const [[pattern, value] = [], ...others] = patterns;
  if (isObject(additionalProperties) && patterns.length === 0) {
    // Values of any type are written as JSON, best all in one field.
    const isTyped = Object.keys(additionalProperties).length > 0;
    return isTyped ? { key: objectOf(propertyNames), value: additionalProperties } : undefined;
  }
  const hasOthers = others.length > 0 || isObject(additionalProperties);
  return pattern === undefined || value === undefined || hasOthers ? undefined : { key: { pattern }, value };
}

function kindOfText({ contentEncoding, format }: JsonObject): FieldKind {
  if (contentEncoding === 'base64') return 'bytes';
  return format === 'date-time' ? 'moment' : 'text';
}
