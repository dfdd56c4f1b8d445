import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { openPluginReader, type PluginReading } from '../plugin-reader.js';
import {
  asTool,
  caseConfig,
  makeCaseFolder,
  toolReturning,
  toolTaking,
  writeCaseFiles,
} from '../reader-cases.test-support.js';
import { showNode } from './show-node.test-support.js';

const folder = makeCaseFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const packages = resolve(dirname(fileURLToPath(import.meta.url)), '../../../../../node_modules');
symlinkSync(join(packages, 'zod'), join(folder, 'node_modules/zod'));

const core = `import { Tool } from '@sigil/core';\n`;

function read(files: Record<string, string>, options: object = {}): PluginReading {
  rmSync(join(folder, 'src'), { recursive: true, force: true });
  mkdirSync(join(folder, 'src'));
  const compilerOptions = { ...caseConfig.compilerOptions, ...options };
  writeCaseFiles(folder, { ...files, 'tsconfig.json': JSON.stringify({ ...caseConfig, compilerOptions }) });
  return openPluginReader(folder).read();
}

function shownOf({ model, diagnostics }: PluginReading): string[] {
  // Notes of the constraints that types do not carry have tests of their own.
  const errors = diagnostics.filter(({ code }) => code !== 'SIGIL056');
  if (errors.length > 0) throw new Error(errors.map((one) => one.message).join('\n'));
  return model.classes.flatMap((one) =>
    one.methods.flatMap((method) => {
      const { returns } = asTool(method);
      const inputs = method.parameters.flatMap((one) => (one.kind === 'argument' ? showNode(one.property.node) : []));
      return returns.kind === 'structured' ? [...inputs, showNode(returns.node)] : inputs;
    }),
  );
}

describe('z.infer', () => {
  const schemas = `import * as z from 'zod';
const Address = z.object({ street: z.string().min(1), zip: z.string().optional() });
export const User = z.object({
  name: z.string(),
  /** In years. */
  age: z.number().int().optional(),
  role: z.enum(['owner', 'guest', 'admin']),
  address: Address,
  others: z.array(Address).nullable(),
  when: z.date(),
  choice: z.discriminatedUnion('kind', [z.object({ kind: z.literal('b'), b: z.number() }), z.object({ kind: z.literal('a') })]),
  extra: z.record(z.string(), z.boolean()),
  pair: z.tuple([z.string(), z.number()]),
  flag: z.boolean().default(true),
});
export type User = z.infer<typeof User>;
export const Category = z.object({ name: z.string(), get children() { return z.array(Category); } });
export type Category = z.infer<typeof Category>;
`;

  test('gives the output type of an object, in the order of the schema', () => {
    const [shown] = shownOf(
      read({
        'src/schemas.ts': schemas,
        'src/plugin.ts': `${core}import type { User } from './schemas.js';\n${toolTaking('x: User')}`,
      }),
    );

    expect(shown).toBe(
      'User{name: string, age?: number, role: "admin"|"guest"|"owner", address: {street: string, zip?: string}, ' +
        'others: ([{street: string, zip?: string}] | null), when: date, choice: ({kind: "b", b: number} | {kind: "a"}), ' +
        'extra: {*: boolean}, pair: <string, number>, flag: boolean}',
    );
  });

  test('gives a recursive type for a recursive schema', () => {
    const [shown] = shownOf(
      read({
        'src/schemas.ts': schemas,
        'src/plugin.ts': `${core}import type { Category } from './schemas.js';\n${toolTaking('x: Category')}`,
      }),
    );

    expect(shown).toBe('Category{name: string, children: children*=[{name: string, children: children*}]}');
  });

  test('keeps the comments of the schema', () => {
    const { model } = read({
      'src/schemas.ts': schemas,
      'src/plugin.ts': `${core}import type { User } from './schemas.js';\n${toolTaking('x: Pick<User, "age">')}`,
    });

    expect(model.classes[0]?.methods[0]?.parameters).toMatchObject([
      { property: { node: { properties: [{ name: 'age', node: { documentation: { description: 'In years.' } } }] } } },
    ]);
  });
});

describe('imported and inferred types', () => {
  test('are read from files, path aliases, workspaces and packages, by any kind of import', () => {
    const shown = shownOf(
      read(
        {
          'src/types.ts':
            'export interface Item { a: string }\nexport default interface Main { m: 1 }\nexport * as deep from "./deep.js";',
          'src/deep.ts': 'export type Level = "b" | "a"; export interface Item { d: Level }',
          'src/lib/aliased.ts': 'export interface Aliased { l: true }',
          'shared/package.json':
            '{ "name": "@team/shared", "type": "module", "exports": { ".": { "types": "./index.ts", "default": "./index.js" } } }',
          'shared/index.ts': 'export interface Shared { s: Date }',
          'node_modules/boxes/package.json': '{ "name": "boxes", "type": "module", "types": "./boxes.d.ts" }',
          'node_modules/boxes/boxes.d.ts':
            'export interface Box<T = string> { readonly inner: T } export declare namespace Box { type Of<T> = Box<T>[]; }',
          'src/plugin.ts': `${core}import Main, { type Item as Thing, deep } from './types.js';\nimport type { Aliased } from '#lib/aliased.js';\nimport type { Shared } from '@team/shared';\nimport type * as boxes from 'boxes';\n${toolTaking('a: Thing, b: Main, c: deep.Item, d: Aliased, e: Shared, f: boxes.Box, g: boxes.Box.Of<Thing>, h: import("./deep.js").Level')}`,
        },
        { paths: { '#lib/*': ['./src/lib/*'], '@team/shared': ['./shared/index.ts'] } },
      ),
    );

    expect(shown).toEqual([
      'Item{a: string}',
      'Main{m: 1}',
      'Item{d: "b"|"a"}',
      'Aliased{l: true}',
      'Shared{s: date}',
      'Box_string{inner: string}',
      'Of_Item=[Box_Item{inner: Item{a: string}}]',
      '"b"|"a"',
    ]);
  });

  test('are inferred from what a method returns', () => {
    const shown = shownOf(
      read({
        'src/plugin.ts': `${core}const table = { z: 1, a: { deep: [1, 'x'] as const } };
          export class Plugin {
            @Tool() a() { return { ...table, at: new Date(), none: undefined, list: [{ b: 1 }] }; }
            @Tool() async b() { return Math.random() > 1 ? { ok: true as const } : { ok: false as const, why: 'no' }; }
            @Tool() c() { return [1, 2].map((n) => ({ n, text: String(n) })); }
          }`,
      }),
    );

    expect(shown).toEqual([
      '{z: number, a: {deep: <1, "x">}, at: date, none?: never, list: [{b: number}]}',
      '({ok: true, why?: never} | {ok: false, why: string})',
      '[{n: number, text: string}]',
    ]);
  });

  test('keep the member order of spread objects', () => {
    expect(
      shownOf(
        read({
          'src/plugin.ts':
            core + toolReturning('typeof whole', 'const first = { z: 1, y: 2 }; const whole = { ...first, a: 3 };'),
        }),
      ),
    ).toEqual(['{z: number, y: number, a: number}']);
  });
});
