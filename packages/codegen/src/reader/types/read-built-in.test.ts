import { afterAll, describe, expect, test } from 'vitest';
import { asTool, openCases, toolReturning, toolTaking } from '../reader-cases.test-support.js';
import { showNode } from './show-node.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const resultOf = (type: string, declarations = ''): string => {
  const { returns } = asTool(cases.method(toolReturning(type, declarations)));
  return returns.kind === 'structured' ? showNode(returns.node) : returns.kind;
};

const shapes: [type: string, shown: string, declarations?: string][] = [
  ['Date', 'date'],
  ['URL', 'url'],
  [`import('node:url').URL`, 'url'],
  ['RegExp', 'regexp'],
  ['bigint', 'bigint'],
  ['bigint | null', '(bigint | null)'],
  ['Uint8Array', 'Uint8Array'],
  ['Uint8Array<ArrayBuffer>', 'Uint8Array'],
  ['Buffer', 'Buffer'],
  [`import('node:buffer').Buffer`, 'Buffer'],
  ['ArrayBuffer', 'ArrayBuffer'],
  ['Map<string, number>', 'map<string, number>'],
  ['Map<"b" | "a", Date[]>', 'map<"b"|"a", [date]>'],
  ['ReadonlyMap<number, { a: 1 }>', 'map<number, {a: 1}>'],
  ['Map<Date | bigint, boolean>', 'map<(date | bigint), boolean>'],
  ['Map<Id, 1>', 'map<Id=(string | number), 1>', 'type Id = string | number;'],
  ['Map<Level, 1>', 'map<0|1, 1>', 'enum Level { A, B }'],
  ['Set<"b" | "a">', 'set<"b"|"a">'],
  ['ReadonlySet<{ a: Date }>', 'set<{a: date}>'],
  ['Index', 'map<string, User{n: 1}>', 'type Index = Map<string, User>; interface User { n: 1 }'],
  ['Date | string', '(date | string)'],
  ['Date[]', '[date]'],
  ['{ at?: Date }', '{at?: date}'],
  ['Pick<URL, "href" | "port">', '{href: string, port: string}'],
  ['Partial<Pick<RegExp, "source">>', '{source?: string}'],
  ['Pick<Error, "message">', '{message: string}'],
  ['Stamp', 'date', 'interface Stamp extends Date {}'],
  ['Deep<Deep<Date>[]>', '[date]', 'type Deep<T> = { readonly [K in keyof T]: Deep<T[K]> };'],
];

test.each(shapes)('%s is read as %s in parameters and results', (type, shown, declarations) => {
  expect(showNode(cases.node(type, declarations))).toBe(shown);
  // Bytes alone are content; inside data they are data.
  expect(resultOf(`{ it: ${type} }`, declarations)).toBe(`{it: ${shown}}`);
});

const own: readonly (readonly [name: string, declaration: string, type: string, shown: string])[] = [
  ['Map', 'interface Map<K, V> { key: K; value: V }', 'Map<"k", 1>', 'Map_k_1{key: "k", value: 1}'],
  ['URL', 'type URL = { href: string };', 'URL', 'URL{href: string}'],
  ['Set', 'class Set<T> { constructor(public items: T[]) {} }', 'Set<string>', 'Set_string{items: [string]}'],
  ['Buffer', 'interface Buffer { size: number }', 'Buffer', 'Buffer{size: number}'],
  ['Promise', 'interface Promise<T> { of: T }', '{ p: Promise<1> }', '{p: Promise_1{of: 1}}'],
];

test.each(own)('a %s that the plugin declares is read from its declaration', (_name, declaration, type, shown) => {
  expect(showNode(cases.node(type, `${declaration}\nexport {};`))).toBe(shown);
});

describe('unsupported built-in types', () => {
  test.each([
    ['Blob', 'SIGIL044', 'Use Uint8Array, which travels as base64.'],
    ['SharedArrayBuffer', 'SIGIL044', 'Use Uint8Array, which travels as base64.'],
    ['DataView', 'SIGIL044', 'Use Uint8Array, which travels as base64.'],
    ['Float64Array', 'SIGIL044', 'Use number[].'],
    ['BigInt64Array', 'SIGIL044', 'Use bigint[].'],
    ['Error', 'SIGIL044', 'Throw a ToolError, or return its message as a string.'],
    ['TypeError', 'SIGIL044', undefined],
    ['WeakMap<object, 1>', 'SIGIL044', 'Use Map or Record<string, T>.'],
    ['WeakSet<object>', 'SIGIL044', 'Use Set or an array.'],
    ['URLSearchParams', 'SIGIL044', 'Use Record<string, string>.'],
    ['Promise<string>', 'SIGIL044', 'Await it before it goes into the result.'],
    ['AsyncIterable<string>', 'SIGIL044', undefined],
    ['ReadableStream', 'SIGIL044', undefined],
    ['String', 'SIGIL044', 'Use string.'],
    ['Number', 'SIGIL044', 'Use number.'],
    ['Boolean', 'SIGIL044', 'Use boolean.'],
    ['Object', 'SIGIL044', 'Use object or Record<string, T>.'],
    ['Function', 'SIGIL044', 'Leave the member out, or take the data that the function would return.'],
    ['Intl.NumberFormat', 'SIGIL044', undefined],
    ['NodeJS.ReadableStream', 'SIGIL044', undefined],
    ['symbol', 'SIGIL048', undefined],
    ['typeof Symbol.iterator', 'SIGIL048', undefined],
    ['Map<{ a: 1 }, string>', 'SIGIL044', 'Use string, number, boolean, bigint, Date, or literals of those as keys.'],
    ['Map<string[], string>', 'SIGIL044', 'Use string, number, boolean, bigint, Date, or literals of those as keys.'],
    ['Map<string, symbol>', 'SIGIL048', undefined],
    ['Map<any, string>', 'SIGIL040', undefined],
    ['Set<() => void>', 'SIGIL042', undefined],
    ['Date & { tag: 1 }', 'SIGIL053', undefined],
    ['string[] & { tag: 1 }', 'SIGIL053', undefined],
    ['1n | 2n', 'SIGIL048', 'Use bigint, or literals that are strings or numbers.'],
  ])('%s is rejected with %s', (type, code, fix) => {
    const { diagnostics } = cases.read(toolTaking(`x: { y: ${type} }`));

    expect(new Set(diagnostics.map((one) => one.code))).toEqual(new Set([code]));
    if (fix !== undefined) expect(diagnostics[0]?.fix).toBe(fix);
  });

  test.each(['Map<string, string>', 'Set<1>', 'Date', 'Error', 'Uint8Array', 'Promise<1>', 'URL'])(
    'a type that extends %s is rejected',
    (base) => {
      const declarations = `interface More extends ${base} { more: 1 }`;

      expect(cases.read(toolTaking('x: More', declarations)).diagnostics).toMatchObject([{ code: 'SIGIL044' }]);
      expect(cases.read(toolReturning('{ x: More }', declarations)).diagnostics).toMatchObject([{ code: 'SIGIL044' }]);
    },
  );
});

describe('a mapped type over what cannot be sent', () => {
  const declarations = `
    type Deep<T> = { readonly [K in keyof T]?: Deep<T[K]> };
    type Texts<T> = { [K in keyof T]: string };
    type Getters<T> = { [K in keyof T as \`get\${string & K}\`]: () => T[K] };`;

  test.each([
    ['Readonly<Promise<string>>', 'Promise<string> cannot be sent as JSON'],
    ['Deep<{ a: WeakMap<object, 1> }>', 'WeakMap<object, 1> cannot be sent as JSON'],
    ['Deep<{ a: [Int8Array] }>', 'Int8Array<ArrayBufferLike> cannot be sent as JSON'],
    ['Readonly<() => void>', 'Readonly<() => void> is a function'],
    ['Texts<Date>', 'Texts<Date> is made of the members of Date, which JSON does not have'],
    [
      'Getters<Map<string, 1>>',
      'Getters<Map<string, 1>> is made of the members of Map<string, 1>, which JSON does not have',
    ],
    ['Deep<Date & { tag: 1 }>', 'Date & { tag: 1; } is an intersection that JSON cannot say'],
  ])('%s is rejected once', (type, says) => {
    const { diagnostics } = cases.read(toolTaking(`x: { y: ${type} }`, declarations));

    expect(diagnostics.map((one) => one.message.slice(one.message.indexOf(': ') + 2))).toEqual([says]);
  });
});
