/**
 * Generates input schemas as Sigil and others write them, and values that such a schema nearly accepts.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import fc from 'fast-check';

const name = fc.constantFrom('a', 'b', 'c', '__proto__');
const small = fc.integer({ min: -3, max: 3 });
const bounds = fc.record(
  {
    minimum: small,
    maximum: small,
    exclusiveMinimum: fc.constantFrom(-1, 0, 0.5),
    exclusiveMaximum: small,
  },
  { requiredKeys: [] },
);
const lengths = fc.record(
  {
    minLength: fc.nat(2),
    maxLength: fc.nat(3),
    pattern: fc.constantFrom('^a', 'b$'),
    format: fc.constantFrom('uri', 'date-time'),
  },
  { requiredKeys: [] },
);
const literal = fc.constantFrom<JsonValue>('a', 'ab', '', 0, 1, 1.5, true, false, null);
const documentation = fc.record(
  {
    description: fc.constant('It.'),
    examples: fc.constant(['a']),
    deprecated: fc.constant(true),
    title: fc.constant('T'),
  },
  { requiredKeys: [] },
);
const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object');

const { schema } = fc.letrec<{ schema: JsonValue; object: JsonObject }>((tie) => {
  const items = fc.oneof({ maxDepth: 3 }, tie('schema'), fc.boolean());
  const list = fc.record(
    {
      items,
      minItems: fc.nat(2),
      maxItems: fc.nat(3),
      prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
  const evenTuple = fc.tuple(types, fc.integer({ min: 1, max: 3 }), fc.boolean()).map(([type, length, isOpen]) => ({
    type: 'array',
    prefixItems: Array.from({ length }, () => ({ type })),
    items: isOpen ? { type } : false,
  }));
  const members = fc.record(
    {
      properties: fc.dictionary(name, fc.oneof(tie('schema'), fc.boolean()), { maxKeys: 3 }),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      additionalProperties: fc.oneof(fc.constant(false), tie('schema')),
    },
    { requiredKeys: [] },
  );
  const of = (type: string, keywords: fc.Arbitrary<object>): fc.Arbitrary<object> =>
    keywords.map((more) => ({ type, ...more }));
  const several = fc
    .tuple(fc.uniqueArray(types, { minLength: 1, maxLength: 3 }), lengths, bounds, list, members)
    .map(([type, ...keywords]) => Object.assign({ type }, ...keywords) as object);
  const choice = fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf }));
  const node = fc.oneof(
    { maxDepth: 4, depthIdentifier: 'schema' },
    of('string', lengths),
    of('integer', bounds),
    of('number', bounds),
    fc.constant({ type: 'boolean' }),
    literal.map((value) => ({ const: value })),
    fc.uniqueArray(literal, { minLength: 1, maxLength: 4 }).map((values) => ({ enum: values })),
    fc
      .tuple(fc.uniqueArray(types, { minLength: 1 }), fc.uniqueArray(literal, { minLength: 1 }))
      .map(([type, values]) => ({ type, enum: values })),
    fc.constantFrom('Plain', 'Tree', 'Forest').map((target) => ({ $ref: `#/$defs/${target}` })),
    several,
    of('array', list),
    evenTuple,
    of('object', members),
    choice,
  );
  return {
    schema: fc.tuple(node, documentation).map(([keywords, said]) => ({ ...keywords, ...said }) as JsonValue),
    object: members as fc.Arbitrary<JsonObject>,
  };
});

/**
 * Generates the root of a tool's input; `Tree` and `Forest` contain each other, `Plain` contains neither itself nor, as a rule, them.
 */
export const inputSchemas: fc.Arbitrary<JsonObject> = fc
  .tuple(fc.dictionary(name, schema, { minKeys: 1, maxKeys: 3 }), schema)
  .map(([properties, plain]) => ({
    type: 'object',
    properties,
    required: Object.keys(properties).slice(0, 1),
    additionalProperties: false,
    $defs: {
      // A definition that only refers to itself has no meaning.
      Plain: JSON.parse(JSON.stringify(plain).replaceAll('$defs/Plain', '$defs/Tree')) as JsonValue,
      Tree: { type: 'object', properties: { a: { $ref: '#/$defs/Forest' } }, additionalProperties: false },
      Forest: { type: 'array', items: { $ref: '#/$defs/Tree' } },
    },
  }));

/** Generates a value from the schema, with a random part. */
export function valuesFor(root: JsonObject): fc.Arbitrary<JsonValue> {
  return fc.infiniteStream(fc.nat(999)).map((chances) => {
    const next = (below: number): number => (chances.next().value as number) % below;
    return writeValue(root, root, { next, depth: 0 });
  });
}

interface Chances {
  next(below: number): number;
  readonly depth: number;
}

const odd: readonly JsonValue[] = [
  '',
  'a',
  'ab',
  'aab',
  'b',
  -1,
  0,
  1,
  2,
  1.5,
  true,
  false,
  null,
  [],
  {},
  ['a'],
  { a: 1 },
];

function writeValue(schema: JsonValue | undefined, root: JsonObject, chances: Chances): JsonValue {
  const { next, depth } = chances;
  const oneOf = (values: readonly JsonValue[]): JsonValue => values[next(values.length)] ?? null;
  if (!isJsonObject(schema) || depth > 6 || next(20) === 0) return oneOf(odd);

  const inner = { next, depth: depth + 1 };
  const { $ref, const: value, enum: values, anyOf, type } = schema;
  if (typeof $ref === 'string') return writeValue((root.$defs as JsonObject)[$ref.slice(8)], root, inner);
  if (value !== undefined) return value;
  if (Array.isArray(values)) return oneOf(values);
  if (Array.isArray(anyOf)) return writeValue(oneOf(anyOf), root, inner);
  const one = Array.isArray(type) ? oneOf(type) : type;
  if (one === 'array') return writeList(schema, root, inner);
  if (one === 'object') return writeMembers(schema, root, inner);
  return oneOf(
    odd.filter((it) =>
      one === 'integer' ? Number.isInteger(it) : it === null ? one === 'null' : typeof it === one || one === undefined,
    ),
  );
}

function writeList({ prefixItems, items }: JsonObject, root: JsonObject, chances: Chances): JsonValue {
  const first = Array.isArray(prefixItems) ? (prefixItems as readonly JsonValue[]) : [];
  const length = chances.next(8) === 0 ? chances.next(5) : Math.max(first.length, chances.next(3));
  return Array.from({ length }, (_, index) => writeValue(first[index] ?? items, root, chances));
}

function writeMembers(schema: JsonObject, root: JsonObject, chances: Chances): JsonValue {
  const { properties = {}, additionalProperties } = schema;
  const known = Object.entries(properties as JsonObject).filter(
    ([, member]) => member !== false && chances.next(8) > 0,
  );
  const members = known.map(([key, member]) => [key, writeValue(member, root, chances)] as const);
  const more = chances.next(12) === 0 ? [['z', writeValue(additionalProperties, root, chances)] as const] : [];
  return Object.fromEntries([...members, ...more]);
}
