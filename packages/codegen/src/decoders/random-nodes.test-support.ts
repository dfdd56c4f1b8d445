/**
 * Random types of every kind, and random values of them, for property tests.
 */
import fc from 'fast-check';
import {
  isObjectMap,
  type Definition,
  type MapNode,
  type PlainNode,
  type Property,
  type SchemaNode,
} from '../model/schema-node.js';
import { valueNode } from './plain-node.js';

/**
 * Few names, so that random values often match them; some are inherited by objects. Ajv ignores `__proto__`, so it is tested
 * elsewhere.
 */
const names = fc.constantFrom('id', 'kind', 'tags', 'x-1', 'toString', 'constructor', 'a b');
const literal = fc.constantFrom('a', 'b', 1, 2, true, null);
const smallBounds = fc.tuple(fc.nat(2), fc.nat(3)).map(([least, more]) => [least, least + more] as const);

function define(name: string, node: (self: SchemaNode) => PlainNode): SchemaNode {
  const definition: Definition = {
    name,
    isRecursive: true,
    node: node({
      kind: 'ref',
      get definition() {
        return definition;
      },
    }),
  };
  return { kind: 'ref', definition };
}

const property = (name: string, node: SchemaNode, isRequired = true): Property => ({ name, node, isRequired });
const text: SchemaNode = { kind: 'string' };

/** Recursive types, with their values. */
const recursive = new Map<Definition, fc.Arbitrary<unknown>>();
const tree = define('Tree', (self) => ({
  kind: 'object',
  properties: [property('id', text), property('tags', { kind: 'array', items: self }, false)],
}));
const json = define('Json', (self) => ({
  kind: 'union',
  members: [
    ...[text, { kind: 'number' } as const, { kind: 'boolean' } as const, { kind: 'null' } as const],
    { kind: 'array', items: self },
    { kind: 'object', properties: [], additional: self },
  ],
}));
const ambiguous = define('Ambiguous', (self) => ({
  kind: 'union',
  members: [
    { kind: 'object', properties: [property('id', self, false)] },
    { kind: 'object', properties: [property('id', self, false), property('kind', text, false)] },
  ],
}));
const nested = fc.letrec<{ tree: unknown; ambiguous: unknown }>((tie) => ({
  tree: fc.record(
    { id: fc.string(), tags: fc.array(tie('tree'), { maxLength: 2, depthIdentifier: 'tree' }) },
    { requiredKeys: ['id'] },
  ),
  ambiguous: fc.oneof(
    { maxDepth: 6 },
    fc.constant({}),
    fc.record({ id: tie('ambiguous') }),
    fc.record({ id: tie('ambiguous'), kind: fc.string() }),
  ),
}));
for (const [node, values] of [
  [tree, nested.tree],
  [json, fc.jsonValue({ maxDepth: 3 })],
  [ambiguous, nested.ambiguous],
] as const) {
  if (node.kind === 'ref') recursive.set(node.definition, values);
}

const scalarNodes: readonly fc.Arbitrary<SchemaNode>[] = [
  fc.constant(text),
  smallBounds.map(([minLength, maxLength]) => ({ kind: 'string', minLength, maxLength })),
  fc.constant({ kind: 'string', pattern: '^[ab]' }),
  fc.constant({ kind: 'number' }),
  smallBounds.map(([minimum, maximum]) => ({ kind: 'number', multipleOf: 1, minimum, maximum })),
  fc.constant({ kind: 'number', exclusiveMinimum: 0, exclusiveMaximum: 2 }),
  fc.constant({ kind: 'boolean' }),
  fc.constant({ kind: 'null' }),
  fc.constant({ kind: 'any' }),
  fc.uniqueArray(literal, { minLength: 1, maxLength: 4 }).map((values) => ({ kind: 'literals', values })),
  fc.constantFrom<SchemaNode>(
    ...([{ kind: 'date' }, { kind: 'date', format: 'date' }, { kind: 'url' }, { kind: 'regexp' }] as const),
    ...([{ kind: 'bigint' }, { kind: 'bytes', as: 'Uint8Array' }, { kind: 'bytes', as: 'ArrayBuffer' }] as const),
  ),
  fc.constantFrom(tree, json, ambiguous),
];

const mapKeys: readonly SchemaNode[] = [
  text,
  { kind: 'string', maxLength: 3 },
  { kind: 'literals', values: ['id', 'x-1'] },
  { kind: 'number' },
  { kind: 'bigint' },
];

/** Types of every kind, except `toJSON` of results. */
export const nodes = fc.letrec<{ node: SchemaNode; property: Property }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    ...scalarNodes,
    fc.record({ kind: fc.constant('array'), items: tie('node'), uniqueItems: fc.boolean() }),
    fc.record({ kind: fc.constant('set'), items: tie('node') }),
    fc.record({ kind: fc.constant('map'), keys: fc.constantFrom(...mapKeys), values: tie('node') }),
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
        properties: fc.uniqueArray(tie('property'), { selector: (one) => one.name, maxLength: 4 }),
        additional: fc.option(tie('node'), { nil: undefined, freq: 3 }),
        byPattern: fc.option(tie('node'), { nil: undefined, freq: 3 }),
      })
      .map(({ properties: declared, additional, byPattern }): SchemaNode => {
        // The value of a matching name must fit the pattern's type too, so such a property has that type.
        const properties = declared.map((one) => (byPattern && one.name === 'x-1' ? { ...one, node: byPattern } : one));
        const patterns = byPattern ? { patterns: [{ pattern: '^x-', node: byPattern }] } : {};
        return { kind: 'object', properties, ...patterns, ...(additional ? { additional } : {}) };
      }),
    fc.record({ kind: fc.constant('union'), members: fc.array(tie('node'), { minLength: 2, maxLength: 3 }) }),
    fc.record({ name: fc.constantFrom('A', 'B'), node: tie('node') }).map(({ name, node }): SchemaNode => {
      return { kind: 'ref', definition: { name, isRecursive: false, node: valueNode(node) } };
    }),
  ) as fc.Arbitrary<SchemaNode>,
  property: fc.oneof(
    { weight: 12, arbitrary: fc.record({ name: names, node: tie('node'), isRequired: fc.boolean() }) },
    { weight: 1, arbitrary: names.map((name) => property(name, { kind: 'never' }, false)) },
  ),
})).node;

/** JSON similar enough to the nodes to be accepted occasionally. */
export const nearValues = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(
      literal,
      fc.constantFrom(0, 1.5, 3, '', 'ab', '👍', false, '12', 'AA==', 'AB==', '(', 'http://a'),
      fc.string({ maxLength: 4 }),
    ),
    fc.constantFrom('2024-02-29', '2024-02-29T12:00:00Z', '-7', 'urn:a:b'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4 }),
    fc.tuple(fc.tuple(tie('value'), tie('value'))),
  ),
})).value;

const dates = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString());

/** Returns values of the type in wire form, by construction. */
export function valuesOf(node: SchemaNode): fc.Arbitrary<unknown> {
  if (node.kind === 'ref') return recursive.get(node.definition) ?? valuesOf(node.definition.node);
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
      return node.format === 'date' ? dates.map((date) => date.slice(0, 10)) : dates;
    case 'url':
      return fc.webUrl({ withQueryParameters: true }).map((url) => new URL(url).href);
    case 'regexp':
      return fc.constantFrom('a+', '^\\d{2}$', '(?:)', '\\p{L}');
    case 'bigint':
      return fc.bigInt().map(String);
    case 'bytes':
      return fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from(bytes).toString('base64'));
    case 'literals':
      return fc.constantFrom(...node.values);
    default:
      return valuesOfCompound(node);
  }
}

function valuesOfCompound(node: PlainNode): fc.Arbitrary<unknown> {
  switch (node.kind) {
    case 'array':
      return node.uniqueItems ? fc.constant([]) : fc.array(valuesOf(node.items), { maxLength: 3 });
    case 'set':
      return fc.array(valuesOf(node.items), { maxLength: 1 });
    case 'map':
      return valuesOfMap(node);
    case 'tuple':
      return fc
        .tuple(
          fc.tuple(...node.items.map(valuesOf)),
          node.rest ? fc.array(valuesOf(node.rest), { maxLength: 2 }) : fc.constant([]),
        )
        .map(([items, rest]) => [...items, ...rest]);
    case 'object': {
      const possible = node.properties.filter((one) => one.node.kind !== 'never');
      const wanted = node.properties.filter((one) => one.isRequired && one.node.kind !== 'never');
      return fc.record(Object.fromEntries([...possible, ...wanted].map((one) => [one.name, valuesOf(one.node)])), {
        requiredKeys: wanted.map((one) => one.name),
      });
    }
    case 'union':
      return fc.oneof(...node.members.map(valuesOf));
    default:
      throw new Error(`no values of ${node.kind}`);
  }
}

function valuesOfMap(node: MapNode): fc.Arbitrary<unknown> {
  const { keys, values } = node;
  if (!isObjectMap(node)) return fc.array(fc.tuple(valuesOf(keys), valuesOf(values)), { maxLength: 1 });
  const known = keys.kind === 'literals' ? fc.constantFrom('id', 'x-1') : fc.constantFrom('id', 'a', 'x');
  return fc.dictionary(known, valuesOf(values), { maxKeys: 2 });
}

/** Nests a value this many times. */
export function times<Value>(count: number, wrap: (inner: Value) => Value, innermost: Value): Value {
  let value = innermost;
  for (let done = 0; done < count; done++) value = wrap(value);
  return value;
}
