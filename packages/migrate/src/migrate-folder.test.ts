import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MigrateError } from './migrate-error.js';
import { migrateFolder } from './migrate-folder.js';
import { openFolder, readAll } from './old-folder.test-support.js';

const head = `import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
const server = new McpServer({ name: 'shop', version: '1.0.0' });
`;

test('a tool becomes a method with an interface for its arguments', async () => {
  const folder = openFolder({
    'server.ts': `${head}
server.registerTool(
  'find-article',
  { description: 'Find articles', inputSchema: { words: z.string().min(2).describe('Words of the name'), limit: z.number().int().max(50).default(10) } },
  async ({ words, limit }) => {
    if (words === 'none') return { content: [{ type: 'text', text: 'nothing' }], isError: true };
    return { content: [{ type: 'text', text: words.repeat(limit) }] };
  },
);
`,
  });

  const report = await folder.migrate();

  expect(report.findings).toEqual([]);
  expect(folder.read('src/server.ts')).toMatchInlineSnapshot(`
    "import { Tool, ToolError } from '@sigil/core';
    import { describeError } from './old-results.js';

    interface FindArticleArguments {
      /** Words of the name @minLength 2 */
      words: string;
      /** @integer @minimum -9007199254740991 @maximum 50 */
      limit?: number;
    }

    export class Components {
      /** Find articles */
      @Tool({ name: 'find-article', coerce: false })
      async findArticle({ words, limit = 10 }: FindArticleArguments): Promise<string> {
        if (words === 'none') throw new ToolError('nothing');
        return words.repeat(limit);
      }

      /** Callers read the message of every error, as before. Without this method they read an incident id beside it. */
      async onCall({ kind }: { kind: string }, next: () => Promise<unknown>): Promise<unknown> {
        try {
          return await next();
        } catch (error) {
          throw describeError(error, kind);
        }
      }
    }
    "
  `);
});

test('a check that no type says keeps the old schema, and is a finding at its line', async () => {
  const folder = openFolder({
    'server.ts': `${head}
server.tool('even', {
  n: z.number().refine((n) => n % 2 === 0),
}, async ({ n }) => ({ content: [{ type: 'text', text: String(n) }] }));
`,
  });

  const report = await folder.migrate();

  expect(report.findings).toMatchObject([
    { file: 'server.ts', line: 6, name: 'even', construct: 'refine', severity: 'warning' },
  ]);
  expect(folder.read('src/server.ts')).toContain('.parseAsync(given)');
});

test('a loop over what a run decides stays in a comment with the word that findings are searched by', async () => {
  const folder = openFolder({
    'server.ts': `${head}
for (const name of (process.env.NAMES ?? '').split(',')) server.tool(name, async () => ({ content: [] }));
`,
  });

  const report = await folder.migrate();

  expect(report.findings).toMatchObject([{ line: 5, construct: 'loop', severity: 'error' }]);
  expect(folder.read('src/server.ts')).toContain(
    "// sigil-migrate: components that a loop registers are not known before a run\n// for (const name of (process.env.NAMES ?? '')",
  );
});

test('a tool whose handler asks the server for something else stays in a comment', async () => {
  const folder = openFolder({
    'server.ts': `${head}
server.tool('ask', async () => {
  const answer = await server.server.createMessage({ messages: [], maxTokens: 5, tools: [] });
  return { content: [{ type: 'text', text: answer.model }] };
});
`,
  });

  const report = await folder.migrate();

  expect(report.findings).toMatchObject([{ line: 6, name: 'ask', construct: 'createMessage', severity: 'error' }]);
});

test('the same folder gives the same bytes, and is not changed', async () => {
  const files = {
    'src/index.ts': `${head}server.tool('a', async () => ({ content: [] }));\n`,
    'src/data.json': '{}\n',
  };
  const [one, other] = [openFolder(files), openFolder(files)];

  await one.migrate();
  await other.migrate();

  expect(readAll(join(one.path, 'new'))).toEqual(readAll(join(other.path, 'new')));
  expect(readAll(join(one.path, 'old'))).toEqual(files);
  expect(Object.keys(readAll(join(one.path, 'new')))).toContain('src/data.json');
});

test.each([
  ['a folder that does not exist', { folder: 'gone', out: 'new' }],
  ['the folder that is read, as the output', { folder: 'old', out: 'old' }],
  ['a folder around the one that is read', { folder: 'old', out: '.' }],
  ['a folder that is not empty', { folder: 'old', out: 'full' }],
])('%s is refused', async (_name, { folder, out }) => {
  const { path } = openFolder({ 'server.ts': head, '../full/a.txt': '' });

  const migration = migrateFolder({ folder: join(path, folder), out: join(path, out), version: '0.1.0' });

  await expect(migration).rejects.toThrow(MigrateError);
});

test('a folder without a server is refused, and nothing is written', async () => {
  const folder = openFolder({ 'index.ts': 'export const one = 1;\n' });

  await expect(folder.migrate()).rejects.toThrow('no MCP server was found');
  expect(readdirSync(folder.path)).toEqual(['old']);
});

test('a description that a doc comment does not keep is a finding with the name of its tool', async () => {
  const folder = openFolder({
    'server.ts': `${head}
server.tool('read', { path: z.string().describe('One\\nTwo') }, async ({ path }) => ({ content: [{ type: 'text', text: path }] }));
server.connect(transport).then(() => console.error('up'));
`,
  });

  const report = await folder.migrate();

  expect(report.findings).toMatchObject([{ line: 5, name: 'read', construct: 'describe' }]);
});

test('an alias of the old tsconfig.json becomes a relative path', async () => {
  const folder = openFolder({
    'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, baseUrl: '.', paths: { '@/*': ['./src/*'] } } }),
    'src/server.ts': `${head}import { text } from '@/lib/text';
import { loud } from 'src/lib/loud';
server.tool('a', async () => ({ content: [{ type: 'text', text: loud(text) }] }));
`,
    'src/lib/text.ts': `import { loud } from '@/lib/loud';\nexport const text = loud('a');\n`,
    'src/lib/loud.ts': 'export const loud = (one: string) => one.toUpperCase();\n',
  });

  await folder.migrate();

  expect(folder.read('src/server.ts')).toContain(
    "import { text } from './lib/text.js';\nimport { loud } from './lib/loud.js';",
  );
  expect(folder.read('src/lib/text.ts')).toBe(`import { loud } from './loud.js';\nexport const text = loud('a');\n`);
});

test('sources that were compiled without null checks are not checked', async () => {
  const folder = openFolder({
    'tsconfig.json': JSON.stringify({ compilerOptions: { strictNullChecks: false } }),
    'src/server.ts': `${head}server.tool('a', async () => ({ content: [] }));\n`,
  });

  await folder.migrate();

  expect(folder.read('src/server.ts')).toMatch(/^\/\/ @ts-nocheck\n/);
  expect(folder.read('README.md')).toContain('compiled without strict null checks');
});
