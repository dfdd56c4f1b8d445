import { afterAll, describe, expect, test } from 'vitest';
import { openCases, toolReturning, toolTaking } from '../reader-cases.test-support.js';
import { showNode } from './show-node.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const declarations = `
interface User { name: string; age?: number; readonly tags: readonly string[]; nested: { a: 1; b?: 2 } }
enum Level { Low, High = 5, Top }
enum One { Only = 'only' }
enum Mixed { A = 'a', B = 2 }
const enum Bits { A = 1 << 0, B = 1 << 1, AB = A | B, Neg = -A, Text = \`\${'x'}y\` }
const table = { z: 1, a: 'x', deep: { list: [1, 2] as const } } as const;
const list = ['z', 'a', 3] as const;
declare function make(a: string, b?: number): Promise<{ ok: true }>;
interface Keyed<K extends string = 'k', V = number> { key: K; value: V }
type Getters<T> = { [K in keyof T as \`get\${Capitalize<K & string>}\`]: T[K] };
type Mutable<T> = { -readonly [K in keyof T]-?: T[K] };
type OnlyStrings<T> = { [K in keyof T as T[K] extends string ? K : never]: T[K] };
type Unwrap<T> = T extends Array<infer U> ? U : T extends Promise<infer V> ? V : T;
type Merge<A, B> = Omit<A, keyof B> & B;
type Event2 = { [K in 'z' | 'a']: { type: K; of: K extends 'z' ? 1 : 2 } }['z' | 'a'];
interface Merged { b: string } interface Merged { a: number }
namespace Space { export interface Inner { x: 1 } export namespace Deep { export type T = 'deep' } }
declare class Generic<T> { value: T; list: T[] }
abstract class Repo<T, K extends keyof T = keyof T> { abstract pick: Pick<T, K>; }
`;

const user = 'User{name: string, age?: number, tags: [string], nested: {a: 1, b?: 2}}';

const shapes: readonly (readonly [type: string, shown: string])[] = [
  ['Level', '0|5|6'],
  ['Level.Top', '6'],
  ['Exclude<Level, Level.High>', '0|6'],
  ['One', '"only"'],
  ['Mixed', '"a"|2'],
  ['Bits', '1|2|3|-1|"xy"'],
  ['keyof typeof Level', '"Low"|"High"|"Top"'],
  ['`${Level}`', '"0"|"5"|"6"'],
  ['Record<Level, 1>', '{0: 1, 5: 1, 6: 1}'],
  ['Record<One, 1>', '{only: 1}'],
  ['-1 | 0x10 | 1e21 | -0 | 0b11 | 1_000', '-1|16|1e+21|0|3|1000'],
  ['true | null', 'true|null'],
  ['string | undefined | null', '(string | null)'],
  ['keyof User', '"name"|"age"|"tags"|"nested"'],
  ['User["nested"]["b"]', '2'],
  ['User[keyof User]', '(string | number | [string] | {a: 1, b?: 2})'],
  ['Partial<User>', '{name?: string, age?: number, tags?: [string], nested?: {a: 1, b?: 2}}'],
  ['Required<User>', '{name: string, age: number, tags: [string], nested: {a: 1, b?: 2}}'],
  ['Readonly<Pick<User, "age" | "name">>', '{name: string, age?: number}'],
  ['Omit<User, "tags" | "nested">', '{name: string, age?: number}'],
  ['Mutable<User>', '{name: string, age: number, tags: [string], nested: {a: 1, b?: 2}}'],
  ['Getters<User>', '{getName: string, getAge?: number, getTags: [string], getNested: {a: 1, b?: 2}}'],
  ['OnlyStrings<User>', '{name: string}'],
  [
    'Merge<User, { name: 1; extra: 2 }>',
    'Merge_User_Object{age?: number, tags: [string], nested: {a: 1, b?: 2}, name: 1, extra: 2}',
  ],
  ['Extract<"a" | 1 | "b" | 2, string>', '"a"|"b"'],
  ['Exclude<"c" | "b" | "a", "b">', '"c"|"a"'],
  ['NonNullable<User | null | undefined>', user],
  ['Unwrap<User[]>', user],
  ['Unwrap<Promise<"b" | "a">>', '"b"|"a"'],
  ['Event2', 'Event2=({type: "z", of: 1} | {type: "a", of: 2})'],
  ['Awaited<ReturnType<typeof make>>', '{ok: true}'],
  ['Parameters<typeof make>', '<string"a", number"b"?>'],
  ['typeof table', '{z: 1, a: "x", deep: {list: <1, 2>}}'],
  ['(typeof table)["deep"]["list"][number]', '1|2'],
  ['typeof list[number]', '"z"|"a"|3'],
  ['(typeof table)[keyof Omit<typeof table, "deep">]', '1|"x"'],
  ['Keyed', 'Keyed_k_number{key: "k", value: number}'],
  ['Keyed<"x">', 'Keyed_x_number{key: "x", value: number}'],
  ['Merged', 'Merged{b: string, a: number}'],
  ['Space.Inner', 'Inner{x: 1}'],
  ['Space.Deep.T', '"deep"'],
  ['Generic<"b" | "a">', 'Generic_a_or_b{value: "b"|"a", list: ["b"|"a"]}'],
  ['Repo<User, "name">', 'Repo_User_name{pick: {name: string}}'],
  ['[first: string, second?: number, ...rest: boolean[]]', '<string"first", number"second"?, ...boolean>'],
  ['readonly [/** The first. */ a: 1, b: User]', `<1"a", ${user}"b">`],
  ['[User, User]', `<${user}, User>`],
  ['string[][]', '[[string]]'],
  ['Array<string | number>', '[(string | number)]'],
  ['ReadonlyArray<Level>', '[0|5|6]'],
  ['(string & {}) | "a" | "b"', 'string'],
  ['(string & {}) | "a" | 1', '(string | 1)'],
  ['string & { __a: 1 } & { __b: 2 }', 'string'],
  ['number & { readonly unit: unique symbol }', 'number'],
  ['{ a: 1 } & { b: 2 } & { c: { d: 3 } }', '{a: 1, b: 2, c: {d: 3}}'],
  ['{ a: string } & { a: "x" | "y" }', '{a: "x"|"y"}'],
  ['({ t: 1 } | { t: 2 }) & { u: 3 }', '({t: 1, u: 3} | {t: 2, u: 3})'],
  ['{ get x(): string; set x(value: string) }', '{x: string}'],
  ['unknown', 'any'],
  ['unknown[] | null', '([any] | null)'],
  ['JsonValue | undefined', 'any'],
  ['Date | JsonObject', '(date | {*: any})'],
  ['Record<string, Record<"b" | "a", Level[]>>', '{*: {b: [0|5|6], a: [0|5|6]}}'],
  ['NoInfer<"b" | "a">', '"b"|"a"'],
  ['ThisType<User>', '{*: any}'],
  ['Lowercase<"B" | "A">', '"b"|"a"'],
  ['{ a: 1 } | { a: 1 }', '{a: 1}'],
  ['{ [K in "b" | "a" as `x${K}`]: K }', '{xb: "b", xa: "a"}'],
  ['InstanceType<typeof Generic<1>>', 'Generic_1{value: 1, list: [1]}'],
];

test.each(shapes)('%s is read as %s', (type, shown) => {
  expect(showNode(cases.node(type, declarations))).toBe(shown);
});

describe('unusual types', () => {
  const odd: readonly (readonly [type: string, codes: string])[] = [
    ['any', 'SIGIL040'],
    ['any[]', 'SIGIL040'],
    ['Record<string, any>', 'SIGIL040'],
    ['{ a: { b: any } }', 'SIGIL040'],
    ['Promise<any>', 'SIGIL044'],
    ['never', 'SIGIL048'],
    ['{ a: never }', 'SIGIL048'],
    ['never[]', 'SIGIL048'],
    ['undefined[]', 'SIGIL051'],
    ['[undefined]', 'SIGIL051'],
    ['void[]', 'SIGIL051'],
    ['Map<undefined, 1>', 'SIGIL051'],
    ['() => void', 'SIGIL042'],
    ['new () => User', 'SIGIL042'],
    ['typeof Generic', 'SIGIL042'],
    ['typeof make', 'SIGIL042'],
    ['typeof Math', 'SIGIL044'],
    ['typeof globalThis', 'any'],
    ['string | (() => void)', 'SIGIL042'],
    ['keyof any', 'SIGIL048'],
    ['PropertyKey', 'SIGIL048'],
    ['abstract new (...a: never[]) => object', 'SIGIL042'],
    ['{ (): void; a: 1 }', 'SIGIL042'],
    ['{ new (): User; a: 1 }', 'SIGIL042'],
    ['Iterable<string>', 'SIGIL044'],
    ['[...string[], 1]', 'SIGIL050'],
    ['[1, ...string[], 2]', 'SIGIL050'],
    ['1 & { a: string[] } & (() => void)', 'SIGIL053'],
    ['{ a: 1 } & (() => void)', 'SIGIL053'],
    ['{ a: 1 } & string[]', 'SIGIL053'],
    ['[1] & { a: 1 }', 'SIGIL053'],
    ['Uppercase<Lowercase<string>>', 'SIGIL047'],
    ['`${Uppercase<Lowercase<string>>}!`', 'SIGIL047'],
    ['{ [key: string]: symbol }', 'SIGIL048'],
    ['ArrayLike<string>', 'ok'],
    ['Intl.DateTimeFormatOptions', 'ok'],
    ['NodeJS.ProcessEnv', 'ok'],
    ['Window', 'any'],
    ['HTMLElement', 'any'],
    ['Console', 'any'],
    ['NodeJS.Process', 'any'],
    ['typeof import("node:fs")', 'any'],
    ['import("node:http").IncomingMessage', 'any'],
    ['PropertyDescriptor', 'any'],
    ['TemplateStringsArray', 'SIGIL044'],
    ['Generic<any>', 'SIGIL040'],
    ['Generic<never>', 'SIGIL048'],
    ['Partial<any>', 'any'],
    ['Pick<User, never>', 'ok'],
    ['Record<never, 1>', 'ok'],
    ['Omit<any, "a">', 'any'],
    ['{ [K in keyof User]: K extends string ? User[K] : never }', 'ok'],
    ['object & { a: 1 }', 'ok'],
    ['object | null', 'ok'],
    ['{} | string', 'ok'],
    ['unknown & { a: 1 }', 'ok'],
    ['User & { name: number }', 'any'],
    ['this', 'any'],
    ['globalThis.Map<string, globalThis.Date>', 'ok'],
    ['Context', 'any'],
  ];

  test.each(odd)('%s is read or reported as a parameter: %s', (type, outcome) => {
    const { diagnostics, model } = cases.read(toolTaking(`x: { y: ${type} }`, declarations));
    const codes = new Set(diagnostics.map((one) => one.code).filter((code) => code !== 'SIGIL001'));

    const isRefused = diagnostics.length > 0;
    expect(model.classes.flatMap((one) => one.methods)).toHaveLength(isRefused ? 0 : 1);
    if (outcome === 'ok') expect(codes).toEqual(new Set());
    else if (outcome !== 'any') expect(codes).toEqual(new Set([outcome]));
  });

  test.each(odd)('%s is read or reported as a result', (type) => {
    const { diagnostics, model } = cases.read(toolReturning(`{ y: ${type} }`, declarations));

    expect(model.classes.flatMap((one) => one.methods)).toHaveLength(diagnostics.length > 0 ? 0 : 1);
  });
});

test.each([
  'T',
  'K',
  'T[K]',
  'keyof T',
  'Partial<T>',
  '{ [X in keyof T]: string }',
  'Record<K, string>',
  'T & { b: 1 }',
  'T[]',
  'T extends string ? 1 : 2',
  '`a${K}`',
])('a type parameter of the class is reported and never guessed: %s', (type) => {
  const { diagnostics } = cases.read(
    `export class Plugin<T extends { a: 1 }, K extends string & keyof T> { @Tool() run(x: ${type}): string { return String(x); } }`,
  );

  expect(diagnostics.map((one) => one.code)).toEqual([expect.stringMatching(/^SIGIL04[67]|053$/)]);
});
