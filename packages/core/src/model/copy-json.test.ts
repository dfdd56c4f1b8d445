import { expect, test } from 'vitest';
import { copyJson } from './copy-json.js';

class Point {
  readonly #secret = 1;
  x = 1;
  get y(): number {
    return this.#secret;
  }
}

const deep = JSON.parse('['.repeat(200) + ']'.repeat(200)) as unknown;
const ownProto: unknown = JSON.parse('{"__proto__":{"a":1},"b":2}');

test.each([
  ['a text', 'text'],
  ['numbers', [1, -0, 1.5, NaN, Infinity, -Infinity]],
  ['nothing', undefined],
  ['a function', () => 1],
  ['a symbol', Symbol('a')],
  ['members without a value', { a: undefined, b: () => 1, c: Symbol('c'), d: null, [Symbol('e')]: 1 }],
  ['items without a value', [undefined, () => 1, Symbol('c'), null]],
  ['a list with holes', [1, , 3]], // eslint-disable-line no-sparse-arrays
  ['dates', { at: new Date(0), never: new Date(NaN) }],
  ['wrappers', [new String('a'), new Number(1), new Boolean(false)]], // eslint-disable-line no-new-wrappers
  ['instances', { point: new Point(), map: new Map([[1, 2]]), bytes: new Uint8Array([1, 2]) }],
  ['an object without a prototype', Object.assign(Object.create(null) as object, { a: [{}] })],
  ['an own __proto__', ownProto],
  ['inherited members', Object.create({ a: 1 })],
  ['members with toJSON', { a: { toJSON: () => ({ b: 1 }) }, c: { toJSON: () => undefined } }],
  ['a deep value', deep],
])('%s is copied as a round trip through its text copies it', (_, value) => {
  const json = JSON.stringify(value) as string | undefined;

  const copy = copyJson(value);

  expect(JSON.stringify(copy)).toBe(json);
  expect(copy).toStrictEqual(json === undefined ? undefined : JSON.parse(json));
});

test('a copy shares nothing with its value', () => {
  const value = { list: [{ a: 1 }] };

  const copy = copyJson(value) as { list: { a: number }[] };
  copy.list[0]!.a = 2;

  expect(value.list[0]!.a).toBe(1);
});

test.each([
  [
    'a circle',
    () => {
      const value: Record<string, unknown> = {};
      value['self'] = value;
      return value;
    },
  ],
  ['a big integer', () => ({ a: 1n })],
])('%s is refused', (_, make) => {
  expect(() => copyJson(make())).toThrow(TypeError);
});
