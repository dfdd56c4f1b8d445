/**
 * Unions, intersections, and optional values.
 */
import {
  anyOf,
  array,
  boolean,
  number,
  object,
  record,
  string,
  strings,
  tuple,
  type CaseGroup,
} from '../type-case.test-support.js';

const dateTime = { type: 'string', format: 'date-time' };

export const unions: CaseGroup = {
  name: 'unions',
  types: [
    {
      name: 'with a member whose tag contradicts itself',
      type: "(Circle | Square | Line) & { kind: 'circle' | 'line' }",
      declarations:
        "interface Circle { kind: 'circle'; radius: number } interface Square { kind: 'square'; side: number } interface Line { kind: 'line'; to: number }",
      schema: anyOf(object({ kind: strings('circle'), radius: number }), object({ kind: strings('line'), to: number })),
    },
    {
      name: 'of which one member has values',
      type: "(Circle | Square) & { kind: 'circle' }",
      declarations:
        "interface Circle { kind: 'circle'; radius: number } interface Square { kind: 'square'; side: number }",
      schema: object({ kind: strings('circle'), radius: number }),
    },
    {
      name: 'a member that contradicts itself',
      type: '{ a: string; b?: { of: 1 } & { of: 2 } }',
      schema: object({ a: string }),
      output: { type: 'object', properties: { a: string, b: false }, required: ['a'] },
    },
    { name: 'of two primitives', type: 'string | number', schema: anyOf(string, number) },
    {
      name: 'of three, in the order of the source',
      type: 'number | boolean | string',
      schema: anyOf(number, boolean, string),
    },
    {
      name: 'of two primitives and null',
      type: 'number | null | string',
      schema: anyOf(number, { type: 'null' }, string),
    },
    { name: 'one or many', type: 'string | string[]', schema: anyOf(string, array(string)) },
    { name: 'of arrays', type: 'string[] | number[]', schema: anyOf(array(string), array(number)) },
    { name: 'array of a union', type: '(number | string)[]', schema: array(anyOf(number, string)) },
    {
      name: 'of objects',
      type: '{ a: string } | { b: number }',
      schema: anyOf(object({ a: string }), object({ b: number })),
    },
    {
      name: 'object or null',
      type: '{ a: string } | null',
      schema: anyOf(object({ a: string }), { type: 'null' }),
    },
    { name: 'date or null', type: 'Date | null', schema: { ...dateTime, type: ['string', 'null'] } },
    { name: 'array or null', type: 'number[] | null', schema: anyOf(array(number), { type: 'null' }) },
    {
      name: 'told apart by a tag',
      type: 'Shape',
      declarations: `interface Square { kind: 'square'; size: number }
interface Circle { kind: 'circle'; radius: number }
type Shape = Square | Circle;`,
      schema: anyOf(
        object({ kind: strings('square'), size: number }),
        object({ kind: strings('circle'), radius: number }),
      ),
    },
    {
      name: 'told apart by a tag of several values',
      type: "{ op: 'add' | 'sub'; by: number } | { op: 'neg' }",
      schema: anyOf(object({ op: strings('add', 'sub'), by: number }), object({ op: strings('neg') })),
    },
    {
      name: 'told apart by a boolean',
      type: 'Outcome',
      declarations: 'type Outcome = { ok: true; value: string } | { ok: false; reason: string };',
      schema: anyOf(
        object({ ok: { type: 'boolean', const: true }, value: string }),
        object({ ok: { type: 'boolean', const: false }, reason: string }),
      ),
    },
    {
      name: 'told apart by a number',
      type: '{ v: 2; b: string } | { v: 1; a: string }',
      schema: anyOf(
        object({ v: { type: 'number', const: 2 }, b: string }),
        object({ v: { type: 'number', const: 1 }, a: string }),
      ),
    },
    {
      name: 'told apart in two steps',
      type: 'Event',
      declarations: `type Event = Mouse | { type: 'key'; code: string };
type Mouse = { type: 'mouse'; button: 'left' } | { type: 'mouse'; button: 'right'; long: boolean };`,
      schema: anyOf(
        object({ type: strings('mouse'), button: strings('left') }),
        object({ type: strings('mouse'), button: strings('right'), long: boolean }),
        object({ type: strings('key'), code: string }),
      ),
    },
    {
      name: 'that overlap',
      type: '{ a: string } | { a: string; b?: number }',
      schema: anyOf(object({ a: string }), object({ a: string, 'b?': number })),
    },
    { name: 'of equal members', type: '{ a: string } | { a: string }', schema: object({ a: string }) },
    {
      name: 'within unions',
      type: 'A',
      declarations: 'type A = B | boolean; type B = C | { n: number }; type C = string | null;',
      schema: anyOf(string, { type: 'null' }, object({ n: number }), boolean),
    },
    {
      name: 'of literals and objects',
      type: "'none' | { size: number } | 'all'",
      schema: anyOf(strings('none', 'all'), object({ size: number })),
    },
    {
      name: 'of a tuple and a primitive',
      type: '[number, number] | number',
      schema: anyOf(tuple([number, number]), number),
    },
    { name: 'with never', type: 'string | never', schema: string },
    { name: 'of records', type: 'Record<string, number> | string', schema: anyOf(record(number), string) },
    {
      name: 'with members that exclude each other',
      type: '{ a: string; b?: never } | { b: string; a?: never }',
      schema: anyOf(object({ a: string }), object({ b: string })),
      output: anyOf(
        { type: 'object', properties: { a: string, b: false }, required: ['a'] },
        { type: 'object', properties: { b: string, a: false }, required: ['b'] },
      ),
    },
  ],
};

export const intersections: CaseGroup = {
  name: 'intersections',
  types: [
    { name: 'of two objects', type: '{ a: string } & { b: number }', schema: object({ a: string, b: number }) },
    {
      name: 'of named objects',
      type: 'Named & Aged',
      declarations: 'interface Named { name: string } interface Aged { age?: number }',
      schema: object({ name: string, 'age?': number }),
    },
    {
      name: 'that narrow a member',
      type: "{ kind: 'a' | 'b'; n: number } & { kind: 'b' }",
      schema: object({ kind: strings('b'), n: number }),
    },
    {
      name: 'that make a member required',
      type: '{ a?: string } & { a: string }',
      schema: object({ a: string }),
    },
    {
      name: 'spread over a union',
      type: "{ id: string } & ({ kind: 'a'; x: number } | { kind: 'b'; y: number })",
      schema: anyOf(
        object({ id: string, kind: strings('a'), x: number }),
        object({ id: string, kind: strings('b'), y: number }),
      ),
    },
    {
      name: 'with an index signature',
      type: '{ id: string } & { [key: string]: string }',
      schema: record(string, { id: string }),
    },
    { name: 'of literals', type: "('a' | 'b' | 'c') & ('b' | 'c' | 'd')", schema: strings('b', 'c') },
    { name: 'of a string and its literal', type: "string & 'a'", schema: strings('a') },
    {
      name: 'of objects in objects',
      type: '{ p: { a: string } } & { p: { b: number } }',
      schema: object({ p: object({ a: string, b: number }) }),
    },
  ],
};

export const absences: CaseGroup = {
  name: 'absences',
  types: [
    { name: 'optional member', type: '{ a?: string; b: number }', schema: object({ 'a?': string, b: number }) },
    {
      name: 'member that may be undefined',
      type: '{ a: string | undefined }',
      plainType: '{ a?: string }',
      schema: object({ 'a?': string }),
    },
    {
      name: 'optional member that may be null',
      type: '{ a?: number | null }',
      schema: object({ 'a?': { type: ['number', 'null'] } }),
    },
    {
      name: 'member that may be null',
      type: '{ a: boolean | null }',
      schema: object({ a: { type: ['boolean', 'null'] } }),
    },
    {
      name: 'member that must stay away',
      type: '{ a: string; b?: never }',
      schema: object({ a: string }),
      output: { type: 'object', properties: { a: string, b: false }, required: ['a'] },
    },
    {
      name: 'member that is only ever undefined',
      type: '{ a: string; b?: undefined }',
      schema: object({ a: string }),
      output: { type: 'object', properties: { a: string, b: false }, required: ['a'] },
    },
    {
      name: 'member that must stay away beside others',
      type: '{ a: string; b?: never; [key: string]: string | undefined }',
      schema: {
        type: 'object',
        properties: { a: string, b: false },
        required: ['a'],
        additionalProperties: string,
      },
    },
    { name: 'list with undefined', type: '(string | undefined)[]', schema: array(string) },
    {
      name: 'list of lists with undefined',
      type: '((1 | undefined)[] | undefined)[]',
      schema: array(array({ const: 1, type: 'number' })),
    },
    {
      name: 'list of an alias with undefined',
      type: 'Maybe[]',
      declarations: '/** Maybe. @minLength 1 */ type Maybe = string | undefined;',
      schema: array({ ...string, minLength: 1, description: 'Maybe.' }),
    },
    {
      name: 'list with null and undefined',
      type: '(number | null | undefined)[]',
      schema: array({ type: ['number', 'null'] }),
    },
    {
      name: 'tuple that may end in undefined',
      type: '[number, string | undefined]',
      schema: tuple([number, string], { minItems: 1 }),
    },
    {
      name: 'tuple of undefined',
      type: '[number | undefined, string | undefined]',
      schema: { type: 'array', prefixItems: [number, string], items: false },
    },
    {
      name: 'tuple with undefined in the middle',
      type: '[name: string | undefined, age: number]',
      schema: tuple([
        { ...string, title: 'name' },
        { ...number, title: 'age' },
      ]),
      output: tuple([
        { type: ['string', 'null'], title: 'name' },
        { ...number, title: 'age' },
      ]),
    },
    {
      name: 'tuple with undefined before a rest',
      type: '[1 | undefined, ...(string | undefined)[]]',
      schema: { type: 'array', prefixItems: [{ type: 'number', const: 1 }], items: string, minItems: 1 },
      output: {
        type: 'array',
        prefixItems: [{ type: ['number', 'null'], enum: [1, null] }],
        items: string,
        minItems: 1,
      },
    },
    { name: 'Set with undefined', type: 'Set<string | undefined>', schema: array(string, { uniqueItems: true }) },
    {
      name: 'Map with undefined',
      type: 'Map<string, Date | undefined>',
      schema: { type: 'object', additionalProperties: dateTime },
    },
    {
      name: 'Map of numbers with undefined',
      type: 'Map<number, string | undefined>',
      schema: array(tuple([number, string])),
    },
    {
      name: 'DeepPartial of lists',
      type: 'DeepPartial<Trip>',
      declarations:
        'type DeepPartial<T> = { [K in keyof T]?: DeepPartial<T[K]> }; interface Trip { days: Date[]; stops: { city: string }[] }',
      schema: object({ 'days?': array(dateTime), 'stops?': array(object({ 'city?': string })) }),
    },
    {
      name: 'all members optional',
      type: '{ a?: string; b?: number }',
      schema: object({ 'a?': string, 'b?': number }),
    },
    {
      name: 'optional object',
      type: '{ a: string } | undefined',
      schema: object({ a: string }),
      isOptional: true,
    },
  ],
};
