import { describe, expect, test } from 'vitest';
import { judgePattern } from './judge-pattern.js';

describe('patterns with a linear search time', () => {
  test.each([
    'a',
    '^a$',
    '\\d+',
    '[a-z]+',
    '^[a-z]+$',
    '^[a-z]+(?:-[a-z]+)*$',
    '^\\w+@\\w+$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '\\d{5}',
    '^#[0-9a-f]{3,6}$',
    '#[0-9a-f]{3,6}',
    '^[A-Z]{2}\\d{1,4}$',
    '^(?:\\d{1,3}\\.){3}\\d{1,3}$',
    '^(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)$',
    '^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$',
    '^(?=.*[A-Z])(?=.*\\d).{8,}$',
    '^[^]*$',
    '^[^]*-[^]*$',
    '^[^]*-[^]*-[^]*$',
    '^x-[\\s\\S]*$',
    '^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?$',
    '^\\p{L}+$',
    '^(?:yes|no|maybe)$',
    '^v\\d+\\.\\d+\\.\\d+$',
    '^https?://[^\\s/]+(?:/[^\\s]*)?$',
    '',
    '(?:)',
    'a*',
    '^(?:a|b)*$',
    '(?:foo|bar)',
    '^.{1,100}$',
    '^[\\w.-]+$',
    '[a-z]+\\d*',
    '^(?<year>\\d+)-(?<month>\\d+)$',
    '^[a-z]{2}(?:_[A-Z]{2})?$',
    '^\\S+$',
    '^(?:a?)*$',
    '^\\s*$',
    '\\bfoo\\b',
    '^(?!-)[a-z-]+$',
  ])('%s is judged linear', (pattern) => {
    expect(judgePattern(pattern).power).toBe(1);
  });
});

describe('patterns with a polynomial search time', () => {
  test.each<[string, number]>([
    ['\\w+@\\w+', 2],
    ['\\s+$', 2],
    ['^\\s+|\\s+$', 2],
    ['^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', 2],
    ['^a*a*$', 2],
    ['^a*a*a*$', 3],
    ['a*a*$', 3],
    ['^\\d+\\d+x$', 2],
    ['^(?:ab)*(?:abab)*$', 2],
    ['^.*foo.*bar$', 2],
    ['^[^]*ab[^]*cd$', 2],
    ['^(["\']).*\\1$', 2],
    ['^a{1,50}a{1,50}$', 2],
    ['(?=a*b)', 2],
  ])('%s is judged polynomial', (pattern, power) => {
    expect(judgePattern(pattern).power).toBe(power);
  });
});

describe('patterns whose search may take exponential time', () => {
  test.each([
    '(a+)+$',
    '^(a+)+$',
    '^(?:a|a)*$',
    '^(?:a|aa)+$',
    '^(\\w+\\s?)*$',
    '^(?:[a-z]+\\.?)+$',
    '^(a*)*$',
    '(?:x+x+)+y',
    '^(?:\\d|\\w)+$',
    '^([a-z]+)*@',
    '^(a{1,20}){1,20}$',
    `^${'a?'.repeat(30)}${'a'.repeat(30)}$`,
    '^(?=(?:a|a)*$)',
    '(?<=(?:a|a)*)b$',
    '^(?:(?:a*)b?)*c',
    '^(?:\\p{L}|é)+$',
    '^(?:.|\\n|\\s)*x$',
  ])('%s is judged exponential', (pattern) => {
    const { power, ways } = judgePattern(pattern);
    expect(power === Infinity || ways > 10_000).toBe(true);
  });
});
