import { afterAll, describe, expect, test } from 'vitest';
import { asTool, openCases, toolReturning, toolTaking } from '../reader-cases.test-support.js';
import { showNode } from './show-node.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const resultOf = (type: string, declarations = ''): string => {
  const { returns } = asTool(cases.method(toolReturning(type, declarations)));
  return returns.kind === 'structured' ? showNode(returns.node) : returns.kind;
};

describe('a class', () => {
  const classes: readonly (readonly [declarations: string, result: string, fault: string | undefined])[] = [
    ['class Box { a = 1; readonly b?: string }', 'Box{a: number, b?: string}', undefined],
    ['class Box { constructor(public a: string, readonly b: number) {} }', 'Box{a: string, b: number}', undefined],
    [
      'class Box { declare a: Date; static made = 1; static make(): Box { return new Box(); } }',
      'Box{a: date}',
      undefined,
    ],
    ['class Base { z = 1 } class Box extends Base { a = 2 }', 'Box{z: number, a: number}', undefined],
    ['abstract class Box { abstract a: string }', 'Box{a: string}', undefined],
    ['class Box { a = 1; open(): void {} }', 'Box{a: number}', 'has the method "open"'],
    ['class Box { a = 1; get b(): number { return 1; } }', 'Box{a: number}', 'has the accessor "b"'],
    ['class Box { a = 1; set b(value: number) { this.a = value; } }', 'Box{a: number}', 'has the accessor "b"'],
    ['class Box { a = 1; accessor b = 2 }', 'Box{a: number}', 'has the accessor "b"'],
    [
      'class Box { a = 1; private b = 2; c(): number { return this.b; } }',
      'Box{a: number}',
      'has the private member "b"',
    ],
    ['class Box { a = 1; protected b = 2 }', 'Box{a: number}', 'has the protected member "b"'],
    ['class Box { a = 1; #b = 2; c(): number { return this.#b; } }', 'Box{a: number}', 'has the private member "#b"'],
    [
      'class Box { constructor(public a: 1, private readonly b: 2) {} c(): 2 { return this.b; } }',
      'Box{a: 1}',
      'has the private member "b"',
    ],
    [
      'class Base { private b = 2; c(): number { return this.b; } } class Box extends Base { a = 1 }',
      'Box{a: number}',
      'has the private member "b"',
    ],
    [
      'class Base { private b = 2; c(): number { return this.b; } } interface Box extends Base { a: 1 }',
      'Box{a: 1}',
      'has the private member "b"',
    ],
    ['class Box { a = 1; [Symbol.iterator](): void {} }', 'Box{a: number}', 'has the method'],
    ['class Box { open(): void {} }', 'Box{}', 'has the method "open"'],
    ['class Box {}', 'Box{}', undefined],
    ['class Box { a = 1; run = (): void => {} }', 'Box{a: number}', 'is a function'],
    ['class Box { a = 1; run?: () => void }', 'Box{a: number}', undefined],
  ];

  test.each(classes)('is read as its public data in a result: %s', (declarations, result) => {
    expect(resultOf('Box', declarations)).toBe(result);
  });

  test.each(classes)('is accepted as an argument only if it is plain data: %s', (declarations, _result, fault) => {
    const { diagnostics } = cases.read(toolTaking('x: Box', declarations));

    expect(diagnostics.map((one) => one.message)).toEqual(fault === undefined ? [] : [expect.stringContaining(fault)]);
  });

  test('exposes its public data through Partial, Pick and intersections', () => {
    const declarations = 'class Box { a = 1; private b = 2; c(): number { return this.b; } }';

    expect(resultOf('Partial<Box>', declarations)).toBe('{a?: number}');
    expect(resultOf('Box & { d: 1 }', declarations)).toBe('{a: number, d: 1}');
    expect(showNode(cases.node('Pick<Box, "a">', declarations))).toBe('{a: number}');
  });

  test('is distinguished from another class of the same name', () => {
    expect(
      resultOf(
        'A.Box | B.Box',
        'namespace A { export class Box { a = 1 } } namespace B { export class Box { b = 1 } }',
      ),
    ).toBe('(Box{a: number} | Box{b: number})');
  });
});

describe('toJSON()', () => {
  test.each([
    [
      'class Money { constructor(private readonly cents: bigint) {} toJSON(): string { return String(this.cents); } }',
      'toJson(string)',
    ],
    [
      'interface Money { cents: number; toJSON(): { amount: number } }',
      'Money=toJson({amount: number})'.replace('Money=', ''),
    ],
    ['class Money { toJSON(): Amount { throw 0; } } interface Amount { n: 1 }', 'toJson(Amount{n: 1})'],
    [
      'class Money { items: Money[] = []; toJSON(): { items: Money[] } { return this; } }',
      'Money*=toJson({items: [Money*]})',
    ],
    ['class Money { a = 1; toJSON(): this { return this; } }', 'Money{a: number}'],
    ['interface Money { toJSON: () => "b" | "a" }', 'toJson("b"|"a")'],
    ['interface Money { toJSON: string }', 'Money{toJSON: string}'],
    ['class Base { toJSON(): number { return 1; } } class Money extends Base { a = 1 }', 'toJson(number)'],
    ['class Of<T> { toJSON(): T[] { return []; } } type Money = Of<"b" | "a">;', 'toJson(["b"|"a"])'],
  ])('gives the type of a result: %s', (declarations, shown) => {
    expect(resultOf('Money', declarations)).toBe(shown);
  });

  test.each([
    ['§toJSON(): Date', 'has a toJSON() of its own'],
    ['§toJSON?(): string', 'has a toJSON() of several types'],
    ['§toJSON<T>(): T', 'has a toJSON() of several types'],
    ['§toJSON(): Promise<string>', 'cannot be sent as JSON'],
    ['§toJSON(): undefined', 'cannot be written in JSON here'],
  ])('is rejected if its result is not certain or not JSON: %s', (member, says) => {
    const { diagnostics, found, marks } = cases.read(
      toolReturning('{ m: Money }', `interface Money { a: 1; ${member} }`),
    );

    expect(found.map((one) => one.slice(9))).toEqual(marks);
    expect(diagnostics[0]?.message).toContain(says);
  });

  test('is rejected as a function in an argument', () => {
    expect(cases.read(toolTaking('x: Money', 'interface Money { a: 1; toJSON(): string }')).diagnostics).toMatchObject([
      { code: 'SIGIL042' },
    ]);
  });
});

describe('members that are functions', () => {
  test('are left out of results', () => {
    expect(resultOf('{ a: 1; b(): void; c: () => 1; d?: new () => Date; e: (() => void) | undefined }')).toBe('{a: 1}');
  });

  test('are left out of arguments if optional, and rejected otherwise', () => {
    expect(showNode(cases.node('{ a: 1; b?(): void; c?: () => 1; d: (() => void) | undefined }'))).toBe('{a: 1}');
    const { found, marks } = cases.read(toolTaking('x: { §a(): void; §b: () => void; §c: (() => void) | null }'));
    expect(found).toEqual(marks.map((mark) => `SIGIL042 ${mark}`));
  });
});

describe('members that can only be absent', () => {
  const union = '{ kind: "a"; b?: undefined } | { kind: "b"; b: string; c?: never }';

  test('are omitted from closed objects and kept in open ones', () => {
    expect(showNode(cases.node(union))).toBe('({kind: "a"} | {kind: "b", b: string})');
    expect(resultOf(union)).toBe('({kind: "a", b?: never} | {kind: "b", b: string, c?: never})');
    expect(showNode(cases.node('{ a?: never; [key: string]: string | undefined }'))).toBe('{a?: never, *: string}');
  });
});

describe('empty and open object types', () => {
  test.each([
    ['object', '{*: any}', ''],
    ['{}', '{*: any}', ''],
    ['Empty', '{*: any}', 'interface Empty {}'],
    ['{ a: object; b: {} | null }', '{a: {*: any}, b: ({*: any} | null)}', ''],
    ['Record<string, never>', '{}', ''],
    ['{ [key: string]: undefined }', '{}', ''],
    ['Record<string, unknown>', '{*: any}', ''],
    ['NonNullable<unknown>', '{*: any}', ''],
    ['{ a: 1 } & object', '{a: 1}', ''],
    ['{ a: 1 } & Record<string, unknown>', '{a: 1, *: any}', ''],
    ['{ a: 1 } & { [key: `x-${string}`]: 2 }', '{a: 1, /^x-[\\s\\S]*$/: 2}', ''],
  ])('%s is read as %s', (type, shown, declarations) => {
    expect(showNode(cases.node(type, declarations))).toBe(shown);
  });
});

test.each([
  [
    '__proto__',
    '{ __proto__: 1; constructor: 2; toString: 3; hasOwnProperty: 4 }',
    '{__proto__: 1, constructor: 2, toString: 3, hasOwnProperty: 4}',
  ],
  ['symbols', '{ a: 1; [Symbol.iterator]: 2; [tag]: 3 }', '{a: 1}'],
  [
    'odd names',
    '{ "": 1; "a b": 2; 3: 4; "#x": 5; __a: 6; ___b: 7; "__@c": 8; "__#d": 9 }',
    '{: 1, a b: 2, 3: 4, #x: 5, __a: 6, ___b: 7, __@c: 8, __#d: 9}',
  ],
])('unusual member names are read correctly: %s', (_what, type, shown) => {
  const declarations = 'declare const tag: unique symbol;';

  const node = cases.node(type, declarations);

  const shownNames = showNode(node)
    .replace('{3: 4, ', '{')
    .replace(/\{: 1, a b: 2, /, '{: 1, a b: 2, 3: 4, ');
  expect(new Set(shownNames.slice(1, -1).split(', '))).toEqual(new Set(shown.slice(1, -1).split(', ')));
});
