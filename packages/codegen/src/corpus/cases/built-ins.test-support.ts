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

const deepPartial = 'type DeepPartial<T> = { [K in keyof T]?: DeepPartial<T[K]> };';
const deepReadonly = 'type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonly<T[K]> };';
const event = 'interface Event { at: Date; link?: URL; n: number }';
const numberOrNull = { type: ['number', 'null'] };

export const mappedBuiltIns: CaseGroup = {
  name: 'mapped built-ins',
  types: [
    {
      name: 'DeepPartial',
      type: 'DeepPartial<Event>',
      declarations: `${deepPartial} ${event}`,
      schema: object({ 'at?': date, 'link?': url, 'n?': number }),
    },
    {
      name: 'DeepPartial that asks for objects',
      type: 'DeepPartial<Event>',
      declarations: `type DeepPartial<T> = T extends object ? { [K in keyof T]?: DeepPartial<T[K]> } : T; ${event}`,
      schema: object({ 'at?': date, 'link?': url, 'n?': number }),
    },
    {
      name: 'DeepReadonly of everything',
      type: 'DeepReadonly<All>',
      declarations: `${deepReadonly} interface All { re: RegExp; big: bigint; bytes: Uint8Array; buffer: Buffer; raw: ArrayBuffer; m: Map<string, Date>; s: ReadonlySet<URL>; list: Date[]; pair: [Date, URL?]; inner: { at: Date }[] }`,
      schema: object({
        ...{ re: { type: 'string', format: 'regex' }, big: bigint, bytes, buffer: bytes, raw: bytes },
        ...{ m: { type: 'object', additionalProperties: date }, s: array(url, unique), list: array(date) },
        ...{ pair: tuple([date, url], { minItems: 1 }), inner: array(object({ at: date })) },
      }),
    },
    {
      name: 'patch with null',
      type: 'Patch<Event>',
      declarations: `type Patch<T> = { [K in keyof T]?: Patch<T[K]> | null }; ${event}`,
      schema: object({
        ...{ 'at?': { ...date, type: ['string', 'null'] }, 'link?': { ...url, type: ['string', 'null'] } },
        'n?': numberOrNull,
      }),
    },
    { name: 'Readonly date', type: 'Readonly<Date>', schema: date },
    { name: 'Partial and Required', type: '[Partial<Date>, Required<URL>]', schema: tuple([date, url]) },
    { name: 'Readonly date or null', type: 'Readonly<Date> | null', schema: { ...date, type: ['string', 'null'] } },
    { name: 'list of Readonly dates', type: 'Readonly<Date>[]', schema: array(date) },
    {
      name: 'Readonly Map',
      type: 'Readonly<Map<string, number>>',
      schema: { type: 'object', additionalProperties: number },
    },
    { name: 'Readonly bytes', type: 'Readonly<Uint8Array>', schema: bytes },
    { name: 'Omit of a method', type: "Omit<Date, 'setTime'>", schema: date },
    {
      name: 'Omit beside a date',
      type: "Omit<Event, 'n'>",
      declarations: event,
      schema: object({ at: date, 'link?': url }),
    },
    {
      name: 'without methods',
      type: 'Data<Event>',
      declarations: `type Data<T> = { [K in keyof T as T[K] extends Function ? never : K]: Data<T[K]> }; ${event}`,
      schema: object({ at: date, 'link?': url, n: number }),
    },
    {
      name: 'optional function',
      type: 'DeepPartial<{ n: number; run(): void }>',
      declarations: deepPartial,
      schema: object({ 'n?': number }),
    },
    {
      name: 'twice mapped with a tag',
      type: '{ on: Partial<Readonly<Day>> }',
      declarations: '/** @format date */ type Day = Date;',
      schema: object({ on: { type: 'string', format: 'date' } }),
    },
    {
      name: 'tag of a value',
      type: 'DeepReadonly<Map<string, Share>>',
      declarations: `${deepReadonly} /** @minimum 0 */ type Share = number;`,
      schema: { type: 'object', additionalProperties: { ...number, minimum: 0 } },
    },
    {
      name: 'interface that only extends a Map',
      type: 'Shares<Date>',
      declarations: 'interface Shares<T> extends Map<string, T> {}',
      schema: { type: 'object', additionalProperties: date },
    },
    { name: 'object and a Set', type: 'object & Readonly<Set<string>>', schema: array(string, unique) },
  ],
};
