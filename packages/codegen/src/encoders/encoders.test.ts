import type { ArgumentProblem } from '@sigil/core/building';
import { describe, expect, test } from 'vitest';
import {
  encoderOf,
  evaluateDecoders,
  member,
  modelOf,
  toolWith,
} from '../plugin-code/evaluate-decoders.test-support.js';
import type { ToolModel } from '../model/plugin-model.js';
import type { Definition, SchemaNode } from '../model/schema-node.js';

const text = { kind: 'string' } as const;
const number = { kind: 'number' } as const;

function objectOf(...properties: readonly ReturnType<typeof member>[]): SchemaNode {
  return { kind: 'object', properties };
}

class Point {
  readonly #secret = 'hunter2';
  private readonly cache = this.#secret.length;
  constructor(
    readonly x: number,
    readonly y?: number,
  ) {}
  get length(): number {
    return this.cache;
  }
}

describe('encoding a result by its type', () => {
  test.each<[string, SchemaNode, unknown, unknown]>([
    ['a Date', { kind: 'date' }, new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a day', { kind: 'date', format: 'date' }, new Date(0), '1970-01-01'],
    ['a URL', { kind: 'url' }, new URL('https://a.example/ä?q={|}%'), 'https://a.example/%C3%A4?q=%7B%7C%7D%25'],
    [
      'a URL with brackets outside of its host',
      { kind: 'url' },
      new URL('http://[::1]:8080/[a]?q[]=1#[b]'),
      'http://[::1]:8080/%5Ba%5D?q%5B%5D=1#%5Bb%5D',
    ],
    ['a URL that is no hierarchy', { kind: 'url' }, new URL('urn:a[1]'), 'urn:a%5B1%5D'],
    ['a URL with a second number sign', { kind: 'url' }, new URL('http://[::1]/?#a#b#'), 'http://[::1]/?#a%23b%23'],
    ['a URL of a user at an IP address', { kind: 'url' }, new URL('http://u%zz@[::1]/%'), 'http://u%25zz@[::1]/%25'],
    ['a RegExp, without its flags', { kind: 'regexp' }, /^a+$/i, '^a+$'],
    ['a bigint', { kind: 'bigint' }, -12345678901234567890n, '-12345678901234567890'],
    ['a Uint8Array', { kind: 'bytes', as: 'Uint8Array' }, Uint8Array.of(0, 1, 255).subarray(1), 'Af8='],
    ['a Buffer', { kind: 'bytes', as: 'Buffer' }, Buffer.from('hi'), 'aGk='],
    ['an ArrayBuffer', { kind: 'bytes', as: 'ArrayBuffer' }, Uint8Array.of(1).buffer, 'AQ=='],
    [
      'a Map with names',
      { kind: 'map', keys: text, values: { kind: 'date' } },
      new Map([['a', new Date(0)]]),
      { a: '1970-01-01T00:00:00.000Z' },
    ],
    ['a Map with other keys', { kind: 'map', keys: number, values: text }, new Map([[1, 'a']]), [[1, 'a']]],
    ['a Set', { kind: 'set', items: text }, new Set(['a', 'b']), ['a', 'b']],
    [
      'a Set whose items are the same on the wire',
      { kind: 'set', items: { kind: 'date' } },
      new Set([new Date(0), new Date(0)]),
      ['1970-01-01T00:00:00.000Z'],
    ],
    ['a tuple', { kind: 'tuple', items: [text, { kind: 'bigint' }], required: 1 }, ['a', 1n], ['a', '1']],
    ['a tuple that ends in nothing', { kind: 'tuple', items: [number, text], required: 1 }, [1, undefined], [1]],
    [
      'a tuple with optional items of which none is there',
      { kind: 'tuple', items: [text, { kind: 'any' }], required: 0 },
      [undefined, undefined],
      [],
    ],
    ['a list with gaps', { kind: 'array', items: text, hasGaps: true, minItems: 1 }, [undefined, 'a'], ['a']],
    [
      'a list of lists with gaps',
      { kind: 'array', items: { kind: 'array', items: number, hasGaps: true }, hasGaps: true },
      [[1, undefined, 2], undefined],
      [[1, 2]],
    ],
    ['a Set with gaps', { kind: 'set', items: text, hasGaps: true }, new Set([undefined, 'a']), ['a']],
    [
      'a Map with gaps',
      { kind: 'map', keys: text, values: number, hasGaps: true },
      new Map([
        ['a', undefined],
        ['b', 1],
      ]),
      { b: 1 },
    ],
    [
      'a Map with other keys and gaps',
      { kind: 'map', keys: number, values: number, hasGaps: true },
      new Map([
        [1, undefined],
        [2, 1],
      ]),
      [[2, 1]],
    ],
    [
      'a tuple with gaps',
      {
        kind: 'tuple',
        items: [{ kind: 'union', members: [text, { kind: 'null' }] }, number],
        required: 2,
        nullable: [0],
        rest: text,
        hasGaps: true,
      },
      [undefined, 1, undefined, 'a'],
      [null, 1, 'a'],
    ],
    ['what toJSON gives', { kind: 'toJson', node: { kind: 'bigint' } }, { toJSON: () => 7n, other: 1 }, '7'],
    [
      'a record',
      { kind: 'object', properties: [], additional: { kind: 'bigint' } },
      { a: 1n, f: () => 1, u: undefined },
      { a: '1' },
    ],
    [
      'members by pattern',
      { kind: 'object', properties: [], patterns: [{ pattern: '^x-', node: { kind: 'bigint' } }] },
      { 'x-a': 1n, y: 2 },
      { 'x-a': '1' },
    ],
  ])('writes %s', (_what, node, value, json) => {
    expect(encoderOf(node)(value)).toEqual({ json, problems: [] });
  });

  test('writes only declared members, whether fields or getters', () => {
    const encode = encoderOf(objectOf(member('x', number), member('y', number, false), member('length', number)));

    const { json, problems } = encode(new Point(1));

    expect(problems).toEqual([]);
    expect(JSON.stringify(json)).toBe('{"x":1,"length":7}');
    expect(Object.keys(json as object)).toEqual(['x', 'length']);
  });

  test('writes members in the order of the type', () => {
    const encode = encoderOf(objectOf(member('b', text, false), member('a', text), member('__proto__', text)));

    const { json } = encode(JSON.parse('{"__proto__":"p","a":"1","b":"2"}'));

    expect(JSON.stringify(json)).toBe('{"b":"2","a":"1","__proto__":"p"}');
  });
});

describe('values of type any that are not plain JSON', () => {
  const encode = encoderOf({ kind: 'any' });

  test.each<[string, unknown]>([
    ['functions and symbols', { f: () => 1, s: Symbol('s'), l: [() => 1, undefined] }],
    ['numbers that are none', [NaN, Infinity]],
    ['dates, and whatever has toJSON', { at: new Date(0), deep: [{ toJSON: (key: string) => `at ${key}` }] }],
    ['boxed values', [new Number(1), new String('a'), new Boolean(false)]],
    ['maps, sets and arrays with holes', [new Map([[1, 2]]), new Set([1]), Object.assign([], { 1: 'after a hole' })]],
    ['null', null],
  ])('are encoded as by JSON.stringify(): %s', (_what, value) => {
    expect(encode(value)).toEqual({ json: JSON.parse(JSON.stringify(value)), problems: [] });
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a function', () => 1],
    ['a bigint deep down', [{ a: 1n }]],
  ])('are rejected where JSON.stringify() throws or returns undefined: %s', (_what, value) => {
    expect(encode(value).problems).toHaveLength(1);
  });
});

describe('a value that does not match its type', () => {
  test.each<[string, SchemaNode, unknown, string, string, string]>([
    ['NaN', objectOf(member('n', number)), { n: NaN }, 'n', 'a number', 'NaN or an infinity'],
    ['a missing member', objectOf(member('a', objectOf(member('b', text)))), { a: {} }, 'a.b', 'a string', 'nothing'],
    [
      'a wrong kind',
      objectOf(member('l', { kind: 'array', items: text })),
      { l: ['a', 1] },
      'l[1]',
      'a string',
      'a number',
    ],
    ['a bound', objectOf(member('n', { kind: 'number', maximum: 3 })), { n: 4 }, 'n', 'a number of at most 3', '4'],
    ['null for a member that may be missing', objectOf(member('s', text, false)), { s: null }, 's', 'a string', 'null'],
    ['a Date that is none', { kind: 'date' }, new Date(NaN), '', 'a valid Date', 'an object'],
    ['a Date that ISO 8601 cannot say', { kind: 'date' }, new Date(8e15), '', 'a valid Date', 'an object'],
    ['text instead of a Date', { kind: 'date' }, '1970-01-01', '', 'a valid Date', 'a string'],
    [
      'a RegExp that u does not take',
      { kind: 'regexp' },
      new RegExp('\\-'),
      '',
      'a RegExp that may have the flag u',
      'an object',
    ],
    ['an object instead of a Map', { kind: 'map', keys: text, values: text }, {}, '', 'a Map', 'an object'],
    [
      'a Map with a key that is no text',
      { kind: 'map', keys: text, values: text },
      new Map([[1, 'a']]),
      '',
      'a Map whose keys are a string',
      'an object',
    ],
    [
      'a Map with a key of its own',
      { kind: 'map', keys: { kind: 'literals', values: ['a'] }, values: text },
      new Map([['b', 'c']]),
      '[0]',
      '"a"',
      'a string',
    ],
    ['an array instead of a Set', { kind: 'set', items: text }, ['a'], '', 'a Set', 'an array'],
    [
      'too few in a Set',
      { kind: 'set', items: text, minItems: 1 },
      new Set(),
      '',
      'a Set of at least 1 item',
      'an object',
    ],
    [
      'repetitions',
      { kind: 'array', items: text, uniqueItems: true },
      ['a', 'b', 'a'],
      '',
      'an array of different strings',
      'an array whose items 0 and 2 are the same',
    ],
    [
      'too few without gaps',
      { kind: 'array', items: text, hasGaps: true, minItems: 2 },
      ['a', undefined],
      '',
      'an array of at least 2 items',
      'an array of 1 item',
    ],
    ['no toJSON', { kind: 'toJson', node: text }, {}, '', 'an object with a method toJSON()', 'an object'],
    ['what has to stay away', objectOf(member('x', { kind: 'never' }, false)), { x: 1 }, 'x', 'left out', 'a number'],
  ])('is rejected with its path and kind: %s', (_what, node, value, path, expected, received) => {
    expect(encoderOf(node)(value).problems).toEqual([{ path, expected, received }]);
  });

  test.each<[string, SchemaNode, readonly unknown[], string]>([
    ['before another item', { kind: 'tuple', items: [number, text, number], required: 1 }, [1, undefined, 2], '[1]'],
    ['where an item must be', { kind: 'tuple', items: [number, text], required: 2 }, [1, undefined], '[1]'],
    ['before the rest', { kind: 'tuple', items: [text], required: 0, rest: text }, [undefined], '[0]'],
    ['in the rest', { kind: 'tuple', items: [], required: 0, rest: text }, ['a', undefined], '[1]'],
  ])('is rejected if it is undefined in a tuple %s', (_where, node, value, path) => {
    expect(encoderOf(node)(value).problems).toMatchObject([{ path, received: 'nothing' }]);
  });

  test('gets at most twenty problems', () => {
    const encode = encoderOf({ kind: 'array', items: text });

    expect(encode(Array.from({ length: 1000 }, () => 1)).problems).toHaveLength(20);
  });
});

test('text with a format is rejected when it does not match and when it is missing', () => {
  const node = { kind: 'string', format: 'email' } as const;
  const tool: ToolModel = { ...toolWith(), returns: { kind: 'text', node } };
  const encode = evaluateDecoders(modelOf(tool)).tools.get('run')?.encode;
  const problemsOf = (value: unknown): readonly ArgumentProblem[] => {
    const problems: ArgumentProblem[] = [];
    encode?.(value, problems);
    return problems;
  };

  expect(problemsOf('a@b')).toEqual([]);
  expect(problemsOf('nobody')).toEqual([
    { path: '', expected: 'an email address such as ann@example.com', received: 'a string' },
  ]);
  expect(problemsOf(undefined)).toEqual([
    { path: '', expected: 'an email address such as ann@example.com', received: 'nothing' },
  ]);
});

describe('a circular value', () => {
  const tree: Definition = {
    name: 'Tree',
    isRecursive: true,
    get node() {
      return { kind: 'object', properties: [member('inner', { kind: 'ref', definition: tree }, false)] } as const;
    },
  };
  const circle: { inner?: unknown } = {};
  circle.inner = circle;

  test.each<[string, SchemaNode]>([
    ['of a type that contains itself', { kind: 'ref', definition: tree }],
    ['that may be anything', { kind: 'any' }],
    ['in a union', { kind: 'union', members: [text, { kind: 'ref', definition: tree }] }],
  ])('is rejected as nested too deeply: %s', (_what, node) => {
    expect(encoderOf(node)(circle).problems).toMatchObject([{ expected: 'nested at most 256 times' }]);
  });

  test('is encoded by a type without the circular member', () => {
    expect(encoderOf(objectOf())(circle)).toEqual({ json: {}, problems: [] });
  });
});

describe('unions', () => {
  const circle = objectOf(member('is', { kind: 'literals', values: ['circle'] }), member('r', { kind: 'bigint' }));
  const square = objectOf(member('is', { kind: 'literals', values: ['square'] }), member('a', number));
  const all: SchemaNode = {
    kind: 'union',
    members: [
      ...[text, number, { kind: 'null' } as const, { kind: 'date' } as const, { kind: 'url' } as const],
      ...[{ kind: 'bigint' } as const, { kind: 'bytes', as: 'Uint8Array' } as const, { kind: 'regexp' } as const],
      ...[{ kind: 'map', keys: text, values: text } as const, { kind: 'set', items: text } as const],
      ...[{ kind: 'toJson', node: text } as const, { kind: 'array', items: number } as const],
      {
        kind: 'union',
        members: [{ kind: 'ref', definition: { name: 'C', isRecursive: false, node: circle } }, square],
      },
    ] as readonly SchemaNode[],
  };

  test.each<[unknown, unknown]>([
    ['a', 'a'],
    [1, 1],
    [null, null],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [new URL('urn:a'), 'urn:a'],
    [1n, '1'],
    [Uint8Array.of(1), 'AQ=='],
    [/a/, 'a'],
    [new Map([['a', 'b']]), { a: 'b' }],
    [new Set(['a']), ['a']],
    [{ toJSON: () => 'mine' }, 'mine'],
    [[1], [1]],
    [
      { is: 'circle', r: 1n },
      { is: 'circle', r: '1' },
    ],
    [
      { is: 'square', a: 1 },
      { is: 'square', a: 1 },
    ],
  ])('select a member by the kind of the value', (value, json) => {
    expect(encoderOf(all)(value)).toEqual({ json, problems: [] });
  });

  test('pass other values through if a member allows anything', () => {
    const node: SchemaNode = {
      kind: 'union',
      members: [{ kind: 'bigint' }, { kind: 'array', items: text }, { kind: 'any' }],
    };

    expect(encoderOf(node)([1, { a: null }])).toEqual({ json: [1, { a: null }], problems: [] });
    expect(encoderOf(node)(1n)).toEqual({ json: '1', problems: [] });
  });

  test('report the problems of the member that the tag names', () => {
    expect(encoderOf(all)({ is: 'square' }).problems).toEqual([
      { path: 'a', expected: 'a number', received: 'nothing' },
    ]);
    expect(encoderOf(all)({ is: 'line' }).problems).toMatchObject([
      { path: 'is', expected: 'one of "circle", "square"' },
    ]);
  });

  test('select a tuple whose last item is undefined among other lists', () => {
    const node: SchemaNode = {
      kind: 'union',
      members: [
        { kind: 'array', items: number },
        { kind: 'tuple', items: [number, text], required: 1 },
      ],
    };

    expect(encoderOf(node)([1, undefined])).toEqual({ json: [1], problems: [] });
  });

  test('select the fitting member that keeps most of the value', () => {
    const node: SchemaNode = {
      kind: 'union',
      members: [objectOf(member('a', text)), objectOf(member('a', text), member('b', text))],
    };

    expect(encoderOf(node)({ a: '1', b: '2', c: '3' }).json).toEqual({ a: '1', b: '2' });
  });
});
