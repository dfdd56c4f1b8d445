/**
 * Arrays, tuples, records and index signatures.
 */
import {
  anyOf,
  array,
  boolean,
  number,
  numbers,
  object,
  record,
  string,
  strings,
  tuple,
  type CaseGroup,
} from '../type-case.test-support.js';

/** Matches names that are exactly what JavaScript writes for a number. */
const numericKey = '^(?:0|-?[1-9]\\d{0,14}|-?(?:0|[1-9]\\d{0,8})\\.\\d{0,4}[1-9])$';

const code = '/** @pattern ^[A-Z]{3}$ */ type Code = string;';

export const arrays: CaseGroup = {
  name: 'arrays',
  types: [
    { name: 'of strings', type: 'string[]', schema: array(string) },
    { name: 'written as a generic', type: 'Array<number>', schema: array(number) },
    { name: 'readonly', type: 'readonly string[]', schema: array(string) },
    { name: 'written as ReadonlyArray', type: 'ReadonlyArray<boolean>', schema: array(boolean) },
    { name: 'of arrays of numbers', type: 'number[][]', schema: array(array(number)) },
    { name: 'of objects', type: '{ a: string }[]', schema: array(object({ a: string })) },
    { name: 'of what may be null', type: '(string | null)[]', schema: array({ type: ['string', 'null'] }) },
    { name: 'of literals', type: "('b' | 'a')[]", schema: array(strings('b', 'a')) },
    { name: 'alias of an array', type: 'Names', declarations: 'type Names = string[];', schema: array(string) },
    { name: 'of tuples', type: '[string, number][]', schema: array(tuple([string, number])) },
    {
      name: 'an interface that only names an array',
      type: 'Position',
      declarations: 'interface Position extends Array<number> {}',
      schema: array(number),
    },
    {
      name: 'a generic interface that only names an array',
      type: 'Named<boolean, string>',
      declarations: 'interface Named<K, V> extends Plain<V> {} interface Plain<T> extends ReadonlyArray<T> {}',
      schema: array(string),
    },
    {
      name: 'with members that must stay away',
      type: 'string[] & { id?: never; name?: undefined }',
      schema: array(string),
    },
  ],
};

export const tuples: CaseGroup = {
  name: 'tuples',
  types: [
    { name: 'of two', type: '[string, number]', schema: tuple([string, number]) },
    { name: 'readonly tuple', type: 'readonly [number, number]', schema: tuple([number, number]) },
    {
      name: 'an interface that only names a tuple',
      type: 'Pair',
      declarations: 'interface Pair extends Readonly<[string, number]> {}',
      schema: tuple([string, number]),
    },
    { name: 'with members that must stay away', type: '[string] & { id?: never }', schema: tuple([string]) },
    {
      name: 'of a computed length',
      type: 'Fixed<[string, number], 2>',
      declarations:
        "type Fixed<T extends unknown[], N extends number> = Omit<T, 'push' | 'pop' | 'shift' | 'unshift' | 'splice' | number | 'length'> & { readonly length: N };",
      schema: tuple([string, number]),
    },
    {
      name: 'an array of a known length',
      type: 'Fixed<string, 3>',
      declarations: 'type Fixed<T, N extends number> = T[] & { length: N };',
      schema: tuple([string, string, string]),
      plainType: '[string, string, string]',
    },
    {
      name: 'built item by item',
      type: 'Filled<number, 3>',
      declarations:
        "type Filled<T, N extends number, R extends T[] = []> = R['length'] extends N ? R : Filled<T, N, [T, ...R]>;",
      schema: tuple([number, number, number]),
    },
    { name: 'empty', type: '[]', schema: { type: 'array', items: false } },
    { name: 'with an optional item', type: '[string, number?]', schema: tuple([string, number], { minItems: 1 }) },
    {
      name: 'of optional items only',
      type: '[string?, number?]',
      schema: { type: 'array', prefixItems: [string, number], items: false },
    },
    { name: 'with a rest', type: '[string, ...number[]]', schema: tuple([string], { items: number }) },
    {
      name: 'with an optional item and a rest',
      type: '[string, boolean?, ...number[]]',
      schema: tuple([string, boolean], { items: number, minItems: 1 }),
    },
    { name: 'of a rest only', type: '[...string[]]', schema: array(string) },
    {
      name: 'with labels',
      type: '[latitude: number, longitude: number]',
      schema: tuple([
        { ...number, title: 'latitude' },
        { ...number, title: 'longitude' },
      ]),
    },
    {
      name: 'with an optional label',
      type: '[from: string, to?: string]',
      schema: tuple(
        [
          { ...string, title: 'from' },
          { ...string, title: 'to' },
        ],
        { minItems: 1 },
      ),
    },
    { name: 'within a tuple', type: '[[number, number], string]', schema: tuple([tuple([number, number]), string]) },
    { name: 'spread into a tuple', type: '[boolean, ...[string, number]]', schema: tuple([boolean, string, number]) },
    { name: 'with an item that may be null', type: '[string | null]', schema: tuple([{ type: ['string', 'null'] }]) },
    {
      name: 'of objects and literals',
      type: "[{ a: string }, 'x' | 'y']",
      schema: tuple([object({ a: string }), strings('x', 'y')]),
    },
    { name: 'at least one', type: '[string, ...string[]]', schema: tuple([string], { items: string }) },
    {
      name: 'alias with labels',
      type: 'Range',
      declarations: 'type Range = readonly [from: number, to: number];',
      schema: tuple([
        { ...number, title: 'from' },
        { ...number, title: 'to' },
      ]),
    },
  ],
};

export const records: CaseGroup = {
  name: 'records',
  types: [
    { name: 'of numbers', type: 'Record<string, number>', schema: record(number) },
    { name: 'index signature', type: '{ [city: string]: boolean }', schema: record(boolean) },
    { name: 'readonly index signature', type: '{ readonly [city: string]: string }', schema: record(string) },
    { name: 'of objects', type: 'Record<string, { n: number }>', schema: record(object({ n: number })) },
    { name: 'of records', type: 'Record<string, Record<string, string>>', schema: record(record(string)) },
    { name: 'of arrays', type: 'Record<string, string[]>', schema: record(array(string)) },
    {
      name: 'of what may be null',
      type: 'Record<string, number | null>',
      schema: record({ type: ['number', 'null'] }),
    },
    {
      name: 'of a named key',
      type: 'Record<Code, number>',
      declarations: code,
      schema: { ...record(number), propertyNames: { ...string, pattern: '^[A-Z]{3}$' } },
    },
    {
      name: 'of keys with two names',
      type: 'Readonly<Record<Code | Mail, unknown>>',
      declarations: `${code} /** @format email */ type Mail = string;`,
      schema: {
        ...record({}),
        propertyNames: anyOf({ ...string, pattern: '^[A-Z]{3}$' }, { ...string, format: 'email' }),
      },
    },
    {
      name: 'of a named key or a literal',
      type: "{ [K in Code | 'other']: boolean }",
      declarations: code,
      schema: { ...record(boolean), propertyNames: anyOf({ ...string, pattern: '^[A-Z]{3}$' }, strings('other')) },
    },
    {
      name: 'of a named key beside members',
      type: '{ total: number; [code: Code]: number }',
      declarations: code,
      schema: {
        ...record(number, { total: number }),
        propertyNames: anyOf({ ...string, pattern: '^[A-Z]{3}$' }, strings('total')),
      },
    },
    { name: 'with a member', type: '{ id: string; [key: string]: string }', schema: record(string, { id: string }) },
    {
      name: 'with a member of a narrower type',
      type: "{ kind: 'a'; [key: string]: string | number }",
      schema: record(anyOf(string, number), { kind: strings('a') }),
    },
    { name: 'with known keys', type: "Record<'b' | 'a', number>", schema: object({ b: number, a: number }) },
    {
      name: 'with some of the known keys',
      type: "Partial<Record<'b' | 'a', number>>",
      schema: object({ 'b?': number, 'a?': number }),
    },
    {
      name: 'with the keys of an enum',
      type: 'Record<Level, string>',
      declarations: "enum Level { Low = 'low', High = 'high' }",
      schema: object({ low: string, high: string }),
      plainType: '{ low: string; high: string }',
    },
    { name: 'with numbers as keys', type: 'Record<1 | 2, string>', schema: object({ 1: string, 2: string }) },
    {
      name: 'that stays empty',
      type: 'Record<string, never>',
      schema: { type: 'object', properties: {}, additionalProperties: false },
    },
    {
      name: 'with any number as key',
      type: 'Record<number, string>',
      schema: { ...object({}), patternProperties: { [numericKey]: string } },
    },
    {
      name: 'with a template as key',
      type: '{ [key: `x-${string}`]: string }',
      schema: { ...object({}), patternProperties: { '^x-[\\s\\S]*$': string } },
    },
    {
      name: 'with a template as key beside a member',
      type: '{ id: number; [key: `data-${string}`]: boolean }',
      schema: { ...object({ id: number }), patternProperties: { '^data-[\\s\\S]*$': boolean } },
    },
    {
      name: 'alias of a record used twice',
      type: '{ a: Texts; b: Texts }',
      declarations: 'interface Texts { [key: string]: string }',
      schema: object({ a: { $ref: '#/$defs/Texts' }, b: { $ref: '#/$defs/Texts' } }),
      defs: { Texts: record(string) },
    },
    { name: 'of tagged numbers', type: 'Record<string, 1 | 2>', schema: record(numbers(1, 2)) },
    {
      name: 'index of an interface that inherits',
      type: 'B',
      declarations: 'interface A { [key: string]: number } interface B extends A { n: number }',
      schema: record(number, { n: number }),
    },
  ],
};
