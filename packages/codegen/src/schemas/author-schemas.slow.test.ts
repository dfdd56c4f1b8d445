/**
 * Tools with schemas of the real libraries, from their source to their calls.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe as group, expect, test } from 'vitest';
import { buildSchemaPlugin, describe, type SchemaPlugin } from './schema-plugin.test-support.js';

interface Library {
  readonly name: string;
  readonly schemas: string;
  /** The type of `order`, and the import that it needs. */
  readonly order: string;
  readonly imports: string;
  /** The name under which the version of `zod` is installed, unless it is the usual one. */
  readonly zod?: string;
}

const zod4 = `import { z } from 'zod';
const Item = z.object({ id: z.string().min(1), price: z.number().positive(), note: z.string().trim().optional() });
export const Order = z.strictObject({
  items: z.array(Item).min(1),
  at: z.string().transform((text) => new Date(text)),
  ship: z.object({ fast: z.boolean().default(false) }),
  pay: z.discriminatedUnion('by', [z.object({ by: z.literal('card'), number: z.string() }), z.object({ by: z.literal('cash') })]),
  tags: z.record(z.string(), z.number()).optional(),
}).refine((order) => order.items.length < 3, { message: 'has too many items', path: ['items'] });
export const Tree = z.object({ name: z.string(), get children() { return z.array(Tree); } });
export const Total = z.object({ count: z.number(), at: z.date() });
`;

const libraries: readonly Library[] = [
  {
    name: 'zod 4',
    schemas: zod4,
    order: 'z.infer<typeof Order>',
    imports: `import type { z } from 'zod';`,
  },
  {
    name: 'zod 4.0, which has no JSON Schema in "~standard"',
    schemas: zod4,
    order: 'z.infer<typeof Order>',
    imports: `import type { z } from 'zod';`,
    zod: 'zod-4-0',
  },
  {
    name: 'zod/mini',
    schemas: `import * as z from 'zod/mini';
const Item = z.object({ id: z.string().check(z.minLength(1)), price: z.number().check(z.positive()), note: z.optional(z.string().check(z.trim())) });
export const Order = z.strictObject({
  items: z.array(Item).check(z.minLength(1)),
  at: z.pipe(z.string(), z.transform((text) => new Date(text))),
  ship: z.object({ fast: z._default(z.boolean(), false) }),
  pay: z.discriminatedUnion('by', [z.object({ by: z.literal('card'), number: z.string() }), z.object({ by: z.literal('cash') })]),
  tags: z.optional(z.record(z.string(), z.number())),
}).check(z.refine((order) => order.items.length < 3, { error: 'has too many items', path: ['items'] }));
export const Tree = z.object({ name: z.string(), get children() { return z.array(Tree); } });
export const Total = z.object({ count: z.number(), at: z.date() });
`,
    order: 'z.infer<typeof Order>',
    imports: `import type * as z from 'zod/mini';`,
  },
  {
    name: 'zod 3',
    schemas: `import { z } from 'zod-3';
const Item = z.object({ id: z.string().min(1), price: z.number().positive(), note: z.string().trim().optional() });
export const Order = z.object({
  items: z.array(Item).min(1),
  at: z.string().transform((text) => new Date(text)),
  ship: z.object({ fast: z.boolean().default(false) }),
  pay: z.discriminatedUnion('by', [z.object({ by: z.literal('card'), number: z.string() }), z.object({ by: z.literal('cash') })]),
  tags: z.record(z.number()).optional(),
}).strict().refine((order) => order.items.length < 3, { message: 'has too many items', path: ['items'] });
export interface Tree { name: string; children: Tree[] }
export const Tree: z.ZodType<Tree> = z.object({ name: z.string(), children: z.array(z.lazy(() => Tree)) });
export const Total = z.object({ count: z.number(), at: z.date() });
`,
    order: 'z.output<typeof Order>',
    imports: `import type { z } from 'zod-3';`,
  },
  {
    name: 'valibot',
    schemas: `import * as v from 'valibot';
const Item = v.object({ id: v.pipe(v.string(), v.minLength(1)), price: v.pipe(v.number(), v.gtValue(0)), note: v.optional(v.pipe(v.string(), v.trim())) });
export const Order = v.pipe(v.strictObject({
  items: v.pipe(v.array(Item), v.minLength(1)),
  at: v.pipe(v.string(), v.transform((text) => new Date(text))),
  ship: v.object({ fast: v.optional(v.boolean(), false) }),
  pay: v.variant('by', [v.object({ by: v.literal('card'), number: v.string() }), v.object({ by: v.literal('cash') })]),
  tags: v.optional(v.record(v.string(), v.number())),
}), v.forward(v.check((order) => order.items.length < 3, 'has too many items'), ['items']));
export interface Tree { name: string; children: Tree[] }
export const Tree: v.GenericSchema<Tree> = v.object({ name: v.string(), children: v.array(v.lazy(() => Tree)) });
export const Total = v.object({ count: v.number(), at: v.date() });
`,
    order: 'v.InferOutput<typeof Order>',
    imports: `import type * as v from 'valibot';`,
  },
  {
    name: 'ArkType',
    schemas: `import { type } from 'arktype';
const Item = type({ id: 'string > 0', price: 'number > 0', 'note?': 'string.trim' });
export const Order = type({
  items: Item.array().atLeastLength(1),
  at: type('string').pipe((text) => new Date(text)),
  ship: { fast: 'boolean = false' },
  pay: type({ by: "'card'", number: 'string' }).or({ by: "'cash'" }),
  'tags?': { '[string]': 'number' },
  '+': 'reject',
}).narrow((order, ctx) => order.items.length < 3 || ctx.reject({ path: ['items'], message: 'has too many items' }));
export const Tree = type.module({ tree: { name: 'string', children: 'tree[]' } }).tree;
export const Total = type({ count: 'number', at: 'Date' });
`,
    order: 'typeof Order.infer',
    imports: '',
  },
];

const good = { items: [{ id: 'a', price: 3, note: ' x ' }], at: '2026-01-02', ship: {}, pay: { by: 'cash' } };

group.each(libraries)('a schema of $name', ({ schemas, order, imports, zod }) => {
  let built: Promise<SchemaPlugin> | undefined;
  // Built once, in the first test: the folder ends with it, and the evaluated code does not need it.
  const open = (): Promise<SchemaPlugin> =>
    (built ??= buildSchemaPlugin(
      {
        'src/schemas.ts': schemas,
        'src/tools.ts': `import { Tool, type Context } from '@sigil/core';
import { Order, Total, Tree } from './schemas.js';
${imports}
export class Shop {
  /** Places an order. */
  @Tool({ input: Order, output: Total })
  async place(context: Context, order: ${order}) {
    void context;
    const { note } = order.items[0]!;
    return { count: order.items.length + (note?.length ?? 0) + (order.ship.fast ? 100 : 0), at: order.at };
  }
  @Tool({ input: Tree }) grow({ name, children }: { name: string; children: { name: string; children: any[] }[] }): string { return name + children.length; }
}
`,
      },
      zod,
    ));

  test('is the input schema of its tool', async () => {
    const plugin = await open();
    const { inputSchema } = plugin.tool('place').definition;

    expect(inputSchema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: {
        items: { type: 'array', minItems: 1, items: { properties: { price: { exclusiveMinimum: 0 } } } },
        at: { type: 'string' },
        ship: { properties: { fast: { type: 'boolean', default: false } } },
      },
    });
    expect([...(inputSchema['required'] as string[])].sort()).toEqual(['at', 'items', 'pay', 'ship']);
  });

  test('accepts by its JSON Schema what it accepts itself', async () => {
    const plugin = await open();
    const check = new Ajv2020({ strict: false }).compile(plugin.tool('place').definition.inputSchema);
    const wrong = [
      {},
      { ...good, items: [] },
      { ...good, extra: 1 },
      { ...good, pay: { by: 'card' } },
      { ...good, tags: { a: 'x' } },
    ];

    expect(check(good)).toBe(true);
    expect(wrong.map((value) => check(value))).toEqual(wrong.map(() => false));
    for (const value of wrong) expect(await plugin.call('place', value)).toBeInstanceOf(Array);
  });

  test('gives the method its output, with defaults and transforms, and writes the result by its own schema', async () => {
    const plugin = await open();
    expect(await plugin.call('place', good)).toEqual({ count: 2, at: '2026-01-02T00:00:00.000Z' });
    expect(plugin.tool('place').definition.outputSchema).toMatchObject({
      type: 'object',
      properties: { at: { type: 'string', format: 'date-time' } },
    });
  });

  test('reports a value of a wrong kind as a decoder does', async () => {
    const plugin = await open();
    expect(await plugin.call('place', { ...good, at: 5 })).toEqual([
      { path: 'at', expected: 'a string', received: 'a number' },
    ]);
  });

  test('reports a missing value as a decoder does', async () => {
    const plugin = await open();
    const { at: _, ...rest } = good;

    expect(await plugin.call('place', rest)).toEqual([{ path: 'at', expected: 'a string', received: 'nothing' }]);
  });

  test('reports what it alone checks in its own words, at the place', async () => {
    const plugin = await open();
    const items = [1, 2, 3].map((price) => ({ id: 'a', price }));

    expect(await plugin.call('place', { ...good, items })).toEqual([
      { path: 'items', expected: '', received: 'an array', says: expect.stringContaining('has too many items') },
    ]);
  });

  test('is noted with what JSON Schema cannot say', async () => {
    const plugin = await open();
    const notes = describe(plugin.result).filter(
      (line) => line.includes('SIGIL124') && line.includes('"place", input'),
    );

    expect(notes.map((line) => line.replace(/^.*input: /, '')).sort()).toEqual([
      expect.stringMatching(/^a refinement of (the whole value|"items") applies/),
      'a transform of "at", "items[].note" applies to calls, but JSON Schema cannot say it',
    ]);
  });

  test('may be recursive', async () => {
    const plugin = await open();
    const { inputSchema } = plugin.tool('grow').definition;
    const check = new Ajv2020({ strict: false }).compile(inputSchema);

    expect(inputSchema['type']).toBe('object');
    expect(JSON.stringify(inputSchema)).not.toMatch(/"\$ref":"(?!#\/\$defs\/)/);
    expect(check({ name: 'a', children: [{ name: 'b', children: [] }] })).toBe(true);
    expect(check({ name: 'a', children: [{ name: 5, children: [] }] })).toBe(false);
    expect(await plugin.call('grow', { name: 'a', children: [{ name: 'b', children: [] }] })).toEqual([
      { type: 'text', text: 'a1' },
    ]);
  });
});
