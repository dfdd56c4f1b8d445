import { expect, test } from 'vitest';
import { compiler } from './program/compiler.js';
import { cutSchemaModule } from './schema-module.js';

/** Cuts the module of the expression between `«` and `»`; returns its lines without blank ones. */
function cut(marked: string): string[] {
  const text = marked.replaceAll(/[«»]/g, '');
  const file = compiler.createSourceFile('src/a.ts', text, compiler.ScriptTarget.Latest, true);
  const [start, end] = [marked.indexOf('«'), marked.indexOf('»') - 1];
  let found: Parameters<typeof cutSchemaModule>[1] | undefined;
  const visit = (node: Parameters<typeof compiler.forEachChild>[0]): void => {
    if (node.getStart(file) === start && node.end === end && compiler.isExpression(node)) found ??= node;
    compiler.forEachChild(node, visit);
  };
  visit(file);
  if (!found) throw new Error('no expression between the marks');
  return cutSchemaModule(file, found)
    .split('\n')
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '');
}

test('a schema keeps what it refers to, and leaves the class and its imports', () => {
  const lines = cut(`
import { Tool } from '@sigil/core';
import pg, { Pool } from 'pg';
import { z, ZodError } from 'zod';
import * as shapes from './shapes.js';
import type { Row } from './row.js';
const pool = new Pool(process.env.DB);
const Item = z.object({ id: shapes.id });
export const Order = z.array(Item);
export class Shop {
  @Tool({ input: «Order») buy(row: Row) { return pool.query(pg, ZodError, row); }
}
`);

  expect(lines).toEqual([
    `import { z, } from 'zod';`,
    `import * as shapes from './shapes.js';`,
    'const Item = z.object({ id: shapes.id });',
    'export const Order = z.array(Item);',
    'export const sigil$schema = (Order);',
  ]);
});

test('names of members, of types and of locals that only look alike keep nothing', () => {
  const lines = cut(`
import zod from 'zod';
import { object } from 'elsewhere';
import { Money } from './money.js';
const a = start();
class Shop { run = «zod.object({ a: zod.string() as Money })»; }
`);

  expect(lines).toEqual([
    `import zod from 'zod';`,
    'export const sigil$schema = (zod.object({ a: zod.string() as Money }));',
  ]);
});

test('statements that act on what is needed are kept, and others are not', () => {
  const lines = cut(`
import 'zod-extension';
import { z } from 'zod';
import { connect } from 'db';
z.config({ jitless: true });
connect();
for (const name of names()) register(name);
const Order = z.object({});
registry.add(Order);
class Shop { run = «Order»; }
`);

  expect(lines).toEqual([
    `import 'zod-extension';`,
    `import { z } from 'zod';`,
    'z.config({ jitless: true });',
    'const Order = z.object({});',
    'registry.add(Order);',
    'export const sigil$schema = (Order);',
  ]);
});

test('lines keep their numbers', () => {
  const text = cut('const x = 1;\n\nconst y = 2;\nclass A { b = «y»; }');
  expect(text).toEqual(['const y = 2;', 'export const sigil$schema = (y);']);
  const file = compiler.createSourceFile(
    'a.ts',
    'const x = 1;\r\n/* a */ const y = 2;',
    compiler.ScriptTarget.Latest,
    true,
  );
  const statement = file.statements[1]!;
  const declared = compiler.isVariableStatement(statement)
    ? statement.declarationList.declarations[0]!.initializer!
    : undefined;

  expect(cutSchemaModule(file, declared!)).toBe(
    '            \r\n/* a */             \nexport const sigil$schema = (2);\n',
  );
});
