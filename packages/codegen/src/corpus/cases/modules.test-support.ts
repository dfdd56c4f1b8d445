/**
 * Types from elsewhere: other files, path aliases, installed packages, schemas of libraries.
 */
import {
  anyOf,
  array,
  boolean,
  number,
  numbers,
  object,
  ref,
  string,
  strings,
  tuple,
  type CaseGroup,
} from '../type-case.test-support.js';

export const modules: CaseGroup = {
  name: 'modules',
  types: [
    {
      name: 'another file',
      type: 'User',
      declarations: "import type { User } from './user.js';",
      files: { 'user.ts': 'export interface User { name: string }' },
      schema: object({ name: string }),
    },
    {
      name: 'a chain of files',
      type: 'Order',
      declarations: "import type { Order } from './index.js';",
      files: {
        'index.ts': "export * from './order.js';",
        'order.ts': "import { Item as Line } from './item.js'; export interface Order { lines: Line[]; first: Line }",
        'item.ts': 'export interface Item { sku: string }',
      },
      schema: object({ lines: array(ref('Item')), first: ref('Item') }),
      defs: { Item: object({ sku: string }) },
    },
    {
      name: 'exported under another name',
      type: 'Renamed',
      declarations: "import type { Renamed } from './index.js';",
      files: {
        'index.ts': "export type { Item as Renamed } from './item.js';",
        'item.ts': 'export interface Item { sku: string }',
      },
      schema: object({ sku: string }),
    },
    {
      name: 'a default export',
      type: 'Item',
      declarations: "import type Item from './item.js';",
      files: { 'item.ts': 'export default interface Item { sku: string }' },
      schema: object({ sku: string }),
    },
    {
      name: 'a whole module',
      type: 'models.Item',
      declarations: "import type * as models from './models.js';",
      files: { 'models.ts': 'export interface Item { sku: string }' },
      schema: object({ sku: string }),
    },
    {
      name: 'a mapping of what a module exports',
      type: '{ [K in keyof typeof actions]: number }',
      declarations: "import type * as actions from './actions.js';",
      files: { 'actions.ts': 'export function walk(): void {}\nexport function run(): void {}' },
      schema: object({ walk: number, run: number }),
    },
    {
      name: 'an import type',
      type: "import('./item.js').Item",
      files: { 'item.ts': 'export interface Item { sku: string }' },
      schema: object({ sku: string }),
    },
    {
      name: 'a path alias',
      type: 'Shared',
      declarations: "import type { Shared } from '@shared/shared.js';",
      schema: object({ level: strings('low', 'high') }),
    },
    {
      name: 'an installed package',
      type: 'Options',
      declarations: "import type { Options } from 'corpus-library';",
      schema: object({ 'depth?': number, mode: strings('fast', 'slow') }),
    },
    {
      name: 'an any of an installed package',
      type: 'Metadata',
      declarations: "import type { Metadata } from 'corpus-library';",
      schema: object({ of: {} }, { additionalProperties: {} }),
    },
    {
      name: 'a tag of an installed package that does not fit',
      type: 'Sized',
      declarations: "import type { Sized } from 'corpus-library';",
      schema: object({ size: { type: 'number', minimum: 1 } }),
    },
    {
      name: 'an imported tuple with a rest in the middle',
      type: 'Match',
      declarations: "import type { Match } from 'corpus-library';",
      schema: tuple([strings('match'), string], { items: anyOf(number, boolean, strings('else')), minItems: 4 }),
      isWider: true,
    },
    {
      name: 'imported tuples with a rest in front',
      type: 'Ends',
      declarations: "import type { Ends } from 'corpus-library';",
      schema: object({
        of: {
          type: 'array',
          items: anyOf(object({ x: number }), string, array(number)),
          minItems: 2,
        },
        'same?': { type: 'array', items: string, minItems: 1 },
      }),
      isWider: true,
    },
    {
      name: 'a type that a package computes',
      type: 'Infer<typeof schema>',
      declarations:
        "import { Infer, define } from 'corpus-library/schema'; declare const schema: ReturnType<typeof define<{ name: 'string'; age: 'number'; on: 'boolean' }>>;",
      schema: object({ name: string, age: number, on: boolean }),
    },
    {
      name: 'z.infer',
      type: 'z.infer<typeof user>',
      declarations: `import type { z } from 'zod';
declare const user: z.ZodObject<{
  name: z.ZodString;
  age: z.ZodOptional<z.ZodNumber>;
  role: z.ZodEnum<{ admin: 'admin'; guest: 'guest' }>;
  tags: z.ZodArray<z.ZodString>;
  home: z.ZodNullable<z.ZodObject<{ city: z.ZodString }>>;
  level: z.ZodUnion<[z.ZodLiteral<1>, z.ZodLiteral<2>]>;
}>;`,
      schema: object({
        name: string,
        'age?': number,
        role: strings('admin', 'guest'),
        tags: array(string),
        home: { anyOf: [object({ city: string }), { type: 'null' }] },
        level: numbers(1, 2),
      }),
    },
    {
      name: 'a global declaration',
      type: 'CorpusGlobal',
      declarations: 'declare global { interface CorpusGlobal { here: true } }',
      schema: object({ here: { type: 'boolean', const: true } }),
    },
    {
      name: 'a namespace',
      type: 'Api.V1.Item',
      declarations: 'export namespace Api { export namespace V1 { export interface Item { id: number } } }',
      schema: object({ id: number }),
    },
  ],
};

/** The modules that the imports above find, by path from the plugin's folder. */
export const moduleFiles: Readonly<Record<string, string>> = {
  'shared/shared.ts': "export interface Shared { level: 'low' | 'high' }",
  'node_modules/corpus-library/package.json': JSON.stringify({
    name: 'corpus-library',
    version: '1.0.0',
    type: 'module',
    exports: { '.': { types: './index.d.ts' }, './schema': { types: './schema.d.ts', default: './schema.js' } },
  }),
  'node_modules/corpus-library/index.d.ts':
    "export interface Options { depth?: number; mode: 'fast' | 'slow' }\nexport interface Metadata { of: any; [key: string]: any }\nexport interface Sized { /** @minimum 1 @maxLength 2 @default ten */ size: number }\nexport type Match = ['match', string, ...(number | boolean)[], number, 'else'];\nexport interface Ends { of: [...Point[], string, number[]]; same?: [...string[], string] }\ninterface Point { x: number }\n",
  'node_modules/corpus-library/schema.js': 'export const define = (shape) => shape;\n',
  'node_modules/corpus-library/schema.d.ts': `interface Kinds { string: string; number: number; boolean: boolean }
export interface Schema<Shape> { readonly shape: Shape }
export declare function define<Shape extends Record<string, keyof Kinds>>(shape: Shape): Schema<Shape>;
export type Infer<S> = S extends Schema<infer Shape extends Record<string, keyof Kinds>> ? { [K in keyof Shape]: Kinds[Shape[K]] } : never;
`,
};
