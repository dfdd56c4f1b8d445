import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Definition, PlainNode, SchemaNode } from '../model/schema-node.js';
import { countingDecoder, countingDecoderOfValue } from '../plugin-code/count-work.test-support.js';
import {
  coercerOfValue,
  decoderOfValue,
  encoderOf,
  member,
  optional,
} from '../plugin-code/evaluate-decoders.test-support.js';
import { times } from './random-nodes.test-support.js';

afterEach(() => vi.restoreAllMocks());

const text = { kind: 'string' } as const;
const number = { kind: 'number' } as const;

function object(...members: readonly ReturnType<typeof member>[]): SchemaNode {
  return { kind: 'object', properties: members };
}

function listOf(items: SchemaNode): SchemaNode {
  return { kind: 'array', items };
}

function either(...members: readonly SchemaNode[]): SchemaNode {
  return { kind: 'union', members };
}

function literal(value: string): SchemaNode {
  return { kind: 'literals', values: [value] };
}

function recursive(name: string, write: (self: SchemaNode) => PlainNode): SchemaNode {
  const definition: Definition = {
    name,
    isRecursive: true,
    get node() {
      return node;
    },
  };
  const self: SchemaNode = { kind: 'ref', definition };
  const node = write(self);
  return self;
}

const expression = recursive('Expression', (self) => ({
  kind: 'union',
  members: [
    object(member('op', literal('not')), member('of', self)),
    object(member('op', literal('and')), member('of', self), member('and', self, false)),
  ],
}));
const alike = recursive('Alike', (self) => ({
  kind: 'union',
  members: [
    object(member('of', self, false)),
    object(member('of', self, false), member('by', text, false)),
    object(member('of', self, false), member('at', text, false)),
  ],
}));

describe('a union', () => {
  const eight = Array.from({ length: 8 }, (_, index) =>
    object(member('id', number, false), member(`only${index}`, number)),
  );

  test('selects a member by its keys without reading the others', () => {
    const items = Array.from({ length: 5_000 }, (_, id) => ({ id, only7: 1 }));

    const { problems, work } = countingDecoderOfValue(listOf(either(...eight)))(items);

    expect(problems).toEqual([]);
    // Eight checks of its keys, and one reading.
    expect(work / items.length).toBeLessThan(45);
  });

  test('of lists selects a member by the first item and the length', () => {
    const node = either(
      listOf(number),
      listOf(text),
      { kind: 'tuple', items: [text, number], required: 2 },
      listOf(object(member('a', number))),
    );
    const decode = decoderOfValue(node);

    for (const value of [[1, 2], ['a', 'b'], ['a', 1], [{ a: 1 }], []]) expect(decode(value).args).toEqual([value]);
    expect(decode([{ a: 'x' }]).problems).toEqual([{ path: 'value[0].a', expected: 'a number', received: 'a string' }]);
  });

  test('in a result selects a member by its required keys without encoding the others', () => {
    const data = object(member('big', number));
    const members = Array.from({ length: 8 }, (_, index) =>
      object(member('data', data), member(`only${index}`, number)),
    );
    let looks = 0;
    const result = {
      only7: 1,
      data: {
        get big() {
          looks++;
          return 1;
        },
      },
    };

    expect(encoderOf(either(...members))(result).json).toEqual({ data: { big: 1 }, only7: 1 });
    expect(looks).toBe(1);
  });

  test('whose members look alike at every level needs no exponential work', () => {
    const good = times<unknown>(60, (of) => ({ of, at: 'x' }), {});
    const bad = times<unknown>(60, (of) => ({ of, at: 'x' }), { at: 1 });

    for (const value of [good, bad]) {
      const { work, problems } = countingDecoderOfValue(alike)(value);
      expect(problems.length).toBe(value === good ? 0 : 1);
      expect(work).toBeLessThan(20_000);
    }
  });
});

describe('JSON as text', () => {
  test.each([
    ['a tagged union', expression, { op: 'not', of: 7 }],
    ['a union without a tag', alike, { at: 7 }],
  ])('nested in JSON text takes work bounded by its length: %s', (_what, node, innermost) => {
    const value = times<unknown>(10, (of) => JSON.stringify({ op: 'and', of }), JSON.stringify(innermost));

    const { work, problems } = countingDecoderOfValue(node)(value);

    expect(problems).not.toEqual([]);
    expect(String(value).length).toBeGreaterThan(10_000);
    expect(work).toBeLessThan(3 * String(value).length);
  });

  test('is not parsed inside JSON text that was already parsed', () => {
    const node = object(member('a', object(member('b', object(member('n', number))))));
    const decode = coercerOfValue(node);

    expect(decode({ a: '{"b":{"n":"1"}}' }).args).toEqual([{ a: { b: { n: 1 } } }]);
    expect(decode({ a: JSON.stringify({ b: '{"n":1}' }) }).problems).toEqual([
      { path: 'value.a.b', expected: 'an object', received: 'a string' },
    ]);
  });

  test('is parsed once for all members of a union', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const members = ['a', 'b', 'c', 'd'].map((name) => object(member(name, number)));

    expect(coercerOfValue(either(...members))('{"c":1}').args).toEqual([{ c: 1 }]);
    expect(parse).toHaveBeenCalledTimes(1);
  });
});

describe('a long text', () => {
  const long = '1:'.repeat(1_000_000);

  test.each(['date-time', 'date', 'time', 'email', 'uuid', 'ipv4', 'ipv6', 'regex'])(
    'is rejected for the format %s without testing a pattern on it',
    (format) => {
      const decode = decoderOfValue({ kind: 'string', format });
      const tested = vi.spyOn(RegExp.prototype, 'test');

      expect(decode(format === 'date-time' ? `2024-02-29T12:00:00.${long}Z` : long).problems).toHaveLength(1);

      expect(tested.mock.calls.filter(([it]) => it.length > 64)).toEqual([]);
      expect(tested.mock.calls.length).toBeLessThan(5);
    },
  );

  test('is rejected by maxLength before its pattern is tested', () => {
    const decode = decoderOfValue({ kind: 'string', pattern: '^[a-z]+$', maxLength: 5 });
    const tested = vi.spyOn(RegExp.prototype, 'test');

    expect(decode(long).problems).toHaveLength(1);
    expect(tested.mock.calls.filter(([it]) => it === long)).toEqual([]);
  });

  test('is not counted beyond its length limits', () => {
    const { work } = countingDecoderOfValue({ kind: 'string', minLength: 3, maxLength: 5 })('👍'.repeat(1_000_000));

    expect(work).toBeLessThan(30);
  });
});

describe('the step limit of a call', () => {
  const list = listOf(object(member('n', number)));
  const refusal = {
    path: '',
    expected: 'readable in 1000 steps (limit maxDecodeSteps; send less in one call)',
    received: 'an object',
  };

  test('rejects a value that takes more steps, and names the limit', () => {
    const decode = countingDecoderOfValue(list, 1000);

    const { problems, work } = decode(Array.from({ length: 50_000 }, () => ({ n: 1 })));

    expect(problems).toEqual([refusal]);
    expect(work).toBeLessThan(1000);
  });

  test('is counted anew for each call', () => {
    const decode = countingDecoderOfValue(list, 1000);
    const value = Array.from({ length: 30 }, () => ({ n: 1 }));

    for (let call = 0; call < 20; call++) expect(decode(value).problems).toEqual([]);
  });

  test('counts coerced values too', () => {
    const decode = countingDecoderOfValue(list, 1000);

    expect(decode(Array.from({ length: 60 }, () => ({ n: '1' }))).problems).toEqual([refusal]);
    expect(decode(Array.from({ length: 5 }, () => ({ n: '1' }))).problems).toEqual([]);
  });

  test('is high enough for tens of thousands of ordinary records', () => {
    const people = Array.from({ length: 25_000 }, (_, id) => ({ id, name: `person ${id}`, tags: ['a', 'b'], age: 7 }));
    const node = listOf(
      object(member('id', number), member('name', text), member('tags', listOf(text)), member('age', number)),
    );

    expect(decoderOfValue(node)(people).problems).toEqual([]);
    expect(decoderOfValue(listOf(number))(Array.from({ length: 2_000_000 }, () => 1)).problems).toEqual([]);
  });

  test.each<[string, SchemaNode, (index: number) => unknown]>([
    ['a Set of numbers', { kind: 'set', items: number }, (index) => index],
    ['a Set of bigints', { kind: 'set', items: { kind: 'bigint' } }, String],
    ['a Map from numbers', { kind: 'map', keys: number, values: number }, (index) => [index, 1]],
  ])('counts as if all keys of %s collided', (_what, node, write) => {
    const decode = decoderOfValue(node);

    expect(decode(Array.from({ length: 4_000 }, (_, index) => write(index))).problems).toEqual([]);
    expect(decode(Array.from({ length: 10_000 }, (_, index) => write(index))).problems).toMatchObject([
      { expected: expect.stringContaining('limit maxDecodeSteps') },
    ]);
  });

  test('is not used up by comparing names for a suggestion', () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `${'n'.repeat(56)}${index}`);
    const decode = countingDecoder(names.map((name) => optional(name, number)));
    const wrong = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${'m'.repeat(57)}${index}`, 1]));

    const { problems, work } = decode({ ...wrong, [`${'n'.repeat(55)}0`]: 1 });

    expect(problems).toHaveLength(20);
    expect(work).toBeLessThan(250_000);
  });
});
