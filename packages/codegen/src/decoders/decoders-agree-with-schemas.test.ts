import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeInputSchema } from '../manifest/write-schema.js';
import type { Property, SchemaNode } from '../model/schema-node.js';
import { decoderOfValue } from './evaluate-decoders.test-support.js';

/** Few names, so that random values often meet them; some that objects inherit. Ajv passes over `__proto__`, so it is tested elsewhere. */
const names = fc.constantFrom('id', 'kind', 'tags', 'toString', 'constructor', 'a b');
const literal = fc.constantFrom('a', 'b', 1, 2, true, null);
const smallBounds = fc.tuple(fc.nat(2), fc.nat(3)).map(([least, more]) => [least, least + more] as const);

const scalarNodes: readonly fc.Arbitrary<SchemaNode>[] = [
  fc.constant({ kind: 'string' }),
  smallBounds.map(([minLength, maxLength]) => ({ kind: 'string', minLength, maxLength })),
  fc.constant({ kind: 'string', pattern: '^[ab]' }),
  fc.constant({ kind: 'number' }),
  smallBounds.map(([minimum, maximum]) => ({ kind: 'number', multipleOf: 1, minimum, maximum })),
  fc.constant({ kind: 'number', exclusiveMinimum: 0, exclusiveMaximum: 2 }),
  fc.constant({ kind: 'boolean' }),
  fc.constant({ kind: 'null' }),
  fc.constant({ kind: 'any' }),
  fc.uniqueArray(literal, { minLength: 1, maxLength: 4 }).map((values) => ({ kind: 'literals', values })),
];

const { node: nodes } = fc.letrec<{ node: SchemaNode; property: Property }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    ...scalarNodes,
    fc.record({ kind: fc.constant('array'), items: tie('node'), uniqueItems: fc.boolean() }),
    fc
      .record({
        items: fc.array(tie('node'), { maxLength: 3 }),
        rest: fc.option(tie('node'), { nil: undefined }),
        seed: fc.nat(),
      })
      .map(({ items, rest, seed }): SchemaNode => {
        const tuple = { kind: 'tuple', items, required: seed % (items.length + 1) } as const;
        return rest ? { ...tuple, rest } : tuple;
      }),
    fc
      .record({
        properties: fc.uniqueArray(tie('property'), { selector: (property) => property.name, maxLength: 4 }),
        additional: fc.option(tie('node'), { nil: undefined, freq: 3 }),
      })
      .map(({ properties, additional }): SchemaNode => {
        const object = { kind: 'object', properties } as const;
        return additional ? { ...object, additional } : object;
      }),
    fc.record({ kind: fc.constant('union'), members: fc.array(tie('node'), { minLength: 2, maxLength: 3 }) }),
  ) as fc.Arbitrary<SchemaNode>,
  property: fc.record({ name: names, node: tie('node'), isRequired: fc.boolean() }),
}));

/** JSON near enough to the nodes to be accepted now and then. */
const nearValues = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(literal, fc.constantFrom(0, 1.5, 3, '', 'ab', '👍', false), fc.string({ maxLength: 4 })),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4 }),
  ),
})).value;

/** Values of the type, by construction. */
function valuesOf(node: SchemaNode): fc.Arbitrary<unknown> {
  switch (node.kind) {
    case 'string':
      if (node.pattern) return fc.string().map((rest) => `a${rest}`);
      return fc.string({ unit: 'grapheme-ascii', minLength: node.minLength ?? 0, maxLength: node.maxLength ?? 9 });
    case 'number':
      if (node.multipleOf) return fc.integer({ min: node.minimum ?? 0, max: node.maximum ?? 9 });
      return node.exclusiveMinimum === undefined
        ? fc.double({ noNaN: true, noDefaultInfinity: true })
        : fc.double({ min: 0.1, max: 1.9, noNaN: true });
    case 'any':
      return fc.jsonValue();
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'date':
      return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString());
    case 'literals':
      return fc.constantFrom(...node.values);
    case 'array':
      return node.uniqueItems ? fc.constant([]) : fc.array(valuesOf(node.items), { maxLength: 3 });
    case 'tuple':
      return fc
        .tuple(
          fc.tuple(...node.items.map(valuesOf)),
          node.rest ? fc.array(valuesOf(node.rest), { maxLength: 2 }) : fc.constant([]),
        )
        .map(([items, rest]) => [...items, ...rest]);
    case 'object':
      return fc.record(
        Object.fromEntries(node.properties.map((property) => [property.name, valuesOf(property.node)])),
        {
          requiredKeys: node.properties.filter((property) => property.isRequired).map((property) => property.name),
        },
      );
    case 'union':
      return fc.oneof(...node.members.map(valuesOf));
  }
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe('a decoder', () => {
  // Rules: 30, 31, 121
  test('accepts and refuses what its schema does', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true });
    const seen = { accepted: 0, refused: 0 };

    fc.assert(
      fc.property(nodes, fc.array(nearValues, { minLength: 20, maxLength: 20 }), (node, values) => {
        const isValid = ajv.compile(writeInputSchema(node));
        const decode = decoderOfValue(node);
        for (const value of values.map(asJson)) {
          const isAccepted = decode(value).problems.length === 0;
          expect(isAccepted, JSON.stringify({ node, value })).toBe(isValid(value));
          seen[isAccepted ? 'accepted' : 'refused'] += 1;
        }
      }),
      { numRuns: 300 },
    );

    expect(seen.accepted).toBeGreaterThan(100);
    expect(seen.refused).toBeGreaterThan(100);
  });

  test('accepts the values of its type, and gives back an equal copy', () => {
    fc.assert(
      fc.property(
        nodes.chain((node) => fc.tuple(fc.constant(node), valuesOf(node).map(asJson))),
        ([node, value]) => {
          expect(decoderOfValue(node)(value)).toEqual({ args: [value], problems: [] });
        },
      ),
      { numRuns: 300 },
    );
  });

  test('never throws, whatever JSON it is given', () => {
    fc.assert(
      fc.property(nodes, fc.array(fc.json(), { maxLength: 20 }), (node, texts) => {
        const decode = decoderOfValue(node);
        for (const text of texts) expect(decode(JSON.parse(text)).problems.length).toBeLessThanOrEqual(20);
      }),
      { numRuns: 200 },
    );
  });

  test('does not mind how deep a value goes', () => {
    const decode = decoderOfValue({
      kind: 'array',
      items: { kind: 'array', items: { kind: 'number' } },
      uniqueItems: true,
    });
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];

    expect(decode(deep).problems).toEqual([{ path: 'value[0][0]', expected: 'a number', received: 'an array' }]);
  });

  test('compares the items of an array however deep they go', () => {
    const decode = decoderOfValue({ kind: 'array', items: { kind: 'any' }, uniqueItems: true });
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];

    expect(decode([deep, 1]).problems).toEqual([]);
  });
});
