/**
 * Doc comments: text and constraints, in every place that can have one.
 */
import {
  anyOf,
  array,
  boolean,
  number,
  object,
  ref,
  string,
  strings,
  type CaseGroup,
} from '../type-case.test-support.js';

const percent = '/** Of all. @minimum 0 @maximum 100 */ type Percent = number;';

export const memberDocs: CaseGroup = {
  name: 'docs of types and members',
  types: [
    {
      name: 'description',
      type: '{ /** A city, as people write it. */ city: string }',
      schema: object({ city: { ...string, description: 'A city, as people write it.' } }),
    },
    {
      name: 'unicode',
      type: '{ /** Größe — in 日本, 👍. */ a: string }',
      schema: object({ a: { ...string, description: 'Größe — in 日本, 👍.' } }),
    },
    {
      name: 'several lines',
      type: '{ /**\n * First line,\n * second line.\n *\n * A paragraph.\n */ a: string }',
      schema: object({ a: { ...string, description: 'First line, second line.\n\nA paragraph.' } }),
    },
    {
      name: 'links',
      type: '{ /** See {@link Other}. */ a: string }',
      schema: object({ a: { ...string, description: 'See Other.' } }),
    },
    {
      name: 'title',
      type: '{ /** Where to. @title City */ a: string }',
      schema: object({ a: { ...string, description: 'Where to.', title: 'City' } }),
    },
    {
      name: 'minimum and maximum',
      type: '{ /** @minimum -2.5 @maximum 1e3 */ n: number }',
      schema: object({ n: { ...number, minimum: -2.5, maximum: 1000 } }),
    },
    {
      name: 'exclusive bounds',
      type: '{ /** @exclusiveMinimum 0 @exclusiveMaximum 1 */ n: number }',
      schema: object({ n: { ...number, exclusiveMinimum: 0, exclusiveMaximum: 1 } }),
    },
    {
      name: 'multipleOf',
      type: '{ /** @multipleOf 5 */ n: number }',
      schema: object({ n: { ...number, multipleOf: 5 } }),
    },
    { name: 'integer', type: '{ /** @integer */ n: number }', schema: object({ n: { type: 'integer' } }) },
    {
      name: 'lengths',
      type: '{ /** @minLength 1 @maxLength 3 */ s: string }',
      schema: object({ s: { ...string, minLength: 1, maxLength: 3 } }),
    },
    {
      name: 'pattern',
      type: '{ /** @pattern ^[a-z]+\\d$ */ s: string }',
      schema: object({ s: { ...string, pattern: '^[a-z]+\\d$' } }),
    },
    {
      name: 'format',
      type: '{ /** @format email */ s: string; /** @format uuid */ id: string }',
      schema: object({ s: { ...string, format: 'email' }, id: { ...string, format: 'uuid' } }),
    },
    {
      name: 'items',
      type: '{ /** @minItems 1 @maxItems 3 @uniqueItems */ a: string[] }',
      schema: object({ a: array(string, { minItems: 1, maxItems: 3, uniqueItems: true }) }),
    },
    {
      name: 'bounds of a set',
      type: '{ /** @minItems 1 @maxItems 3 */ a: Set<string> }',
      schema: object({ a: array(string, { minItems: 1, maxItems: 3, uniqueItems: true }) }),
    },
    {
      name: 'default',
      type: '{ /** @default 3 */ n?: number; /** @default metric */ u?: string }',
      schema: object({ 'n?': { ...number, default: 3 }, 'u?': { ...string, default: 'metric' } }),
    },
    {
      name: 'examples',
      type: '{ /** @example "Oslo" @example Rome */ s: string }',
      schema: object({ s: { ...string, examples: ['Oslo', 'Rome'] } }),
    },
    {
      name: 'example of an object',
      type: '{ /** @example {"x": 1} */ p: { x: number } }',
      schema: object({ p: object({ x: number }, { examples: [{ x: 1 }] }) }),
    },
    {
      name: 'deprecated',
      type: '{ /** @deprecated */ a?: string }',
      schema: object({ 'a?': { ...string, deprecated: true, description: 'Deprecated.' } }),
    },
    {
      name: 'deprecated with a reason',
      type: '{ /** Old. @deprecated Use b. */ a?: string }',
      schema: object({ 'a?': { ...string, deprecated: true, description: 'Old.\n\nDeprecated: Use b.' } }),
    },
    {
      name: 'constraint on what may be null',
      type: '{ /** @minimum 1 */ n: number | null }',
      schema: object({ n: { type: ['number', 'null'], minimum: 1 } }),
    },
    {
      name: 'constraint on one branch',
      type: '{ /** @maxLength 3 */ v: boolean | string }',
      schema: object({ v: anyOf(boolean, { ...string, maxLength: 3 }) }),
    },
    {
      name: 'named number or text',
      type: "Percent | 'auto'",
      declarations: percent,
      schema: anyOf({ ...number, minimum: 0, maximum: 100, description: 'Of all.' }, strings('auto')),
    },
    {
      name: 'named number or null',
      type: '{ a: Percent | null }',
      declarations: percent,
      schema: object({ a: { type: ['number', 'null'], minimum: 0, maximum: 100, description: 'Of all.' } }),
    },
    {
      name: 'named number or a literal number',
      type: '(Percent | -1)[]',
      declarations: percent,
      schema: array(anyOf({ ...number, minimum: 0, maximum: 100, description: 'Of all.' }, { ...number, const: -1 })),
    },
    {
      name: 'two named numbers',
      type: 'Percent | Whole',
      declarations: `${percent} /** @integer */ type Whole = number;`,
      schema: anyOf({ ...number, minimum: 0, maximum: 100, description: 'Of all.' }, { type: 'integer' }),
    },
    {
      name: 'named number or any number',
      type: '{ a?: Percent | number }',
      declarations: percent,
      schema: object({ 'a?': number }),
    },
    {
      name: 'two named texts and a list of them',
      type: 'One | One[]',
      declarations: `/** @minLength 2 */ type Short = string; /** @format uuid */ type Id = string; type One = Short | Id;`,
      schema: anyOf(
        { ...string, minLength: 2 },
        { ...string, format: 'uuid' },
        array(anyOf({ ...string, minLength: 2 }, { ...string, format: 'uuid' })),
      ),
    },
    {
      name: 'named union inside another',
      type: 'Both | boolean',
      declarations: '/** @minimum 3 */ type Both = number | string;',
      schema: anyOf({ ...number, minimum: 3 }, string, boolean),
    },
    {
      name: 'no tags for other types',
      type: 'Texts<Order>',
      declarations: `type Texts<T> = { [K in keyof T]: string }; /** @minLength 2 */ type Code = string; interface Order { code: Code; or: Code | 'none' }`,
      schema: object({ code: string, or: string }),
    },
    {
      name: 'named text of a generic union',
      type: 'Or<Name>',
      declarations: `/** @minLength 2 */ type Name = string; type Or<T> = T | '';`,
      schema: anyOf({ ...string, minLength: 2 }, strings('')),
    },
    {
      name: 'named number in a utility type',
      type: 'Exclude<Percent | string, string>',
      declarations: percent,
      schema: { ...number, minimum: 0, maximum: 100, description: 'Of all.' },
    },
    {
      name: 'named keys of a Map',
      type: 'Map<Short | Id, number>',
      declarations: `/** @minLength 2 */ type Short = string; /** @format uuid */ type Id = string;`,
      schema: {
        type: 'object',
        propertyNames: anyOf({ ...string, minLength: 2 }, { ...string, format: 'uuid' }),
        additionalProperties: number,
      },
    },
    {
      name: 'brand of a named text',
      type: 'UserId',
      declarations: `/** @minLength 2 */ type Name = string; type UserId = Name & { readonly __brand: 'UserId' };`,
      plainType: 'string',
      schema: { ...string, minLength: 2 },
    },
    {
      name: 'several tags on one line',
      type: '{ /** Days. @minimum 1 @maximum 14 @integer @default 3 */ days?: number }',
      schema: object({ 'days?': { type: 'integer', minimum: 1, maximum: 14, default: 3, description: 'Days.' } }),
    },
    {
      name: 'alias of a primitive',
      type: '{ age: Age }',
      declarations: '/** Years. @minimum 0 @integer */ type Age = number;',
      schema: object({ age: { type: 'integer', minimum: 0, description: 'Years.' } }),
    },
    {
      name: 'alias as parameter',
      type: 'Percent',
      declarations: '/** Of all. @minimum 0 @maximum 100 */ type Percent = number;',
      schema: { ...number, minimum: 0, maximum: 100, description: 'Of all.' },
    },
    {
      name: 'member over alias',
      type: '{ /** At work. */ age: Age }',
      declarations: '/** Years. @minimum 0 */ type Age = number;',
      schema: object({ age: { ...number, minimum: 0, description: 'At work.' } }),
    },
    {
      name: 'items of an alias',
      type: '{ ages: Age[] }',
      declarations: '/** Years. @minimum 0 */ type Age = number;',
      schema: object({ ages: array({ ...number, minimum: 0, description: 'Years.' }) }),
    },
    {
      name: 'interface',
      type: 'User',
      declarations: '/** Somebody. */ interface User { /** Full name. */ name: string }',
      schema: object({ name: { ...string, description: 'Full name.' } }, { description: 'Somebody.' }),
    },
    {
      name: 'member over interface',
      type: '{ /** Who pays. */ payer: User }',
      declarations: '/** Somebody. */ interface User { name: string }',
      schema: object({ payer: object({ name: string }, { description: 'Who pays.' }) }),
    },
    {
      name: 'inherited from an interface',
      type: 'B',
      declarations: 'interface A { /** An id. @minLength 1 */ id: string } interface B extends A { n: number }',
      schema: object({ id: { ...string, minLength: 1, description: 'An id.' }, n: number }),
    },
    {
      name: 'kept by utility types',
      type: "Partial<Pick<A, 'id'>>",
      declarations: 'interface A { /** An id. @minLength 1 */ id: string; n: number }',
      schema: object({ 'id?': { ...string, minLength: 1, description: 'An id.' } }),
    },
    {
      name: 'class members',
      type: 'Point',
      declarations: '/** Where. */ export class Point { /** From the left. @minimum 0 */ x = 0 }',
      schema: object({ x: { ...number, minimum: 0, description: 'From the left.' } }, { description: 'Where.' }),
    },
    {
      name: 'definition and its uses',
      type: '{ from: Place; /** Where to. */ to: Place }',
      declarations: '/** A place. */ interface Place { city: string }',
      schema: object({ from: ref('Place'), to: ref('Place', { description: 'Where to.' }) }),
      defs: { Place: object({ city: string }, { description: 'A place.' }) },
    },
    {
      name: 'enum',
      type: '{ level: Level }',
      declarations: '/** How loud. */ enum Level { Low = 1, High = 2 }',
      schema: object({ level: { type: 'number', enum: [1, 2], description: 'How loud.' } }),
    },
    {
      name: 'example of literals',
      type: "{ /** @example b @default a */ v?: 'a' | 'b' }",
      schema: object({ 'v?': { ...strings('a', 'b'), default: 'a', examples: ['b'] } }),
    },
    {
      name: 'record',
      type: '{ /** By city. */ all: Record<string, number> }',
      schema: object({ all: { ...object({}), additionalProperties: number, description: 'By city.' } }),
    },
    {
      name: 'index signature',
      type: '{ tags: Tags }',
      declarations: '/** Any. */ interface Tags { [key: string]: string }',
      schema: object({ tags: { ...object({}), additionalProperties: string, description: 'Any.' } }),
    },
    {
      name: 'date',
      type: '{ /** When. */ at: Date }',
      schema: object({ at: { type: 'string', format: 'date-time', description: 'When.' } }),
    },
    {
      name: 'template',
      type: '{ /** A length. */ w: `${string}px` }',
      schema: object({ w: { ...string, pattern: '^[\\s\\S]*px$', description: 'A length.' } }),
    },
  ],
};
