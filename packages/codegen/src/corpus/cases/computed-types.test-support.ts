/**
 * Types that the compiler computes: utility types, mapped and conditional types, indexed access, keyof and typeof.
 */
import {
  anyOf,
  array,
  boolean,
  number,
  numbers,
  object,
  string,
  strings,
  tuple,
  type CaseGroup,
} from '../type-case.test-support.js';

const abc = 'interface Abc { z: string; m?: number; a: boolean }';

export const utilities: CaseGroup = {
  name: 'utility types',
  types: [
    {
      name: 'Partial',
      type: 'Partial<Abc>',
      declarations: abc,
      schema: object({ 'z?': string, 'm?': number, 'a?': boolean }),
    },
    {
      name: 'Required',
      type: 'Required<Abc>',
      declarations: abc,
      schema: object({ z: string, m: number, a: boolean }),
    },
    {
      name: 'Readonly',
      type: 'Readonly<Abc>',
      declarations: abc,
      schema: object({ z: string, 'm?': number, a: boolean }),
    },
    { name: 'Pick', type: "Pick<Abc, 'a' | 'z'>", declarations: abc, schema: object({ z: string, a: boolean }) },
    { name: 'Omit', type: "Omit<Abc, 'm'>", declarations: abc, schema: object({ z: string, a: boolean }) },
    {
      name: 'Required keeps null',
      type: 'Required<{ a?: string | null }>',
      schema: object({ a: { type: ['string', 'null'] } }),
    },
    { name: 'Exclude', type: "Exclude<'c' | 'b' | 'a', 'b'>", schema: strings('c', 'a') },
    { name: 'Extract', type: 'Extract<string | number | { a: string }, object>', schema: object({ a: string }) },
    {
      name: 'Extract of a tagged union',
      type: "Extract<Shape, { kind: 'b' }>",
      declarations: "type Shape = { kind: 'a'; x: number } | { kind: 'b'; y: string };",
      schema: object({ kind: strings('b'), y: string }),
    },
    { name: 'NonNullable', type: "NonNullable<'b' | 'a' | null | undefined>", schema: strings('b', 'a') },
    { name: 'ReturnType', type: 'ReturnType<() => { a: string }>', schema: object({ a: string }) },
    {
      name: 'ReturnType of a function',
      type: 'ReturnType<typeof make>',
      declarations: "const make = () => ({ a: 1, b: 'x' });",
      schema: object({ a: number, b: string }),
    },
    {
      name: 'Parameters',
      type: 'Parameters<(a: string, b?: number) => void>',
      schema: tuple(
        [
          { ...string, title: 'a' },
          { ...number, title: 'b' },
        ],
        { minItems: 1 },
      ),
    },
    { name: 'Awaited', type: 'Awaited<Promise<Promise<string>>>', schema: string },
    {
      name: 'InstanceType',
      type: 'InstanceType<typeof Point>',
      declarations: 'class Point { x = 0 }',
      schema: object({ x: number }),
    },
    {
      name: 'Partial of Pick',
      type: "Partial<Pick<Abc, 'z'>> & Omit<Abc, 'z'>",
      declarations: abc,
      schema: object({ 'z?': string, 'm?': number, a: boolean }),
    },
    { name: 'Readonly of an array', type: 'Readonly<string[]>', schema: array(string) },
    {
      name: 'Partial of a tuple',
      type: 'Partial<[string, number]>',
      schema: { type: 'array', prefixItems: [string, number], items: false },
    },
  ],
};

export const computed: CaseGroup = {
  name: 'computed types',
  types: [
    {
      name: 'mapped over literals',
      type: "{ [K in 'b' | 'a']: K }",
      schema: object({ b: strings('b'), a: strings('a') }),
    },
    {
      name: 'mapped over members',
      type: '{ [K in keyof Abc]: string }',
      declarations: abc,
      schema: object({ z: string, 'm?': string, a: string }),
    },
    {
      name: 'mapped without question marks',
      type: '{ [K in keyof Abc]-?: Abc[K] }',
      declarations: abc,
      schema: object({ z: string, m: number, a: boolean }),
    },
    {
      name: 'mapped to nullable',
      type: 'Nullable<Abc>',
      declarations: `${abc} type Nullable<T> = { [K in keyof T]: T[K] | null };`,
      schema: object({
        z: { type: ['string', 'null'] },
        'm?': { type: ['number', 'null'] },
        a: { type: ['boolean', 'null'] },
      }),
    },
    {
      name: 'mapped to other names',
      type: '{ [K in keyof Abc as `get_${K}`]: Abc[K] }',
      declarations: abc,
      schema: object({ get_z: string, 'get_m?': number, get_a: boolean }),
    },
    {
      name: 'mapped to fewer',
      type: '{ [K in keyof Abc as Abc[K] extends string ? K : never]: Abc[K] }',
      declarations: abc,
      schema: object({ z: string }),
    },
    {
      name: 'mapped over an array',
      type: 'Boxed<string[]>',
      declarations: 'type Boxed<T> = { [K in keyof T]: { v: T[K] } };',
      schema: array(object({ v: string })),
    },
    {
      name: 'mapped over a tuple',
      type: 'Boxed<[string, number]>',
      declarations: 'type Boxed<T> = { [K in keyof T]: { v: T[K] } };',
      schema: tuple([object({ v: string }), object({ v: number })]),
    },
    {
      name: 'conditional',
      type: "If<'x'>",
      declarations: 'type If<T> = T extends string ? { text: T } : { n: number };',
      schema: object({ text: strings('x') }),
    },
    {
      name: 'conditional over a union',
      type: 'Wrap<string | number>',
      declarations: 'type Wrap<T> = T extends unknown ? { v: T } : never;',
      schema: anyOf(object({ v: number }), object({ v: string })),
    },
    {
      name: 'conditional that infers',
      type: 'Item<Set<string>[]>',
      declarations: 'type Item<T> = T extends Set<infer I>[] ? I[] : never;',
      schema: array(string),
    },
    {
      name: 'conditional over text',
      type: "Parts<'get:users'>",
      declarations: 'type Parts<T> = T extends `${infer V}:${infer P}` ? { verb: V; path: P } : never;',
      schema: object({ verb: strings('get'), path: strings('users') }),
    },
    { name: 'indexed access', type: "Abc['z']", declarations: abc, schema: string },
    {
      name: 'indexed access to an optional member',
      type: "{ v: Abc['m'] }",
      plainType: '{ v?: number }',
      declarations: abc,
      schema: object({ 'v?': number }),
    },
    {
      name: 'indexed access with all keys',
      type: 'Ab[keyof Ab]',
      declarations: 'interface Ab { z: string; a: number }',
      schema: anyOf(string, number),
    },
    {
      name: 'indexed access to items',
      type: 'List[number]',
      declarations: 'type List = { a: string }[];',
      schema: object({ a: string }),
    },
    {
      name: 'indexed access into depth',
      type: "Deep['a']['b'][0]",
      declarations: 'interface Deep { a: { b: [number, string] } }',
      schema: number,
    },
    { name: 'keyof', type: 'keyof Abc', declarations: abc, schema: strings('z', 'm', 'a') },
    {
      name: 'keyof a constant',
      type: 'keyof typeof table',
      declarations: 'const table = { z: 1, a: 2 };',
      schema: strings('z', 'a'),
    },
    { name: 'keyof a record', type: 'keyof Record<"b" | "a", 1>', schema: strings('a', 'b') },
    {
      name: 'typeof a variable',
      type: 'typeof settings',
      declarations: "const settings = { mode: 'fast', size: 3, deep: { on: true } };",
      schema: object({ mode: string, size: number, deep: object({ on: boolean }) }),
    },
    { name: 'typeof a constant', type: 'typeof mode', declarations: "const mode = 'fast';", schema: strings('fast') },
    {
      name: 'typeof as const',
      type: 'typeof fixed',
      declarations: "const fixed = { mode: 'fast', sizes: [1, 2] } as const;",
      schema: object({ mode: strings('fast'), sizes: tuple([numbers(1), numbers(2)]) }),
    },
    {
      name: 'items of a constant list',
      type: '(typeof modes)[number]',
      declarations: "const modes = ['z', 'a', 'm'] as const;",
      schema: strings('z', 'a', 'm'),
    },
    {
      name: 'values of a constant table',
      type: '(typeof table)[keyof typeof table]',
      declarations: 'const table = { Z: 9, A: 1 } as const;',
      schema: numbers(9, 1),
    },
    {
      name: 'typeof with satisfies',
      type: 'typeof table',
      declarations: "const table = { a: 'x' } satisfies Record<string, 'x' | 'y'>;",
      schema: object({ a: strings('x') }),
    },
    {
      name: 'keyof several',
      type: "Exclude<keyof (A & B), 'b'>",
      declarations: 'interface A { z: 1; b: 1 } interface B { c: 1 }',
      schema: strings('z', 'c'),
    },
  ],
};
