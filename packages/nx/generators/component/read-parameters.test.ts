import { describe, expect, test } from 'vitest';
import { readParameters } from './read-parameters.mjs';

describe('a parameter has a value that a test can pass', () => {
  test.each([
    ['city: string', 'city', 'city'],
    ['days: number', 1, 1],
    ['isDeep: boolean', true, true],
    [`units: 'metric' | 'imperial'`, 'metric', 'metric'],
    ['count: 2 | -3', 2, 2],
    ['names: string[]', ['names'], ['names']],
    ['grid: (1 | 2)[][]', [[1]], [[1]]],
    ['city: null | string', null, null],
    ['days = 3', undefined, 3],
    ['days: number = -3', undefined, -3],
    [`units: 'a' | 'b' = 'b'`, undefined, 'b'],
    ['city?: string', undefined, undefined],
  ])('%s', (text, sample, received) => {
    expect(readParameters(text)).toEqual([expect.objectContaining({ sample, received })]);
  });
});

test('parameters come in their order, and none are none', () => {
  expect(readParameters('a: string, b = 2').map(({ name }) => name)).toEqual(['a', 'b']);
  expect(readParameters('  ')).toEqual([]);
});

describe('refused is', () => {
  test.each([
    ['what is no TypeScript', 'city string', /expected parameters as TypeScript has them, such as/],
    ['what ends the method early', 'a: string) {} function g(', /expected parameters as TypeScript has them/],
    ['what has no type', 'city', /parameter "city": expected a type, one of string, number/],
    ['a type without an example', 'when: Date', /parameter "when": expected a type of string.*got "Date"/],
    ['a union with such a type', 'when: string | Date', /got "string \| Date"/],
    [
      'a default that must be run',
      'when = Date.now()',
      /parameter "when": expected a text, a number or a boolean as its default/,
    ],
    ['a pattern', '{ a }: { a: string }', /expected a plain name with a type/],
    ['a rest', '...all: string[]', /expected a plain name with a type/],
    ['a name twice', 'a: string, a: number', /parameter "a" is there twice/],
    ['too many', 'a: string, b: string, c: string, d: string', /expected at most 3 parameters, got 4/],
  ])('%s', (_what, text, message) => {
    expect(() => readParameters(text)).toThrow(message);
  });
});
