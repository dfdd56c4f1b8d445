import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Definition, SchemaNode } from '../model/schema-node.js';
import {
  coercerOfValue,
  decodeTool,
  decoderOfValue,
  member,
  optional,
  required,
  toolWith,
} from '../plugin-code/evaluate-decoders.test-support.js';
import { nearValues, nodes, valuesOf } from './random-nodes.test-support.js';

const number = { kind: 'number' } as const;
const integer = { kind: 'number', multipleOf: 1 } as const;
const boolean = { kind: 'boolean' } as const;
const text = { kind: 'string' } as const;
const nothing = { kind: 'null' } as const;
const object = { kind: 'object', properties: [member('n', number, false), member('s', text, false)] } as const;

const anyMembers: SchemaNode = { kind: 'object', properties: [], additional: { kind: 'any' } };

function listOf(items: SchemaNode): SchemaNode {
  return { kind: 'array', items };
}

function either(...members: readonly SchemaNode[]): SchemaNode {
  return { kind: 'union', members };
}

/** Returns whether a decoded value equals its JSON: a `Date`, for example, does not. */
function isJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint';
  const isPlain = [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));
  return isPlain && Object.values(value).every(isJson);
}

const tree: Definition = {
  name: 'Tree',
  isRecursive: true,
  get node() {
    return {
      kind: 'object',
      properties: [member('n', number), member('inner', listOf({ kind: 'ref', definition: tree }), false)],
    } as const;
  },
};
const circle = {
  kind: 'object',
  properties: [member('is', { kind: 'literals', values: ['circle'] }), member('r', number)],
} as const;
const square = {
  kind: 'object',
  properties: [member('is', { kind: 'literals', values: ['square'] }), member('a', number)],
} as const;

describe('coercing an unambiguous value', () => {
  test.each<[string, SchemaNode, unknown, unknown]>([
    ['digits for a number', number, '5', 5],
    ['a fraction', number, '-0.25', -0.25],
    ['zeros at the end', number, '1.50', 1.5],
    ['an exponent', number, '1e3', 1000],
    ['digits for an integer', integer, '42', 42],
    ['a whole fraction for an integer', integer, '42.0', 42],
    ['"true"', boolean, 'true', true],
    ['"false"', boolean, 'false', false],
    ['"null" where no text may stand', nothing, 'null', null],
    ['"null" beside a number', either(number, nothing), 'null', null],
    ['digits for one of some numbers', { kind: 'literals', values: [1, 2, 'max'] }, '2', 2],
    ['JSON text for an object', object, '{"n":1}', { n: 1 }],
    ['JSON text whose members are text again', object, ' {"n":"1"}', { n: 1 }],
    [
      'JSON text that nests',
      anyMembers,
      `{"a":${'['.repeat(63)}"]"${']'.repeat(63)}}`,
      JSON.parse(`{"a":${'['.repeat(63)}"]"${']'.repeat(63)}}`),
    ],
    ['JSON text for a Map', { kind: 'map', keys: text, values: number }, '{"a":"1"}', new Map([['a', 1]])],
    ['JSON text for a list', listOf(number), '[1,"2"]', [1, 2]],
    ['JSON text for a tuple', { kind: 'tuple', items: [text, number], required: 2 }, '["a","2"]', ['a', 2]],
    ['one text for a list of text', listOf(text), 'a', ['a']],
    ['one object for a list', listOf(object), { n: 1 }, [{ n: 1 }]],
    ['one text for a Set', { kind: 'set', items: text }, 'a', new Set(['a'])],
    [
      'members of members',
      { kind: 'object', properties: [member('list', listOf(object))] },
      { list: [{ n: '3' }] },
      { list: [{ n: 3 }] },
    ],
    [
      'members by pattern',
      { kind: 'object', properties: [], patterns: [{ pattern: '^x', node: number }] },
      { x1: '3' },
      { x1: 3 },
    ],
    [
      'members of a type that contains itself',
      { kind: 'ref', definition: tree },
      { n: '1', inner: [{ n: '2' }] },
      { n: 1, inner: [{ n: 2 }] },
    ],
    ['the one member of a union that takes it', either(number, boolean), 'true', true],
    ['the member that the tag names', either(circle, square), { is: 'square', a: '2' }, { is: 'square', a: 2 }],
    ['digits beside words', either({ kind: 'literals', values: ['auto'] }, number), '12', 12],
  ])('accepts %s', (_what, node, value, expected) => {
    expect(decoderOfValue(node)(value).problems, 'it is refused as it is').not.toEqual([]);

    expect(coercerOfValue(node)(value)).toEqual({ args: [expected], problems: [] });
  });
});

describe('null in place of an absent value', () => {
  const decode = (node: SchemaNode, isRequired: boolean) =>
    decodeTool({ ...toolWith(isRequired ? required('value', node) : optional('value', node)), coerce: true });

  test('counts as absent, for an argument and for a member', () => {
    expect(decode(text, false)({ value: null })).toEqual({ args: [undefined], problems: [] });
    expect(decode({ kind: 'any' }, true)({ value: null }).args).toEqual([null]);
    expect(coercerOfValue(object)({ n: null, s: 'a' })).toEqual({ args: [{ s: 'a' }], problems: [] });
    expect(coercerOfValue(listOf(object))([{ n: null }, { n: '5' }]).args).toEqual([[{}, { n: 5 }]]);
    expect(coercerOfValue(object)('{"n":null}').args).toEqual([{}]);
  });

  test('counts as absent in the union member that the tag names', () => {
    const noted = { ...square, properties: [...square.properties, member('note', text, false)] } as const;

    expect(coercerOfValue(either(circle, noted))({ is: 'square', a: 2, note: null }).args).toEqual([
      { is: 'square', a: 2 },
    ]);
  });

  test.each<[string, SchemaNode]>([
    ['null itself', either(text, nothing)],
    ['null among literals', { kind: 'literals', values: ['a', null] }],
    ['anything', { kind: 'any' }],
  ])('stays null where the type allows it: %s', (_what, node) => {
    expect(decode(node, false)({ value: null }).args).toEqual([null]);
    expect(coercerOfValue({ kind: 'object', properties: [member('m', node, false)] })({ m: null }).args).toEqual([
      { m: null },
    ]);
  });

  test('is rejected where the value is required, and without coercion', () => {
    const problems = [{ path: 'value', expected: 'a string', received: 'null' }];

    expect(decode(text, true)({ value: null }).problems).toEqual(problems);
    expect(decodeTool(toolWith(optional('value', text)))({ value: null }).problems).toEqual(problems);
  });
});

describe('coercing an ambiguous or invalid value', () => {
  test.each<[string, SchemaNode, unknown]>([
    ...['', ' 5 ', '5 ', '+5', '05', '.5', '5.', '0x10', '1_000', '1,5', 'NaN', 'Infinity', '1e400', '-0', '٣'].map(
      (value): [string, SchemaNode, unknown] => [`${JSON.stringify(value)} for a number`, number, value],
    ),
    ['more digits than a number has', integer, '9007199254740993'],
    ['more digits after the point than a number has', number, '0.10000000000000000001'],
    ['a fraction for an integer', integer, '1.5'],
    ['an empty exponent of nothing', number, '1e-400'],
    ['a number out of bounds', { kind: 'number', maximum: 3 }, '5'],
    ...['TRUE', 'yes', '1', ' true'].map((value): [string, SchemaNode, unknown] => [
      `${value} for a boolean`,
      boolean,
      value,
    ]),
    ['a number for a boolean', boolean, 1],
    ['a number for text', text, 5],
    ['a boolean for a number', number, true],
    ['null for a list', listOf(text), null],
    ['nothing for a list', listOf(text), undefined],
    ['one value for a list of others', listOf(number), 'a'],
    ['one value that would have to be changed itself', listOf(number), '5'],
    ['text that is a list and may be an item', listOf(text), '["a"]'],
    ['JSON text of another kind', object, '[1]'],
    ['text that is not JSON', object, '{n:1}'],
    ['JSON text that does not fit', object, '{"n":"many"}'],
    ['JSON text that nests too deep', anyMembers, `{"a":${'['.repeat(64)}${']'.repeat(64)}}`],
    ['"null" beside words', either({ kind: 'literals', values: ['auto'] }, nothing), 'null'],
    ['what two members of a union take', either(number, { kind: 'literals', values: [1] }, boolean), '1'],
    [
      'what two objects of a union take',
      either(object, { kind: 'object', properties: [member('n', integer)] }),
      '{"n":1}',
    ],
    ['an object deep down', listOf({ kind: 'object', properties: [] }), [[{}]]],
  ])('rejects %s', (_what, node, value) => {
    expect(coercerOfValue(node)(value).problems).not.toEqual([]);
  });
});

describe('a value that fits its type', () => {
  test.each<[string, SchemaNode, unknown]>([
    ['text beside a number', either(text, number), '5'],
    ['text beside null', either(text, nothing), 'null'],
    ['text beside a list', either(listOf(text), text), 'a'],
    ['text beside an object', either(object, text), '{"n":1}'],
    ['anything', { kind: 'any' }, '5'],
  ])('is left unchanged: %s', (_what, node, value) => {
    expect(coercerOfValue(node)(value)).toEqual({ args: [value], problems: [] });
  });

  test('is left unchanged beside a value that has to be coerced', () => {
    const node = { kind: 'object', properties: [member('free', either(text, number)), member('n', number)] } as const;

    expect(coercerOfValue(node)({ free: '5', n: '5' }).args).toEqual([{ free: '5', n: 5 }]);
  });

  test('decodes the same with and without coercion', () => {
    fc.assert(
      fc.property(
        nodes.chain((node) => fc.tuple(fc.constant(node), valuesOf(node))),
        ([node, value]) => {
          const json: unknown = JSON.parse(JSON.stringify(value));

          expect(coercerOfValue(node)(json)).toEqual(decoderOfValue(node)(json));
        },
      ),
      { numRuns: 100 },
    );
  });
});

test('a coerced value fits its type, and any other value is rejected with at most twenty problems', () => {
  fc.assert(
    fc.property(nodes, fc.array(nearValues, { maxLength: 10 }), (node, values) => {
      const coerce = coercerOfValue(node);
      const decode = decoderOfValue(node);
      const asText = values.map((value) => JSON.stringify(value));
      for (const value of [...values, ...asText]) {
        const { args, problems } = coerce(value);
        expect(problems.length).toBeLessThanOrEqual(20);
        if (problems.length === 0 && isJson(args[0])) expect(decode(args[0])).toEqual({ args, problems: [] });
      }
    }),
    { numRuns: 100 },
  );
});

test('problems left after coercion describe the value as received', () => {
  const node = { kind: 'object', properties: [member('n', number), member('on', boolean), member('s', text)] } as const;

  expect(coercerOfValue(node)({ n: '5', on: 'maybe', s: 7 }).problems).toEqual([
    { path: 'value.on', expected: 'a boolean', received: 'a string' },
    { path: 'value.s', expected: 'a string', received: 'a number' },
  ]);
});

test('hostile nesting is reported as a problem', () => {
  let deep: unknown = { n: '1' };
  for (let depth = 0; depth < 50_000; depth++) deep = { n: '1', inner: [deep] };

  expect(coercerOfValue({ kind: 'ref', definition: tree })(deep).problems).not.toEqual([]);
});

test('coercion does not modify its input', () => {
  const input = { n: '5' };

  coercerOfValue(object)(input);

  expect(input).toEqual({ n: '5' });
});
