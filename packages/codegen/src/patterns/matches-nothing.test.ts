import { expect, test } from 'vitest';
import { matchesNothing } from './matches-nothing.js';

test.each(['^[a-z]+$ lower case', 'a^b', '^a$b|b^', '(?:a$b)+', '^a$(?:b|c)', '$a'])(
  'no text matches %s',
  (pattern) => {
    expect(matchesNothing(pattern)).toBe(true);
    for (const text of ['', 'a', 'ab', 'b', 'a lower case', 'ac'])
      expect(new RegExp(pattern, 'u').test(text)).toBe(false);
  },
);

test.each([
  ['^a$', 'a'],
  ['^a$|b', 'b'],
  ['(?:a$b)*c', 'c'],
  ['^a$(?:b|)', 'a'],
  ['^a$b?', 'a'],
  ['(?:|a)^b', 'b'],
  ['(?=a)^a', 'a'],
  ['\\$ a', '$ a'],
  ['[$] a', '$ a'],
  ['^a$(?<=a)', 'a'],
])('a text matches %s', (pattern, text) => {
  expect(new RegExp(pattern, 'u').test(text)).toBe(true);
  expect(matchesNothing(pattern)).toBe(false);
});
