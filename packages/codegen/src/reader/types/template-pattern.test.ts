import { afterAll, describe, expect, test } from 'vitest';
import { openCases } from '../reader-cases.test-support.js';
import { showNode } from './show-node.test-support.js';
import { numericKey } from '@sigil/contracts/schema';

const cases = openCases();
afterAll(() => cases.close());

const declarations = `
enum Color { Red = 'red', Blue = 'blue' }
type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type Tag<T extends string> = \`<\${T}>\`;
`;

describe('a template literal type', () => {
  test.each([
    ['`a-${"z" | "b"}`', '"a-z"|"a-b"'],
    ['`${"b" | "a"}${2 | 1}`', '"b2"|"b1"|"a2"|"a1"'],
    ['`${boolean}!`', '"false!"|"true!"'],
    ['`${Color}-ish`', '"red-ish"|"blue-ish"'],
    ['Uppercase<"b" | "a">', '"B"|"A"'],
    ['`on${Capitalize<"click" | "blur">}`', '"onClick"|"onBlur"'],
    ['"z" | `${"b" | "a"}!` | "c"', '"z"|"b!"|"a!"|"c"'],
    ['Tag<"b" | "a">', '"<b>"|"<a>"'],
    ['`${null}` | `${undefined}`', '"null"|"undefined"'],
    ['`plain`', '"plain"'],
  ])('lists its strings if there are finitely many: %s', (type, shown) => {
    expect(showNode(cases.node(type, declarations))).toBe(shown);
  });

  test('becomes a pattern if it has too many strings to list', () => {
    const node = cases.node('`${Digit}.${Digit}-${Digit}`', declarations);

    const digit = '(?:0|1|2|3|4|5|6|7|8|9)';
    expect(node).toEqual({ kind: 'string', pattern: `^${digit}\\.${digit}-${digit}$` });
  });

  const patterns: readonly (readonly [type: string, allowed: readonly string[], refused: readonly string[]])[] = [
    ['`a.${string}`', ['a.', 'a.b', 'a.\n'], ['ab', 'xa.b', '']],
    ['`${string}@${string}.${string}`', ['a@b.c'], ['a@b', 'a.b']],
    ['`${number}px`', ['0px', '-1.5px', '1e3px', '1e+21px', '10px'], ['px', '01px', 'apx', '1.px', '0x1px']],
    [
      '`${number}`',
      [
        ...[Number.MAX_VALUE, Number.MIN_VALUE, -1e305, 1e-300, 1e-319, 1e299, 1e21, 1e-7].map(String),
        ...['1e308', '1E-324', '1e007', '1e-99'],
      ],
      ['1e309', '1e400', '1e-325', '1e-330', '1e-400', '1e3000', '1e', '1e+'],
    ],
    ['`${bigint}n`', ['0n', '-12n'], ['1.5n', '01n', 'n']],
    ['`#${Uppercase<string>}`', ['#', '#A1', '#ÄÖ', '#Ω-'], ['#a', '#Äö', 'A']],
    ['Lowercase<string>', ['', 'a1', 'ä'], ['A', 'aÄ']],
    ['`get${Capitalize<string>}`', ['get', 'getName', 'get1x'], ['getname', 'Name']],
    ['Uncapitalize<string>', ['aB', ''], ['Ab']],
    ['`v${1 | 2}.${number}`', ['v1.5', 'v2.0'], ['v3.1', 'v1']],
    ['`(${string})[${string}]|${string}`', ['(a)[b]|c'], ['(a)[b]']],
    ['Tag<string>', ['<a>', '<>'], ['a']],
    ['`${"a" | "b"}-${string}`', ['a-x', 'b-'], ['c-x']],
    ['`x${string}` & { __brand: "X" }', ['x', 'xy'], ['y']],
    ['Uppercase<`a${string}`>', ['A', 'AB'], ['a', 'Ab']],
    ['`${any}!`', ['a!', '!'], ['a']],
  ];

  test.each(patterns)('becomes a pattern if it has infinitely many strings: %s', (type, allowed, refused) => {
    const node = cases.node(type, declarations);
    const found = node.kind === 'union' ? node.members : [node];
    const fits = (text: string): boolean =>
      found.some((one) => one.kind === 'string' && new RegExp(one.pattern ?? '$.', 'u').test(text));

    expect([...allowed, ...refused].filter(fits)).toEqual(allowed);
  });
});

describe('index signatures with restricted keys', () => {
  test.each([
    ['{ [key: `x-${string}`]: number }', '{/^x-[\\s\\S]*$/: number}'],
    [
      '{ a: 1; [key: `x-${string}`]: number; [key: `b${string}`]: string }',
      '{a: 1, /^b[\\s\\S]*$/: string, /^x-[\\s\\S]*$/: number}',
    ],
    ['Record<`x-${"b" | "a"}`, number>', '{x-b: number, x-a: number}'],
    ['{ [key: string]: unknown; [key: number]: string }', `{/${numericKey}/: string, *: any}`],
    ['Record<Id, number>', '{*: number}'],
    ['{ [key: symbol]: number; a: string }', '{a: string}'],
    [
      '{ a: string; [key: `x-${string}`]: number | undefined; b?: never }',
      '{a: string, b?: never, /^x-[\\s\\S]*$/: number}',
    ],
  ])('are read as patterns or members: %s', (type, shown) => {
    expect(showNode(cases.node(type, 'type Id = string & { __brand: 1 };'))).toBe(shown);
  });

  test('match only canonical numbers if the key is a number', () => {
    const node = cases.node('Record<number, string>');
    const [only] = (node.kind === 'object' && node.patterns) || [];
    const pattern = new RegExp(only?.pattern ?? '', 'u');

    // Text that JavaScript would write differently is not a number; nor is a number that it rounds.
    const others = ['01', '1.0', '1.50', '-0', '1e3', '1E+21', '9007199254740993', 'a', '', '1a'];
    const numbers = ['0', '12', '-1', '1.5', '-0.25', '1767225600000'];

    expect([...numbers, ...others].filter((key) => pattern.test(key))).toEqual(numbers);
  });
});
