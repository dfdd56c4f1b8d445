/**
 * Built-in objects with a JSON form, and results with their own `toJSON`.
 */
import {
  anyOf,
  array,
  boolean,
  number,
  numbers,
  object,
  record,
  ref,
  string,
  strings,
  tuple,
  type CaseGroup,
} from '../type-case.test-support.js';

const date = { type: 'string', format: 'date-time' };
const url = { type: 'string', format: 'uri' };
const bigint = { type: 'string', pattern: '^-?\\d+$' };
const bytes = { type: 'string', contentEncoding: 'base64' };
const unique = { uniqueItems: true };

export const builtIns: CaseGroup = {
  name: 'built-ins',
  types: [
    { name: 'Date', type: 'Date', schema: date },
    { name: 'URL', type: 'URL', schema: url },
    { name: 'RegExp', type: 'RegExp', schema: { type: 'string', format: 'regex' } },
    { name: 'bigint', type: 'bigint', schema: bigint },
    { name: 'Uint8Array', type: 'Uint8Array', schema: bytes },
    { name: 'Buffer', type: 'Buffer', schema: bytes },
    { name: 'ArrayBuffer', type: 'ArrayBuffer', schema: bytes },
    { name: 'array of dates', type: 'Date[]', schema: array(date) },
    { name: 'optional date', type: '{ at?: Date }', schema: object({ 'at?': date }) },
    { name: 'record of dates', type: 'Record<string, Date>', schema: record(date) },
    { name: 'tuple of built-ins', type: '[Date, URL, bigint]', schema: tuple([date, url, bigint]) },
    { name: 'bigint or null', type: 'bigint | null', schema: { ...bigint, type: ['string', 'null'] } },
    { name: 'URL or null', type: 'URL | null', schema: { ...url, type: ['string', 'null'] } },
    {
      name: 'dates in tagged objects',
      type: "{ kind: 'at'; when: Date } | { kind: 'every'; minutes: number }",
      schema: anyOf(object({ kind: strings('at'), when: date }), object({ kind: strings('every'), minutes: number })),
    },
    { name: 'date or number', type: 'Date | number', schema: anyOf(date, number) },
    {
      name: 'a day',
      type: '{ /** @format date */ day: Date }',
      schema: object({ day: { type: 'string', format: 'date' } }),
    },
    {
      name: 'a Date of the author',
      type: 'Date',
      declarations: 'interface Date { day: number } export type { Date as Day };',
      schema: object({ day: number }),
    },
    {
      name: 'a Map of the author',
      type: 'Map<string>',
      declarations: 'interface Map<T> { legend: T } export type { Map as Chart };',
      schema: object({ legend: string }),
    },
  ],
};

export const collections: CaseGroup = {
  name: 'maps and sets',
  types: [
    { name: 'Map of strings', type: 'Map<string, number>', schema: { type: 'object', additionalProperties: number } },
    {
      name: 'ReadonlyMap',
      type: 'ReadonlyMap<string, boolean>',
      schema: { type: 'object', additionalProperties: boolean },
    },
    { name: 'Map of numbers', type: 'Map<number, string>', schema: array(tuple([number, string])) },
    { name: 'Map of literals', type: 'Map<1 | 2, Date>', schema: array(tuple([numbers(1, 2), date])) },
    {
      name: 'Map of maps',
      type: 'Map<string, Map<string, URL>>',
      schema: { type: 'object', additionalProperties: { type: 'object', additionalProperties: url } },
    },
    { name: 'Set of strings', type: 'Set<string>', schema: array(string, unique) },
    { name: 'ReadonlySet', type: 'ReadonlySet<number>', schema: array(number, unique) },
    { name: 'Set of literals', type: "Set<'b' | 'a'>", schema: array(strings('b', 'a'), unique) },
    { name: 'Set of dates', type: 'Set<Date>', schema: array(date, unique) },
    { name: 'Set or null', type: 'Set<string> | null', schema: anyOf(array(string, unique), { type: 'null' }) },
    { name: 'Set in an object', type: '{ tags?: Set<string> }', schema: object({ 'tags?': array(string, unique) }) },
    {
      name: 'Map of an interface used twice',
      type: 'Map<string, [User, User]>',
      declarations: 'interface User { born: Date }',
      schema: { type: 'object', additionalProperties: tuple([ref('User'), ref('User')]) },
      defs: { User: object({ born: date }) },
    },
  ],
};

export const toJson: CaseGroup = {
  name: 'toJSON',
  types: [
    {
      name: 'class with private state',
      type: 'Money',
      declarations:
        "export class Money { readonly #cents = 0; private readonly unit = 'EUR'; toJSON(): string { return `${this.#cents} ${this.unit}`; } }",
      schema: string,
      only: 'output',
    },
    {
      name: 'class that becomes an object',
      type: 'Money',
      declarations:
        'export class Money { constructor(private cents: number) {} toJSON() { return { cents: this.cents, exact: true }; } }',
      schema: object({ cents: number, exact: boolean }),
      only: 'output',
    },
    {
      name: 'interface',
      type: 'Serial[]',
      declarations: 'interface Serial { secret: string; toJSON(): { shown: number } }',
      schema: array(object({ shown: number })),
      only: 'output',
    },
    {
      name: 'that inherits it',
      type: 'Child',
      declarations:
        'abstract class Base { toJSON(): { id: string } { return { id: "" }; } } export class Child extends Base { more = 1 }',
      schema: object({ id: string }),
      only: 'output',
    },
    {
      name: 'class with accessors',
      type: 'Circle',
      declarations: 'export class Circle { radius = 1; get area(): number { return this.radius ** 2; } }',
      schema: object({ radius: number }),
      only: 'output',
    },
    {
      name: 'object with methods',
      type: '{ a: string; run(): void; stop: () => void }',
      schema: object({ a: string }),
      only: 'output',
    },
  ],
};
