import { expect, test } from 'vitest';
import { digestExactly, writeExactly, type ExactValue } from './exact-digest.js';

/** Distinct values, some of which JSON text or UTF-8 would make equal. */
const different: readonly ExactValue[] = [
  undefined,
  null,
  'null',
  'undefined',
  '',
  false,
  'false',
  true,
  0,
  -0,
  '-0',
  1,
  '1',
  Infinity,
  -Infinity,
  'Infinity',
  NaN,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER - 1,
  5e-324,
  '\ud800',
  '\udfff',
  '\ufffd',
  '\\ud800',
  '\u00e9',
  'e\u0301',
  '\u2028',
  '\u0000',
  [],
  {},
  [[]],
  [null],
  [undefined],
  [undefined, undefined],
  ['a', 'b'],
  ['a,b'],
  ['a","b'],
  { a: undefined },
  { a: null },
  { a: 1, b: 2 },
  { 'a":1,"b': 2 },
  { a: { b: 1 } },
  [['a', 1]],
  { ['__proto__']: 1 },
  { constructor: 1 },
];

test('different values have different texts and different digests', async () => {
  const digests = await Promise.all(different.map(async (value) => (await digestExactly(value)).join()));

  expect(new Set(different.map(writeExactly)).size).toBe(different.length);
  expect(new Set(digests).size).toBe(different.length);
});

test('the order of members does not change the text, but the order of items does', () => {
  expect(writeExactly({ a: 1, b: [1, { c: 2, d: 3 }] })).toBe(writeExactly({ b: [1, { d: 3, c: 2 }], a: 1 }));
  expect(writeExactly([1, 2])).not.toBe(writeExactly([2, 1]));
});
