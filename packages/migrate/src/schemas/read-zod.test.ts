import { expect, test } from 'vitest';
import { openFolder } from '../old-folder.test-support.js';

const serverOf = (
  schema: string,
  module = 'zod',
): string => `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from '${module}';
const server = new McpServer({ name: 'shop', version: '1.0.0' });
server.tool('one', { value: ${schema} }, async (args) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] }));
`;

/** Migrates a tool with one argument. @returns the argument's declaration, and the constructs of the findings */
async function migrateArgument(schema: string, module?: string): Promise<{ declaration: string; constructs: unknown }> {
  const folder = openFolder({ 'server.ts': serverOf(schema, module) });
  const { findings } = await folder.migrate();
  const text = folder.read('src/server.ts');
  const declaration = /interface OneArguments \{\n([^]*?)\n\}/.exec(text)?.[1] ?? text;
  return { declaration: declaration.trim(), constructs: findings.map(({ construct }) => construct) };
}

test.each([
  ['z.string().trim().min(1).max(5)', '/** @minLength 1 */\n  value: string;', ['trim', 'max']],
  ['z.string().toLowerCase().max(5).email()', '/** @maxLength 5 */\n  value: string;', ['toLowerCase', 'email']],
  ['z.string().max(5).trim()', '/** @maxLength 5 */\n  value: string;', ['trim']],
])(
  'bounds of %s that hold for the changed text alone are left to the old schema',
  async (schema, declaration, constructs) => {
    expect(await migrateArgument(schema)).toEqual({ declaration, constructs });
  },
);

test.each([
  ['z.coerce.string()', 'coerce'],
  ['z.coerce.boolean()', 'coerce'],
  ['z.preprocess((value) => value ?? 1, z.number())', 'preprocess'],
])('%s may be absent, as before', async (schema, construct) => {
  const { declaration, constructs } = await migrateArgument(schema);

  expect(declaration).toContain('value?: unknown;');
  expect(constructs).toEqual([construct]);
});

test('z.coerce.number() is required, as before', async () => {
  expect((await migrateArgument('z.coerce.number()')).declaration).toBe('value: unknown;');
});

test('a nullish value of zod 3 stays absent in spite of a default', async () => {
  const { declaration } = await migrateArgument(`z.string().default('x').nullish()`, 'zod/v3');

  expect(declaration).toBe('value?: string | null;');
});

test('the members of a deepPartial object of zod 3 are optional at every depth', async () => {
  const folder = openFolder({
    'server.ts': serverOf('z.object({ db: z.object({ port: z.number() }) }).deepPartial()', 'zod/v3'),
  });

  await folder.migrate();

  expect(folder.read('src/server.ts')).toContain('db?: OneArgumentsValueDb;');
  expect(folder.read('src/server.ts')).toContain('port?: number;');
});

test.each([
  ['z.object({ a: z.string() }).catchall(z.number())', 'catchall', 'zod'],
  [`z.string().default(process.env.REGION ?? 'eu')`, 'default', 'zod'],
  [`z.string().default('x').optional()`, 'default', 'zod/v3'],
])('what is not listed of %s is a finding', async (schema, construct, module) => {
  expect((await migrateArgument(schema, module)).constructs).toEqual([construct]);
});

test('a refinement of a whole named schema runs in the method', async () => {
  const folder = openFolder({
    'server.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
const Range = z.object({ from: z.number(), to: z.number() }).refine(({ from, to }) => from <= to);
const server = new McpServer({ name: 'shop', version: '1.0.0' });
server.registerTool('range', { inputSchema: Range }, async (args) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] }));
`,
  });

  await folder.migrate();

  expect(folder.read('src/server.ts')).toContain('await Range.parseAsync(given);');
});

test('the method of a raw shape of another file imports zod', async () => {
  const folder = openFolder({
    'server.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { shape } from './shape.js';
const server = new McpServer({ name: 'shop', version: '1.0.0' });
server.registerTool('even', { inputSchema: shape }, async ({ n }) => ({ content: [{ type: 'text', text: String(n) }] }));
`,
    'shape.ts': `import { z } from 'zod/v4';\nexport const shape = { n: z.number().refine((n) => n % 2 === 0) };\n`,
  });

  await folder.migrate();

  expect(folder.read('src/server.ts')).toContain("import { z } from 'zod/v4';");
});
