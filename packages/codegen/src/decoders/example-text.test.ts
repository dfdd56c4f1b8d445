import { expect, test } from 'vitest';
import { exampleOf } from './example-text.js';

test.each([
  ['^[A-Z]{3}-\\d+$', 'ABC-1'],
  ['^[a-z][a-z0-9_]*$', 'abcd'],
  ['^\\d{4}-\\d{2}-\\d{2}$', '1234-56-78'],
  ['^#[0-9a-fA-F]{6}$', '#abcdef'],
  ['^(?:red|green)-[\\s\\S]*$', 'red-abc'],
  ['^\\+?[1-9]\\d{6,14}$', '1234567'],
  ['^\\P{Changes_When_Uppercased}*$', 'ABC'],
  ['^https?:\\/\\/.+$', 'http://abc'],
  ['x', 'x'],
  ['^\\u{41}\\x42$', 'AB'],
  ['^[^a-z]+$', 'ABC'],
])('an example of %s is %s', (pattern, example) => {
  expect(new RegExp(pattern, 'u').test(example)).toBe(true);
  expect(exampleOf({ kind: 'string', pattern })).toBe(example);
});

test('an example has the lengths that its type allows', () => {
  expect(exampleOf({ kind: 'string', pattern: '^[a-z]+$', minLength: 8 })).toBe('abcdefgh');
  expect(exampleOf({ kind: 'string', pattern: '^[a-z]+$', maxLength: 2 })).toBe('a');
  expect(exampleOf({ kind: 'string', pattern: '^[a-z]+$', minLength: 500 })).toBeUndefined();
});

test.each(['^(?=x)y$', '^(a)\\1b{900}$', '^$', '^\\p{Script=Greek}$', '^(?<!a)b\\B$'])(
  '%s may have none',
  (pattern) => {
    const example = exampleOf({ kind: 'string', pattern });

    expect(example === undefined || new RegExp(pattern, 'u').test(example)).toBe(true);
  },
);
