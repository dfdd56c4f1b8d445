/**
 * Types that need `$defs`: recursion, and types with the same name.
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

export const recursion: CaseGroup = {
  name: 'recursion',
  types: [
    {
      name: 'tree',
      type: 'Tree',
      declarations: 'interface Tree { value: string; children: Tree[] }',
      schema: ref('Tree'),
      defs: { Tree: object({ value: string, children: array(ref('Tree')) }) },
    },
    {
      name: 'list',
      type: 'Node',
      declarations: 'interface Node { value: number; next?: Node }',
      schema: ref('Node'),
      defs: { Node: object({ value: number, 'next?': ref('Node') }) },
    },
    {
      name: 'list that ends in null',
      type: 'Node',
      declarations: 'interface Node { value: number; next: Node | null }',
      schema: ref('Node'),
      defs: { Node: object({ value: number, next: anyOf(ref('Node'), { type: 'null' }) }) },
    },
    {
      name: 'record of itself',
      type: 'Folder',
      declarations: 'interface Folder { files: Record<string, Folder> }',
      schema: ref('Folder'),
      defs: { Folder: object({ files: record(ref('Folder')) }) },
    },
    {
      name: 'two that hold each other',
      type: 'Person',
      declarations: 'interface Person { name: string; pets: Pet[] } interface Pet { owner?: Person }',
      schema: ref('Person'),
      defs: {
        Person: object({ name: string, pets: array(ref('Pet')) }),
        Pet: object({ 'owner?': ref('Person') }),
      },
    },
    {
      name: 'expression',
      type: 'Expression',
      declarations: `type Expression = Constant | Sum;
interface Constant { kind: 'constant'; value: number }
interface Sum { kind: 'sum'; of: Expression[] }`,
      schema: ref('Expression'),
      defs: {
        Expression: anyOf(object({ kind: strings('constant'), value: number }), ref('Sum')),
        Sum: object({ kind: strings('sum'), of: array(ref('Expression')) }),
      },
    },
    {
      name: 'alias of lists',
      type: 'Nested',
      declarations: 'type Nested = string | Nested[];',
      schema: ref('Nested'),
      defs: { Nested: anyOf(string, array(ref('Nested'))) },
    },
    {
      name: 'alias of tuples',
      type: 'Cons',
      declarations: 'type Cons = [head: number, tail: Cons | null];',
      schema: ref('Cons'),
      defs: {
        Cons: tuple([
          { ...number, title: 'head' },
          { ...anyOf(ref('Cons'), { type: 'null' }), title: 'tail' },
        ]),
      },
    },
    {
      name: 'alias of plain values',
      type: 'Plain',
      declarations: 'type Plain = string | number | boolean | null | Plain[] | { [key: string]: Plain };',
      schema: ref('Plain'),
      defs: {
        Plain: anyOf(string, number, boolean, { type: 'null' }, array(ref('Plain')), record(ref('Plain'))),
      },
    },
    {
      name: 'generic',
      type: 'Tree<string>',
      declarations: 'interface Tree<T> { value: T; left?: Tree<T>; right?: Tree<T> }',
      schema: ref('Tree_string'),
      defs: { Tree_string: object({ value: string, 'left?': ref('Tree_string'), 'right?': ref('Tree_string') }) },
    },
    {
      name: 'generic with two arguments at once',
      type: '{ a: Tree<string>; b: Tree<number> }',
      declarations: 'interface Tree<T> { value: T; next?: Tree<T> }',
      schema: object({ a: ref('Tree_string'), b: ref('Tree_number') }),
      defs: {
        Tree_string: object({ value: string, 'next?': ref('Tree_string') }),
        Tree_number: object({ value: number, 'next?': ref('Tree_number') }),
      },
    },
    {
      name: 'class',
      type: 'Menu',
      declarations: 'export class Menu { title = ""; items: Menu[] = [] }',
      schema: ref('Menu'),
      defs: { Menu: object({ title: string, items: array(ref('Menu')) }) },
    },
    {
      name: 'through a map',
      type: 'Folder',
      declarations: 'interface Folder { files: Map<string, Folder> }',
      schema: ref('Folder'),
      defs: { Folder: object({ files: { type: 'object', additionalProperties: ref('Folder') } }) },
    },
    {
      name: 'through dates',
      type: 'Task',
      declarations: 'interface Task { due: Date; parts?: Task[] }',
      schema: ref('Task'),
      defs: { Task: object({ due: { type: 'string', format: 'date-time' }, 'parts?': array(ref('Task')) }) },
    },
    {
      name: 'deep partial',
      type: 'Deep<Config>',
      declarations: `interface Config { a: string; sub: Sub } interface Sub { n: number; back: Config }
type Deep<T> = { [K in keyof T]?: T[K] extends object ? Deep<T[K]> : T[K] };`,
      schema: ref('Deep_Config'),
      defs: {
        Deep_Config: object({
          'a?': string,
          'sub?': object({ 'n?': number, 'back?': ref('Deep_Config') }),
        }),
      },
    },
    {
      name: 'within an array',
      type: 'Item[]',
      declarations: 'interface Item { on: boolean; items?: Item[] }',
      schema: array(ref('Item')),
      defs: { Item: object({ on: boolean, 'items?': array(ref('Item')) }) },
    },
    {
      name: 'beside its use in a union',
      type: 'Filter | string',
      declarations: 'interface Filter { not?: Filter; all?: Filter[] }',
      schema: anyOf(ref('Filter'), string),
      defs: { Filter: object({ 'not?': ref('Filter'), 'all?': array(ref('Filter')) }) },
    },
  ],
};

const itemOfA = 'export interface Item { a: string }';
const itemOfB = 'export interface Item { b: number }';

export const clashes: CaseGroup = {
  name: 'name clashes',
  types: [
    {
      name: 'two files',
      type: '{ b: [B, B]; a: [A, A] }',
      declarations: "import type { Item as A } from './a.js'; import type { Item as B } from './b.js';",
      files: { 'a.ts': itemOfA, 'b.ts': itemOfB },
      schema: object({ b: tuple([ref('Item'), ref('Item')]), a: tuple([ref('Item_2'), ref('Item_2')]) }),
      defs: { Item: object({ b: number }), Item_2: object({ a: string }) },
    },
    {
      name: 'two files, one of them used once',
      type: '{ b: B; a: [A, A] }',
      declarations: "import type { Item as A } from './a.js'; import type { Item as B } from './b.js';",
      files: { 'a.ts': itemOfA, 'b.ts': itemOfB },
      schema: object({ b: object({ b: number }), a: tuple([ref('Item'), ref('Item')]) }),
      defs: { Item: object({ a: string }) },
    },
    {
      name: 'two namespaces',
      type: '{ x: [X.Item, X.Item]; y: [Y.Item, Y.Item] }',
      declarations:
        'export namespace X { export interface Item { x: string } } export namespace Y { export interface Item { y: string } }',
      schema: object({ x: tuple([ref('Item'), ref('Item')]), y: tuple([ref('Item_2'), ref('Item_2')]) }),
      defs: { Item: object({ x: string }), Item_2: object({ y: string }) },
    },
    {
      name: 'recursive types of one name',
      type: '{ a: A; b: B }',
      declarations: "import type { Node as A } from './a.js'; import type { Node as B } from './b.js';",
      files: {
        'a.ts': 'export interface Node { a?: Node }',
        'b.ts': 'export interface Node { b: Node[] }',
      },
      schema: object({ a: ref('Node'), b: ref('Node_2') }),
      defs: { Node: object({ 'a?': ref('Node') }), Node_2: object({ b: array(ref('Node_2')) }) },
    },
    {
      name: 'one type under two names',
      type: '{ a: Item; b: Other }',
      declarations: "import type { Item } from './a.js'; import type { Item as Other } from './a.js';",
      files: { 'a.ts': itemOfA },
      schema: object({ a: ref('Item'), b: ref('Item') }),
      defs: { Item: object({ a: string }) },
    },
    {
      name: 'a generic of two types of one name',
      type: '{ a: [Box<A>, Box<A>]; b: [Box<B>, Box<B>] }',
      declarations:
        "import type { Item as A } from './a.js'; import type { Item as B } from './b.js'; interface Box<T> { value: T }",
      files: { 'a.ts': itemOfA, 'b.ts': itemOfB },
      schema: object({
        a: tuple([ref('Box_Item'), ref('Box_Item')]),
        b: tuple([ref('Box_Item_2'), ref('Box_Item_2')]),
      }),
      defs: {
        Box_Item: object({ value: object({ a: string }) }),
        Box_Item_2: object({ value: object({ b: number }) }),
      },
    },
  ],
};
