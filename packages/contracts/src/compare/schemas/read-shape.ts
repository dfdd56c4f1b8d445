/**
 * Splits a schema by kinds of values, so that differently written schemas can be compared.
 *
 * Whether a schema accepts a `null`, string or object does not depend on whether it uses `type`, `enum` or `anyOf`.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { canonicalJson } from '@sigil/core/building';
import type { ResolvedSchema, Resolver } from './resolve-schema.js';
import { admitsEverything, isOfType, typesOf, type Schema } from '../../schema/schema.js';
import { admits } from './admits.js';
import { isDocumentation } from '../../schema/keywords.js';

/** Kinds of values that a schema describes rather than lists. */
export const describedKinds = ['string', 'number', 'array', 'object'] as const;

/** One of `describedKinds`. */
export type DescribedKind = (typeof describedKinds)[number];

/** One description of values of one kind. */
export interface Alternative {
  /** Only the keywords for the kind apply. */
  readonly schema: JsonObject;
  /** The documentation of the alternative, if it is one of several in an `anyOf`. */
  readonly documentation?: JsonObject;
}

/** The values that a schema accepts: listed values, and values by description. */
export interface Shape extends Readonly<Record<DescribedKind, readonly Alternative[]>> {
  /** Whether it accepts every value. */
  readonly isAny: boolean;
  /** Listed values by their canonical text; `null`, `true` and `false` are always listed. */
  readonly values: ReadonlyMap<string, JsonValue>;
}

const comparable: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'anyOf'],
  ...['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'],
  ...['minProperties', 'maxProperties'],
]);
const allTypes = ['null', 'boolean', 'string', 'number', 'array', 'object'] as const;

const nothing: Shape = { isAny: false, values: new Map(), string: [], number: [], array: [], object: [] };

/** @returns `undefined` for schemas with keywords that cannot be compared: `not`, `oneOf`, `if`, unknown ones … */
export function readShape(schema: Schema, resolve: Resolver): Shape | undefined {
  return readResolved({ schema, documentation: {} }, resolve, []);
}

/** @param around the enclosing unions; a union that only repeats itself adds nothing */
function readResolved(
  { schema, documentation }: ResolvedSchema,
  resolve: Resolver,
  around: readonly Schema[],
): Shape | undefined {
  if (schema === false) return nothing;
  if (schema === true) return readTypes({}, documentation);

  const keywords = Object.keys(schema).filter((keyword) => !isDocumentation(keyword) && keyword !== '$defs');
  if (keywords.length === 1 && admitsEverything(schema['not'])) return nothing;
  if (keywords.some((keyword) => !comparable.has(keyword)) || Array.isArray(schema['items'])) return undefined;
  if (schema['anyOf'] !== undefined) return around.includes(schema) ? nothing : readUnion(schema, resolve, around);
  if ('enum' in schema || 'const' in schema) return readValues(schema, keywords);
  return readTypes(schema, around.length > 0 ? documentation : undefined);
}

/** Reads a union. Only a `type` may stand beside `anyOf`; it then applies to each member. */
function readUnion(schema: JsonObject, resolve: Resolver, around: readonly Schema[]): Shape | undefined {
  const { anyOf, type } = schema;
  const others = Object.keys(schema).filter(
    (keyword) => comparable.has(keyword) && !['anyOf', 'type'].includes(keyword),
  );
  if (!Array.isArray(anyOf) || others.length > 0) return undefined;

  const shapes = anyOf.map((member: Schema) => {
    const resolved = resolve(member);
    const shape = readResolved(resolved, resolve, [...around, schema]);
    return shape && type !== undefined ? keepTypes(shape, typesOf(schema)) : shape;
  });
  return shapes.every((shape) => shape !== undefined) ? joinShapes(shapes) : undefined;
}

function joinShapes(shapes: readonly Shape[]): Shape {
  return {
    isAny: shapes.some(({ isAny }) => isAny),
    values: new Map(shapes.flatMap(({ values }) => [...values])),
    string: shapes.flatMap(({ string }) => string),
    number: shapes.flatMap(({ number }) => number),
    array: shapes.flatMap(({ array }) => array),
    object: shapes.flatMap(({ object }) => object),
  };
}

/** Keeps the given types; nothing if described numbers would have to become whole. */
function keepTypes(shape: Shape, types: readonly string[]): Shape | undefined {
  if (shape.number.length > 0 && types.includes('integer') && !types.includes('number')) return undefined;
  const kept = (kind: DescribedKind): readonly Alternative[] => (types.includes(kind) ? shape[kind] : []);
  return {
    isAny: false,
    values: new Map([...shape.values].filter(([, value]) => isOfType(value, types))),
    string: kept('string'),
    number: kept('number'),
    array: kept('array'),
    object: kept('object'),
  };
}

function readValues(schema: JsonObject, keywords: readonly string[]): Shape | undefined {
  if (keywords.includes('enum') && keywords.includes('const')) return undefined;
  const listed = 'enum' in schema ? schema['enum'] : [schema['const'] as JsonValue];
  if (!Array.isArray(listed)) return undefined;

  const types = 'type' in schema ? typesOf(schema) : undefined;
  const ofType = listed.filter((value: JsonValue) => !types || isOfType(value, types)) as JsonValue[];
  const isBare = keywords.every((keyword) => ['enum', 'const', 'type'].includes(keyword));
  if (!isBare && ofType.some((value) => admits(schema, value) === 'unknown')) return undefined;

  const values = isBare ? ofType : ofType.filter((value) => admits(schema, value) === 'yes');
  return { ...nothing, values: new Map(values.map((value) => [canonicalJson(value), value])) };
}

function readTypes(schema: JsonObject, documentation: JsonObject | undefined): Shape {
  const types = 'type' in schema ? typesOf(schema) : allTypes;
  const alternative: Alternative = documentation ? { schema, documentation } : { schema };
  const described = (...names: readonly string[]): readonly Alternative[] =>
    names.some((name) => (types as readonly string[]).includes(name)) ? [alternative] : [];
  const isFree = Object.keys(schema).every((keyword) => isDocumentation(keyword) || keyword === '$defs');
  return {
    isAny: isFree,
    values: new Map(
      [null, true, false].filter((value) => isOfType(value, types)).map((value) => [canonicalJson(value), value]),
    ),
    string: described('string'),
    number: described('number', 'integer'),
    array: described('array'),
    object: described('object'),
  };
}
