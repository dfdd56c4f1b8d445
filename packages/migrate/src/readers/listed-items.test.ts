import { expect, test } from 'vitest';
import { openFolder } from '../old-folder.test-support.js';

const serverOf = (
  list: string,
  definitions: string,
): string => `import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { zodToJsonSchema } from 'zod-to-json-schema';
const Two = z.object({ a: z.number(), b: z.number().optional() });
${definitions}
const server = new Server({ name: 'sums', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: ${list} }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => ({ content: [{ type: 'text', text: params.name }] }));
`;

const definitions = `const tools = [
  { name: 'add', description: 'Adds', schema: Two, run: () => 1 },
  { name: 'sub', description: 'Subtracts', schema: Two, run: () => 2 },
];`;

test.each([
  ['tools.map(({ name, description, schema }) => ({ name, description, inputSchema: zodToJsonSchema(schema) }))'],
  ['tools.map((tool) => ({ ...tool, inputSchema: zodToJsonSchema(tool.schema) }))'],
  [
    '[...tools.map((tool) => { return { name: tool.name, description: tool.description, inputSchema: zodToJsonSchema(tool.schema) }; })]',
  ],
])('tools that are mapped from definitions are published: %s', async (list) => {
  const folder = openFolder({ 'server.ts': serverOf(list, definitions) });

  const report = await folder.migrate();

  const text = folder.read('src/server.ts');
  expect(report.published.tools).toBe(2);
  expect(report.findings.map(({ severity }) => severity)).toEqual(['warning']);
  expect(text).toContain('/** Adds */');
  expect(text).toContain('a: number;\n  b?: number;');
});

test('definitions in a record are published', async () => {
  const folder = openFolder({
    'server.ts': serverOf(
      'Object.values(tools)',
      `const tools = { add: { name: 'add', inputSchema: { type: 'object' as const, properties: { a: { type: 'string', enum: Object.keys({ x: 1, y: 2 }) } } } } };`,
    ),
  });

  await folder.migrate();

  expect(folder.read('src/server.ts')).toContain("a?: 'x' | 'y';");
});

test('a tool whose schema depends on a run is an error, and the others of its list are published', async () => {
  const folder = openFolder({
    'server.ts': serverOf(
      `[{ name: 'one', inputSchema: load() }, { name: 'two', inputSchema: { type: 'object' as const } }]`,
      'declare function load(): { type: "object" };',
    ),
  });

  const report = await folder.migrate();

  expect(report.published.tools).toBe(1);
  expect(report.findings).toContainEqual(
    expect.objectContaining({ name: 'one', line: 8, construct: 'inputSchema', severity: 'error' }),
  );
});

test('members that are required in alternatives stay members, and the alternatives are a finding', async () => {
  const folder = openFolder({
    'server.ts': serverOf(
      `[{ name: 'one', inputSchema: { type: 'object' as const, properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }] } }]`,
      '',
    ),
  });

  const report = await folder.migrate();

  expect(folder.read('src/server.ts')).toContain('a?: string;');
  expect(report.findings).toContainEqual(expect.objectContaining({ name: 'one', construct: 'anyOf' }));
});
