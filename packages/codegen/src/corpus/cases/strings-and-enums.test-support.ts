/**
 * Template literals, enums and brands.
 */
import { anyOf, array, number, numbers, object, string, strings, type CaseGroup } from '../type-case.test-support.js';

const numberPattern =
  '-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE](?:\\+?(?:[0-2]?\\d{1,2}|30[0-8])|-(?:[0-2]?\\d{1,2}|3[01]\\d|32[0-4])))?';

export const templates: CaseGroup = {
  name: 'template literals',
  types: [
    {
      name: 'finite template',
      type: '`${"a" | "b"}-${1 | 2}`',
      schema: strings('a-1', 'a-2', 'b-1', 'b-2'),
    },
    {
      name: 'template over an alias',
      type: '`on-${Change}`',
      declarations: "type Change = 'move' | 'add';",
      schema: strings('on-move', 'on-add'),
    },
    { name: 'capitalised literal', type: "Capitalize<'open' | 'closed'>", schema: strings('Open', 'Closed') },
    { name: 'upper case literal', type: "Uppercase<'get'>", schema: strings('GET') },
    { name: 'template with text', type: '`user-${string}`', schema: { type: 'string', pattern: '^user-[\\s\\S]*$' } },
    {
      name: 'template between texts',
      type: '`${string}@${string}.com`',
      schema: { type: 'string', pattern: '^[\\s\\S]*@[\\s\\S]*\\.com$' },
    },
    {
      name: 'template with signs that patterns use',
      type: '`(${string}) + [x] $ ^ . * ? { } | / \\\\`',
      schema: {
        type: 'string',
        pattern: '^\\([\\s\\S]*\\) \\+ \\[x\\] \\$ \\^ \\. \\* \\? \\{ \\} \\| \\/ \\\\$',
      },
    },
    {
      name: 'template with a number',
      type: '`${number}px`',
      schema: { type: 'string', pattern: `^${numberPattern}px$` },
    },
    {
      name: 'template with a bigint',
      type: '`#${bigint}`',
      schema: { type: 'string', pattern: '^#-?(?:0|[1-9]\\d*)$' },
    },
    { name: 'template with a boolean', type: '`is-${boolean}`', schema: strings('is-false', 'is-true') },
    {
      name: 'template with a choice and text',
      type: '`${"http" | "https"}://${string}`',
      schema: anyOf(
        { type: 'string', pattern: '^http:\\/\\/[\\s\\S]*$' },
        { type: 'string', pattern: '^https:\\/\\/[\\s\\S]*$' },
      ),
    },
  ],
};

export const enums: CaseGroup = {
  name: 'enums',
  types: [
    {
      name: 'enum of strings',
      type: 'Color',
      declarations: "export enum Color { Red = 'red', Blue = 'blue', Green = 'green' }",
      schema: strings('red', 'blue', 'green'),
      plainType: '`${import("./case.js").Color}`',
    },
    { name: 'enum of numbers', type: 'Level', declarations: 'enum Level { Low, Mid, High }', schema: numbers(0, 1, 2) },
    {
      name: 'enum with gaps',
      type: 'Code',
      declarations: 'enum Code { Ok = 200, Gone = 410, Next, Minus = -3 }',
      schema: numbers(200, 410, 411, -3),
    },
    {
      name: 'enum of bits',
      type: 'Bits',
      declarations: 'enum Bits { None = 0, A = 1 << 0, B = 1 << 1, Both = A | B }',
      schema: numbers(0, 1, 2, 3),
    },
    {
      name: 'enum of strings and numbers',
      type: 'Mixed',
      declarations: "export enum Mixed { A = 'a', B = 2 }",
      schema: { enum: ['a', 2] },
      plainType: '"a" | 2',
    },
    {
      name: 'const enum',
      type: 'Side',
      declarations: "export const enum Side { Left = 'l', Right = 'r' }",
      schema: strings('l', 'r'),
      plainType: '"l" | "r"',
    },
    { name: 'enum with one member', type: 'Only', declarations: 'enum Only { One = 1 }', schema: numbers(1) },
    {
      name: 'member of an enum',
      type: 'Level.High',
      declarations: 'enum Level { Low, Mid, High }',
      schema: numbers(2),
    },
    {
      name: 'some members of an enum',
      type: 'Level.High | Level.Low',
      declarations: 'enum Level { Low, Mid, High }',
      schema: numbers(2, 0),
    },
    {
      name: 'enum or null',
      type: 'Level | null',
      declarations: 'enum Level { Low, High = 5 }',
      schema: { type: ['number', 'null'], enum: [0, 5, null] },
    },
    {
      name: 'enum used twice stays where it is',
      type: '{ a: Level; b?: Level }',
      declarations: 'enum Level { Low, High }',
      schema: object({ a: numbers(0, 1), 'b?': numbers(0, 1) }),
    },
    {
      name: 'enum with members of equal value',
      type: 'Same',
      declarations: 'enum Same { A = 1, B = 1, C = 2 }',
      schema: numbers(1, 2),
    },
    {
      name: 'enum with template members',
      type: 'Route',
      declarations: 'const enum Route { Base = "/api", Users = `${Base}/users` }',
      schema: strings('/api', '/api/users'),
      plainType: '"/api" | "/api/users"',
    },
    {
      name: 'object in place of an enum',
      type: '(typeof Mode)[keyof typeof Mode]',
      declarations: "const Mode = { Slow: 'slow', Fast: 'fast', Auto: 'auto' } as const;",
      schema: strings('slow', 'fast', 'auto'),
    },
  ],
};

export const brands: CaseGroup = {
  name: 'brands',
  types: [
    {
      name: 'branded string',
      type: 'UserId',
      declarations: "type UserId = string & { readonly __brand: 'UserId' };",
      schema: string,
      plainType: 'string',
    },
    {
      name: 'string branded with a symbol',
      type: 'Id',
      declarations: 'declare const brand: unique symbol; export type Id = string & { readonly [brand]: true };',
      schema: string,
      plainType: 'string',
    },
    {
      name: 'branded number or null',
      type: 'Cents | null',
      declarations: 'type Cents = number & { readonly __unit: "cents" };',
      schema: { type: ['number', 'null'] },
      plainType: 'number | null',
    },
    {
      name: 'branded literals',
      type: '("b" | "a") & { __brand: 1 }',
      schema: strings('b', 'a'),
      plainType: '"a" | "b"',
    },
    {
      name: 'literals kept for completion',
      type: "(string & {}) | 'red' | 'blue'",
      schema: string,
    },
    {
      name: 'generic brand of literals',
      type: "Brand<'z' | 'a' | 'm', 'mode'>",
      declarations: 'type Brand<T, Name> = T & { readonly __is: Name };',
      schema: strings('z', 'a', 'm'),
      plainType: "'z' | 'a' | 'm'",
    },
    {
      name: 'generic brand',
      type: "Brand<number, 'km'>",
      declarations: 'type Brand<T, Name> = T & { readonly __is: Name };',
      schema: number,
      plainType: 'number',
    },
    {
      name: 'brands in an object',
      type: '{ id: Id; others: Id[] }',
      declarations: 'type Id = string & { __id: never };',
      schema: object({ id: string, others: array(string) }),
      plainType: '{ id: string; others: string[] }',
    },
  ],
};
