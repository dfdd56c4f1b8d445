/**
 * Generates random schemas from few parts, so that their values often overlap.
 */
import fc from 'fast-check';
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';

type Schemas = fc.Arbitrary<JsonObject>;

const names = fc.constantFrom('a', 'b', 'x-1');
const literals = fc.constantFrom<string | number | boolean | null>('a', 'ab', 1, 2, true, null);
const bound = fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined });
const more = fc.option(fc.integer({ min: 2, max: 5 }), { nil: undefined });

const scalars: readonly Schemas[] = [
  fc.constant<JsonObject>({}),
  fc.constantFrom('string', 'number', 'integer', 'boolean', 'null').map((type) => ({ type })),
  fc.uniqueArray(fc.constantFrom('string', 'integer', 'null', 'boolean'), { minLength: 1 }).map((type) => ({ type })),
  fc.record({ minLength: bound, maxLength: more }).map((limits) => present({ type: 'string', ...limits })),
  fc.constantFrom('^a', 'b$').map((pattern) => ({ type: 'string', pattern })),
  fc
    .record({ type: fc.constantFrom('number', 'integer'), minimum: bound, exclusiveMinimum: bound, maximum: more })
    .map(present),
  fc.constantFrom(1, 2, 3, 6).map((multipleOf) => ({ type: 'integer', multipleOf })),
  fc.uniqueArray(literals, { minLength: 1, maxLength: 3 }).map((values) => ({ enum: values })),
  literals.map((value) => ({ const: value })),
];

/** Schemas of every kind, three levels deep. */
export const schemas: Schemas = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    ...scalars.map((arbitrary) => ({ arbitrary, weight: 1 })),
    { arbitrary: arraysOf(tie('schema')), weight: 2 },
    { arbitrary: tuplesOf(tie('schema')), weight: 2 },
    { arbitrary: objectsOf(tie('schema')), weight: 5 },
    { arbitrary: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })), weight: 3 },
  ),
})).schema;

/** Pairs of unrelated schemas, and pairs that differ in one place. */
export const schemaPairs: fc.Arbitrary<readonly [JsonObject, JsonObject]> = fc.oneof(
  fc.tuple(schemas, schemas),
  fc
    .tuple(schemas, schemas, fc.nat({ max: 5 }), fc.boolean())
    .map(([schema, other, spot, isTurned]): readonly [JsonObject, JsonObject] => {
      const changed = replaceInside(schema, other, spot);
      return isTurned ? [changed, schema] : [schema, changed];
    }),
);

/** @param spot number of schemas to skip, from the outside in; past the last one nothing is replaced */
function replaceInside(schema: JsonObject, other: JsonObject, spot: number): JsonObject {
  let left = spot;
  const replace = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map((item: JsonValue) => (isJsonObject(item) ? visit(item) : item));
    return isJsonObject(value) ? visit(value) : value;
  };
  const visit = (value: JsonObject): JsonObject => {
    if (left === 0) {
      left -= 1;
      return other;
    }
    left -= 1;
    const members = Object.entries(value).map(([keyword, inner]) => [keyword, replaceKeyword(keyword, inner, replace)]);
    return Object.fromEntries(members) as JsonObject;
  };
  return visit(schema);
}

function replaceKeyword(keyword: string, value: JsonValue, replace: (value: JsonValue) => JsonValue): JsonValue {
  if (['items', 'additionalProperties', 'anyOf', 'prefixItems'].includes(keyword)) return replace(value);
  if (!['properties', 'patternProperties'].includes(keyword) || !isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replace(inner)])) as JsonObject;
}

function arraysOf(inner: Schemas): Schemas {
  return fc
    .record({ items: inner, minItems: bound, maxItems: more, uniqueItems: fc.option(fc.boolean(), { nil: undefined }) })
    .map((keywords) => present({ type: 'array', ...keywords }));
}

function tuplesOf(inner: Schemas): Schemas {
  return fc
    .record({
      prefixItems: fc.array(inner, { minLength: 1, maxLength: 3 }),
      items: fc.oneof(fc.constant(false), inner),
      minItems: bound,
    })
    .map((keywords) => present({ type: 'array', ...keywords }));
}

function objectsOf(inner: Schemas): Schemas {
  const rarely = { nil: undefined, freq: 1 };
  return fc
    .record({
      properties: fc.dictionary(names, inner, { maxKeys: 2 }),
      required: fc.uniqueArray(names, { maxLength: 2 }),
      additionalProperties: fc.oneof(fc.constant(false), fc.constant(false), fc.constant(undefined), inner),
      patternProperties: fc.option(fc.dictionary(fc.constantFrom('^x-', '^a'), inner, { maxKeys: 1 }), rarely),
      propertyNames: fc.option(fc.constantFrom({ enum: ['a', 'b'] }, { pattern: '^[ab]' }), rarely),
    })
    .map((keywords) => present({ type: 'object', ...keywords }));
}

function present(keywords: object): JsonObject {
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined)) as JsonObject;
}
