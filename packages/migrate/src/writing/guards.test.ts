import { expect, test } from 'vitest';
import { openFolder } from '../old-folder.test-support.js';

const head = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
const say = (text: string) => ({ content: [{ type: 'text' as const, text }] });
`;

test('a tool of a branch is refused unless the condition holds', async () => {
  const folder = openFolder({
    'server.ts': `${head}
const server = new McpServer({ name: 'shop', version: '1.0.0' });
const client = process.env.KEY ? { get: () => 'got' } : undefined;
if (client) {
  server.tool('get', async () => say(client.get()));
} else server.tool('offline', async () => say('offline'));
`,
  });

  const report = await folder.migrate();

  expect(folder.read('src/server.ts')).toContain("requireRegistered(client, 'Tool get');");
  expect(folder.read('src/server.ts')).toContain("requireRegistered(!(client), 'Tool offline');");
  expect(report.findings).toMatchObject([
    { name: 'get', line: 7, construct: 'if', severity: 'warning' },
    { name: 'offline', line: 8, construct: 'if', severity: 'warning' },
  ]);
});

test('the condition of a set-up function of another file is imported', async () => {
  const folder = openFolder({
    'src/server.ts': `${head}import { registerWrite } from './write.js';
import { load } from './config.js';
function main() {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  const config = load();
  if (!config.readOnly) registerWrite(server);
}
main();
`,
    'src/config.ts': `export const load = () => ({ readOnly: process.env.READ_ONLY === '1' });\n`,
    'src/write.ts': `import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
export function registerWrite(server: McpServer) {
  server.tool('write', async () => ({ content: [{ type: 'text', text: 'written' }] }));
}
`,
  });

  await folder.migrate();

  expect(folder.read('src/server.ts')).toContain('export const config = load();');
  expect(folder.read('src/write.ts')).toContain("import { config } from './server.js';");
  expect(folder.read('src/write.ts')).toContain("requireRegistered(!config.readOnly, 'Tool write');");
});

test('statements after an early return get the opposite condition, and their variables are seen by methods', async () => {
  const folder = openFolder({
    'server.ts': `${head}
function register(server: McpServer) {
  if (!process.env.KEY) return;
  const key = process.env.KEY;
  server.tool('key', async () => say(key));
}
const server = new McpServer({ name: 'shop', version: '1.0.0' });
register(server);
`,
  });

  await folder.migrate();

  const text = folder.read('src/server.ts');
  expect(text).toContain('if (!(!process.env.KEY)) {\n  var key = process.env.KEY;\n}');
  expect(text).toContain("requireRegistered(process.env.KEY, 'Tool key');");
});

test('the check for the main module is no condition', async () => {
  const folder = openFolder({
    'server.ts': `${head}
function main() {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  server.tool('one', async () => say('one'));
}
if (import.meta.url === 'file://' + process.argv[1]) main();
`,
  });

  const report = await folder.migrate();

  expect(report.findings).toEqual([]);
  expect(folder.read('src/server.ts')).not.toContain('requireRegistered');
});

test.each([
  ['a chain', `server.tool('secret', async () => say('x')).disable();`],
  ['a variable', `const secret = server.tool('secret', async () => say('x'));\nsecret.disable();`],
])('a tool that is disabled by %s is not published', async (_, registration) => {
  const folder = openFolder({
    'server.ts': `${head}const server = new McpServer({ name: 'shop', version: '1.0.0' });\n${registration}\n`,
  });

  const report = await folder.migrate();

  expect(report.published.tools).toBe(0);
  expect(report.findings).toContainEqual(
    expect.objectContaining({ name: 'secret', construct: 'disable', severity: 'error' }),
  );
});
