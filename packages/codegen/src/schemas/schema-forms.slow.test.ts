/**
 * The places and forms in which authors write schemas.
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openBuilder } from '../build/open-builder.js';
import { openPluginReader } from '../reader/plugin-reader.js';
import { buildSchemaPlugin, diagnosticsOf, makeSchemaFolder } from './schema-plugin.test-support.js';

const files = {
  'node_modules/@team/shapes/package.json': JSON.stringify({
    name: '@team/shapes',
    version: '1.0.0',
    type: 'module',
    exports: './index.js',
    types: './index.d.ts',
  }),
  'node_modules/@team/shapes/index.js': `import { z } from 'zod';\nexport const Shared = z.object({ shared: z.string() });\n`,
  'node_modules/@team/shapes/index.d.ts': `import { z } from 'zod';\nexport declare const Shared: z.ZodObject<{ shared: z.ZodString }>;\n`,
  'src/base.ts': `import { z } from 'zod';
export const Order = z.object({ id: z.string() });
export default z.object({ byDefault: z.number() });
export const byName = { order: z.object({ nested: z.string() }) };
export enum Size { Small = 's', Large = 'l' }
`,
  'src/door.ts': `export { Order as Renamed } from './base.js';\nexport * as shapes from './base.js';\n`,
  'src/connection.ts': `export const connection = (() => { throw new Error('must not run in a build'); }) as () => string;\nconnection();\n`,
  'src/tools.ts': `import { Tool, type Context } from '@sigil/core';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Shared } from '@team/shapes';
import ByDefault, { byName, Size, Order as Imported } from './base.js';
import { Renamed, shapes } from './door.js';
import type { connection } from './connection.js';

const started = readFileSync('/dev/null', 'utf8').length;
const Order = z.object({ local: z.string() });
const Satisfied = z.object({ s: z.string() }) satisfies z.ZodType<{ s: string }>;
const options = { input: Order, readOnly: true } as const;
const input = z.object({ short: z.string() });
function make<Shape extends z.ZodRawShape>(shape: Shape) { return z.object(shape); }

export class Forms {
  @Tool({ input: Order }) shadowing(order: { local: string }): string { return order.local + started; }
  @Tool({ input: Imported }) imported({ id }: z.infer<typeof Imported>): string { return id; }
  @Tool({ input: Imported }) again({ id }: { id: string }, signal: AbortSignal): string { return id + signal.aborted; }
  @Tool({ input: Renamed }) renamed({ id }: { id: string }): string { return id; }
  @Tool({ input: shapes.byName.order }) member({ nested }: { nested: string }): string { return nested; }
  @Tool({ input: byName.order }) table(one: { nested: string }): string { return one.nested; }
  @Tool({ input: ByDefault }) byDefault(one: { byDefault: number }): string { return String(one.byDefault); }
  @Tool({ input: Shared }) shared(one: { shared: string }): string { return one.shared; }
  @Tool({ input: z.object({ inline: z.enum(Size) }) }) inline(one: { inline: Size }): string { return one.inline; }
  @Tool({ input: make({ made: z.string() }) }) made(one: { made: string }): string { return one.made; }
  @Tool({ input: Satisfied as typeof Satisfied }) satisfied(one: { s: string }): string { return one.s; }
  @Tool({ input: Order.extend({ more: z.number() }) }) extended(one: { local: string; more: number }): string { return one.local + one.more; }
  @Tool(options) held(one: { local: string }): string { return one.local; }
  @Tool({ input }) shorthand(one: { short: string }): string { return one.short; }
  @Tool({ input }) nothing(context: Context): string { return typeof context; }
  @Tool({ input, output: z.array(z.number()) }) list(): number[] { return [1, 2]; }
  @Tool({ output: z.object({ n: z.number().transform((n) => n + 1) }) }) onlyOutput(n: number): { n: number } { return { n }; }
  @Tool({ input, output: z.string().trim() }) text(): string { return ' a '; }
  @Tool({ input: z.record(z.string(), z.number()) }) record(all: Record<string, number>): string { return Object.keys(all).join(); }
  @Tool({ input: z.discriminatedUnion('k', [z.object({ k: z.literal('a'), a: z.string() }), z.object({ k: z.literal('b') })]) })
  union(one: { k: 'a'; a: string } | { k: 'b' }): string { return one.k; }
  @Tool({ input: z.object({ id: z.string().brand<'Id'>() }) }) branded({ id }: { id: string & z.core.$brand<'Id'> }): string { return id; }
  @Tool({ input: z.object({ n: z.string().pipe(z.coerce.number()) }) }) piped({ n }: { n: number }): string { return typeof n; }
  @Tool({ input: z.looseObject({ a: z.string() }) }) loose(one: { a: string; [key: string]: unknown }): string { return Object.keys(one).join(); }
  @Tool({ input: z.object({ a: z.string() }).refine(async ({ a }) => a !== 'taken', 'is taken') }) later(one: { a: string }): string { return one.a; }
  @Tool({ input, output: z.object({ total: z.number() }) }) async *counted(): AsyncGenerator<string, { total: number; extra: string }> { yield 'one'; return { total: 1, extra: 'x' }; }
}
export type Unused = typeof connection;
`,
};

test('schemas are found in every form, and nothing else of their files runs in a build', async () => {
  const { call, tool } = await buildSchemaPlugin(files);
  const nothing = {};
  const calls: readonly (readonly [string, object, unknown])[] = [
    ['imported', { id: 'a' }, 'a'],
    ['again', { id: 'a' }, 'afalse'],
    ['renamed', { id: 'a' }, 'a'],
    ['member', { nested: 'a' }, 'a'],
    ['table', { nested: 'a' }, 'a'],
    ['byDefault', { byDefault: 1 }, '1'],
    ['shared', { shared: 'a' }, 'a'],
    ['inline', { inline: 'l' }, 'l'],
    ['made', { made: 'a' }, 'a'],
    ['satisfied', { s: 'a' }, 'a'],
    ['extended', { local: 'a', more: 1 }, 'a1'],
    ['held', { local: 'a' }, 'a'],
    ['shorthand', { short: 'a' }, 'a'],
    ['nothing', { short: 'a' }, 'object'],
    ['text', { short: 'a' }, 'a'],
    ['record', { a: 1, b: 2 }, 'a,b'],
    ['union', { k: 'a', a: 'x' }, 'a'],
    ['branded', { id: 'a' }, 'a'],
    ['piped', { n: '5' }, 'number'],
    ['loose', { a: 'x', b: 1 }, 'a,b'],
    ['later', { a: 'x' }, 'x'],
  ];
  for (const [name, input, text] of calls) {
    expect([name, await call(name, input)]).toEqual([name, [{ type: 'text', text }]]);
    expect([name, tool(name).definition.inputSchema['type']]).toEqual([name, 'object']);
    const wrong = name === 'record' ? { a: 'x' } : nothing;
    expect([name, await call(name, wrong)]).toEqual([
      name,
      expect.arrayContaining([expect.objectContaining({ received: expect.any(String) })]),
    ]);
  }
  expect(await call('list', { short: 'a' })).toEqual([1, 2]);
  expect(await call('onlyOutput', { n: 1 })).toEqual({ n: 2 });
  expect(await call('onlyOutput', { n: 'x' })).toMatchObject([{ path: 'n', expected: 'a number' }]);
  expect(await call('later', { a: 'taken' })).toMatchObject([{ says: 'is taken' }]);
  expect(tool('text').definition.outputSchema).toBeUndefined();
  expect(tool('held').definition.annotations).toEqual({ readOnlyHint: true });
  expect(tool('shadowing').definition.inputSchema).toMatchObject({ required: ['local'] });
});

describe('a builder', () => {
  const source = {
    'src/schemas.ts': `import { z } from 'zod';\nimport { most } from './most.js';\nexport const S = z.object({ a: z.number().max(most) });\n`,
    'src/most.ts': `export const most: number = 5;\n`,
    'src/tools.ts': `import { Tool } from '@sigil/core';\nimport { S } from './schemas.js';\nexport class T {\n  @Tool({ input: S }) run({ a }: { a: number }): string { return String(a); }\n}\n`,
  };

  test('evaluates a schema again when a file that it imports has changed', async () => {
    const folder = await makeSchemaFolder(source);
    const builder = await openBuilder(folder.path, (path, inputs) => openPluginReader(path, { inputs }));
    const maximum = async (): Promise<unknown> =>
      JSON.stringify((await builder.read()).manifest?.tools[0]?.inputSchema);

    const first = await maximum();
    await folder.write({ 'src/most.ts': 'export const most: number = 7;\n' });
    builder.refresh([join(folder.path, 'src/most.ts')]);
    const second = await maximum();
    await builder.close();

    expect(builder.files).toEqual(expect.arrayContaining([join(folder.path, 'src/most.ts')]));
    expect([first, second]).toEqual([expect.stringContaining('"maximum":5'), expect.stringContaining('"maximum":7')]);
  });

  test('gives the same bytes in every folder', async () => {
    const [one, other] = [await makeSchemaFolder(source), await makeSchemaFolder(source)];
    const texts = [];
    for (const folder of [one, other]) {
      const builder = await openBuilder(folder.path, (path, inputs) => openPluginReader(path, { inputs }));
      await builder.build();
      await builder.close();
      texts.push([await folder.read('dist/manifest.json'), await folder.read('dist/plugin.cjs')]);
    }

    expect(texts[0]).toEqual(texts[1]);
  });
});

test('a prompt has no schema, and says so', async () => {
  const [found] = await diagnosticsOf({
    'src/tools.ts': `import { Prompt } from '@sigil/core';\nimport { z } from 'zod';\nexport class P {\n  @Prompt({ input: z.object({}) }) ask(): string { return ''; }\n}\n`,
  });

  expect(found).toMatch(/^src\/tools\.ts:4:13 SIGIL001 error .*'input' does not exist in type 'PromptOptions'/);
});
