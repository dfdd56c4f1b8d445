import { describe, expect, test } from 'vitest';
import { readParameters, readTextParameters } from './read-parameters.mjs';

describe('the sample value of a parameter', () => {
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
    [`count: 'all' | number = 2`, undefined, 2],
    ['isDeep: (false | true) = false', undefined, false],
    ['city?: string', undefined, undefined],
  ])('is found for %s', (text, sample, received) => {
    expect(readParameters(text)).toEqual([expect.objectContaining({ sample, received })]);
  });
});

test('parameters keep their order, and an empty text has none', () => {
  expect(readParameters('a: string, b = 2').map(({ name }) => name)).toEqual(['a', 'b']);
  expect(readParameters('  ')).toEqual([]);
});

describe('readParameters()', () => {
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
    [
      'a required one after one with a default',
      'a = 1, b: string',
      /expected parameters that may be left out at the end, got "b: string" after "a = 1"/,
    ],
    ['a required one after an optional one', 'a?: string, b: string', /got "b: string" after "a\?: string"/],
    [
      'an optional one with a default',
      'a?: number = 1',
      /parameter "a": expected either "\?" or a default, got "a\?: number = 1"/,
    ],
    ['a default of another type', `n: number = 'x'`, /parameter "n": expected a default of type number, got "'x'"/],
    ['a default outside its literals', `u: 'a' | 'b' = 'c'`, /expected a default of type 'a' \| 'b', got "'c'"/],
    ['a default for a list', `all: string[] = 'a'`, /expected a default of type string\[\], got "'a'"/],
    ['a default that only looks like it', `n: 1 | 2 = '1'`, /expected a default of type 1 \| 2, got "'1'"/],
    ['too many', 'a: string, b: string, c: string, d: string', /expected at most 3 parameters, got 4/],
  ])('rejects %s', (_what, text, message) => {
    expect(() => readParameters(text)).toThrow(message);
  });
});

describe('parameter names', () => {
  test.each([
    ...['JSON', 'arguments', 'eval', 'undefined', 'NaN', 'Infinity', 'globalThis', 'then'],
    ...['await', 'yield', 'let', 'static', 'implements', 'interface', 'package', 'private', 'protected', 'public'],
  ])('%s is rejected, as it has another meaning', (name) => {
    const message = `"${name}" cannot name a parameter: expected a name that means nothing else in TypeScript`;

    expect(() => readParameters(`${name}: string`)).toThrow(message);
  });

  test.each(['class', 'enum', 'null', 'this'])('%s is rejected as invalid syntax', (name) => {
    expect(() => readParameters(`${name}: string`)).toThrow(/expected .*such as "city.*/);
  });

  test.each(['type', 'of', 'get', 'async', 'string', 'constructor'])('%s is accepted', (name) => {
    expect(readParameters(`${name}: string`)).toMatchObject([{ name }]);
  });
});

describe('the arguments of a prompt', () => {
  test.each(['a: string', 'a: number', 'a?: boolean', "a: ('b' | 2)", 'a: true', 'a = 3'])('may be %s', (text) => {
    expect(readTextParameters(text)).toEqual(readParameters(text));
  });

  test.each(['a: string[]', 'a: string | null', 'a: null', 'a: string | number'])('may not be %s', (text) => {
    expect(() => readTextParameters(text)).toThrow(
      /parameter "a": expected string, number, boolean or a union of literals, .* got "/,
    );
  });
});
