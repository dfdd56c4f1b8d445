/**
 * Interfaces, classes and generics.
 */
import {
  anyOf,
  array,
  boolean,
  number,
  object,
  record,
  ref,
  string,
  strings,
  tuple,
  type CaseGroup,
} from '../type-case.test-support.js';

export const interfaces: CaseGroup = {
  name: 'interfaces',
  types: [
    {
      name: 'plain',
      type: 'User',
      declarations: 'interface User { name: string; age?: number }',
      schema: object({ name: string, 'age?': number }),
    },
    {
      name: 'readonly members',
      type: '{ readonly a: string; readonly b?: number }',
      schema: object({ a: string, 'b?': number }),
    },
    {
      name: 'that inherits',
      type: 'B',
      declarations: 'interface B extends A { own: number } interface A { base: string }',
      schema: object({ base: string, own: number }),
    },
    {
      name: 'that narrows what it inherits',
      type: 'B',
      declarations: "interface A { kind: string; n: number } interface B extends A { kind: 'b' }",
      schema: object({ kind: strings('b'), n: number }),
    },
    {
      name: 'that inherits from two',
      type: 'C',
      declarations: 'interface A { a: string } interface B { b: number } interface C extends A, B { c: boolean }',
      schema: object({ a: string, b: number, c: boolean }),
    },
    {
      name: 'that inherits from one in two ways',
      type: 'D',
      declarations:
        'interface A { a: string } interface B extends A { b: string } interface C extends A { c: string } interface D extends B, C {}',
      schema: object({ a: string, b: string, c: string }),
    },
    {
      name: 'declared in two places',
      type: 'Merged',
      declarations: 'interface Merged { z: string } interface Merged { a: number }',
      schema: object({ z: string, a: number }),
    },
    {
      name: 'that inherits from an alias',
      type: 'B',
      declarations: "type A = { a: string; b: number }; interface B extends Omit<A, 'b'> { c: boolean }",
      schema: object({ a: string, c: boolean }),
    },
    {
      name: 'that inherits from a generic one',
      type: 'Users',
      declarations:
        'interface Page<T> { items: T[]; next?: string } interface Users extends Page<string> { total: number }',
      schema: object({ items: array(string), 'next?': string, total: number }),
    },
    {
      name: 'with names that are no identifiers',
      type: '{ "a-b": string; "": number; "with space"?: boolean; 1: string; "größe": number }',
      schema: {
        ...object({ 'a-b': string, '': number, 'with space?': boolean, 1: string, größe: number }),
        required: ['a-b', '', '1', 'größe'],
      },
    },
    {
      name: 'with names that objects inherit',
      type: '{ constructor: string; toString: number; valueOf: boolean }',
      schema: object({ constructor: string, toString: number, valueOf: boolean }),
    },
    {
      name: 'with the name of the prototype',
      type: '{ __proto__: string }',
      schema: object({ ['__proto__']: string }),
    },
    {
      name: 'with a method that may be missing',
      type: '{ a: string; run?(): void; watch?: (n: number) => void }',
      schema: object({ a: string }),
    },
    {
      name: 'with a symbol that may be missing',
      type: '{ a: string; [Symbol.toStringTag]?: string }',
      schema: object({ a: string }),
    },
    {
      name: 'objects within objects',
      type: '{ a: { b: { c: { d: string } } } }',
      schema: object({ a: object({ b: object({ c: object({ d: string }) }) }) }),
    },
    {
      name: 'named object used once stays where it is',
      type: '{ owner: User }',
      declarations: 'interface User { name: string }',
      schema: object({ owner: object({ name: string }) }),
    },
    {
      name: 'named object used twice',
      type: '{ from: Place; to: Place }',
      declarations: 'interface Place { city: string; zip?: string }',
      schema: object({ from: ref('Place'), to: ref('Place') }),
      defs: { Place: object({ city: string, 'zip?': string }) },
    },
    {
      name: 'named object used by two others',
      type: '{ a: A; b: B }',
      declarations: 'interface A { at: Place } interface B { at: Place } interface Place { x: number }',
      schema: object({ a: object({ at: ref('Place') }), b: object({ at: ref('Place') }) }),
      defs: { Place: object({ x: number }) },
    },
    {
      name: 'named tuple used twice',
      type: '{ from: Point; to: Point }',
      declarations: 'type Point = [number, number];',
      schema: object({ from: ref('Point'), to: ref('Point') }),
      defs: { Point: tuple([number, number]) },
    },
    {
      name: 'named union used twice',
      type: '{ a: Value; b?: Value }',
      declarations: 'type Value = string | { n: number };',
      schema: object({ a: ref('Value'), 'b?': ref('Value') }),
      defs: { Value: anyOf(string, object({ n: number })) },
    },
    {
      name: 'named primitives used twice stay where they are',
      type: '{ a: City; b: City }',
      declarations: 'type City = string;',
      schema: object({ a: string, b: string }),
    },
    {
      name: 'accessors of an interface',
      type: '{ get a(): string; set a(value: string); get b(): number }',
      schema: object({ a: string, b: number }),
    },
  ],
};

export const classes: CaseGroup = {
  name: 'classes',
  types: [
    {
      name: 'with public data',
      type: 'Point',
      declarations: 'export class Point { x = 0; y = 0; label?: string }',
      schema: object({ x: number, y: number, 'label?': string }),
    },
    {
      name: 'with parameter properties',
      type: 'Point',
      declarations: 'export class Point { constructor(readonly x: number, public y: number) {} }',
      schema: object({ x: number, y: number }),
    },
    {
      name: 'with static members',
      type: 'Point',
      declarations: 'export class Point { static readonly origin = 0; x = 0 }',
      schema: object({ x: number }),
    },
    {
      name: 'that extend another',
      type: 'Circle',
      declarations: 'class Shape { name = "" } export class Circle extends Shape { radius = 1 }',
      schema: object({ name: string, radius: number }),
    },
    {
      name: 'with methods',
      type: 'Point',
      declarations:
        'export class Point { x = 0; length(): number { return this.x; } static of(): Point { return new Point(); } }',
      schema: object({ x: number }),
      only: 'output',
    },
    {
      name: 'that are generic',
      type: 'Box<boolean>',
      declarations: 'export class Box<T> { constructor(public value: T) {} }',
      schema: object({ value: boolean }),
    },
    {
      name: 'that are abstract',
      type: 'Base',
      declarations: 'export abstract class Base { abstract kind: string; n = 1 }',
      schema: object({ kind: string, n: number }),
    },
  ],
};

export const generics: CaseGroup = {
  name: 'generics',
  types: [
    {
      name: 'interface',
      type: 'Box<string>',
      declarations: 'interface Box<T> { value: T }',
      schema: object({ value: string }),
    },
    {
      name: 'alias',
      type: 'Maybe<number>',
      declarations: 'type Maybe<T> = T | null;',
      schema: { type: ['number', 'null'] },
    },
    {
      name: 'alias of literals',
      type: "Or<'b' | 'a'>",
      declarations: "type Or<T> = T | 'none';",
      schema: strings('b', 'a', 'none'),
    },
    {
      name: 'default argument',
      type: 'Box',
      declarations: 'interface Box<T = boolean> { value: T }',
      schema: object({ value: boolean }),
    },
    {
      name: 'constraint',
      type: 'Keyed<{ id: string; n: number }>',
      declarations: 'interface Keyed<T extends { id: string }> { byId: Record<string, T>; id: T["id"] }',
      schema: object({ byId: record(object({ id: string, n: number })), id: string }),
    },
    {
      name: 'within each other',
      type: 'Page<Box<number>>',
      declarations: 'interface Box<T> { value: T } interface Page<T> { items: T[] }',
      schema: object({ items: array(object({ value: number })) }),
    },
    {
      name: 'two arguments',
      type: 'Pair<string, boolean>',
      declarations: 'interface Pair<A, B> { first: A; second: B }',
      schema: object({ first: string, second: boolean }),
    },
    {
      name: 'different arguments are different types',
      type: '{ a: Box<string>; b: Box<number>; c: Box<string>; d: Box<number> }',
      declarations: 'interface Box<T> { value: T }',
      schema: object({ a: ref('Box_string'), b: ref('Box_number'), c: ref('Box_string'), d: ref('Box_number') }),
      defs: { Box_string: object({ value: string }), Box_number: object({ value: number }) },
    },
    {
      name: 'named after their arguments',
      type: '{ a: Page<User>; b: Page<User> }',
      declarations: 'interface Page<T> { items: T[] } interface User { name: string }',
      schema: object({ a: ref('Page_User'), b: ref('Page_User') }),
      defs: { Page_User: object({ items: array(object({ name: string })) }) },
    },
    {
      name: 'alias of an object used twice',
      type: '{ a: Box<string>; b: Box<string> }',
      declarations: 'type Box<T> = { value: T };',
      schema: object({ a: ref('Box_string'), b: ref('Box_string') }),
      defs: { Box_string: object({ value: string }) },
    },
    {
      name: 'alias that hands on',
      type: 'Strings',
      declarations:
        'type Strings = Keep<string>; type Keep<T> = Inner<T, number>; interface Inner<A, B> { a: A; b: B }',
      schema: object({ a: string, b: number }),
    },
    { name: 'tuple', type: 'Two<string>', declarations: 'type Two<T> = [T, T];', schema: tuple([string, string]) },
  ],
};
