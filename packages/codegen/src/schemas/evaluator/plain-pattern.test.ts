import { expect, test } from 'vitest';
import { escapePattern, plainPattern } from './plain-pattern.js';

const texts = [
  '',
  'a',
  'A',
  'ab',
  'AB',
  'aB',
  'z',
  'Z',
  '5',
  '-',
  ' ',
  '_',
  'foo-1',
  'FOO-1',
  'Foo',
  'a.b',
  'é',
  'É',
  '[',
  ']',
  'k',
  '\n',
  'x\ny',
  'AbAb',
  '{a}',
];

test.each([
  /^a/,
  /^\p{L}+$/u,
  /a/g,
  /^a/i,
  /^AB$/i,
  /^[a-z]+$/i,
  /^[^a-f]+$/i,
  /^[A-F\d_-]+$/i,
  /^[\w-]+$/i,
  /^(?:foo|bar)-\d$/i,
  /^(?<first>a)b?$/i,
  /^(?=a)\w+$/i,
  /^a\.b$/i,
  /^[[\]]$/i,
  /^a{1,2}\b/iu,
  /^[ -~]+$/i,
  /^\{a\}$/i,
  // The compiler's target does not know the flag.
  new RegExp('^[a-z]$', 'iv'),
  new RegExp(String.raw`^foo\-\d\_?$`, 'i'),
  new RegExp(String.raw`^[\w\-\_]+$`),
])('%s is written as a pattern that matches the same texts', (expression) => {
  const pattern = plainPattern(expression);
  const matching = (one: RegExp): string[] => texts.filter((text) => new RegExp(one.source, one.flags).test(text));

  expect(pattern).toBeDefined();
  expect(matching(new RegExp(pattern!, 'u'))).toEqual(matching(expression));
});

test.each([
  /^a/m,
  /^.$/s,
  /a/y,
  new RegExp('^[\\w--\\d]$', 'v'),
  /^{a}$/,
  /^é$/i,
  /^[A-z]$/i,
  /^\x61$/i,
  /^\u0061$/i,
  /^\p{Lu}$/iu,
  /^(a)\1$/i,
  /^[\x61-\x7a]$/i,
])('%s has no pattern without flags', (expression) => {
  expect(plainPattern(expression)).toBeUndefined();
});

test('text is escaped so that the pattern matches it alone', () => {
  const text = 'https://a.b/[c](d){e}?f=$1|g*^\\+-w W é';

  expect(new RegExp(`^${escapePattern(text)}$`, 'u').test(text)).toBe(true);
  expect(new RegExp(`^${escapePattern('a.b')}$`, 'u').test('axb')).toBe(false);
});
