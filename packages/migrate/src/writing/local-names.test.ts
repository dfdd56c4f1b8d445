import { expect, test } from 'vitest';
import { openFolder } from '../old-folder.test-support.js';

test('locals of two set-up functions with one name get two', async () => {
  const folder = openFolder({
    'server.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
const server = new McpServer({ name: 'shop', version: '1.0.0' });
function registerTea(mcp: McpServer, { base }: { base: string }) {
  const url = base + '/tea';
  mcp.tool('tea', async () => ({ content: [{ type: 'text', text: url }] }));
}
function registerCoffee(mcp: McpServer, { base }: { base: string }) {
  const url = base + '/coffee';
  mcp.tool('coffee', async () => ({ content: [{ type: 'text', text: JSON.stringify({ url }) }] }));
}
registerTea(server, { base: 'a' });
registerCoffee(server, { base: 'b' });
`,
  });

  await folder.migrate();

  const text = folder.read('src/server.ts');
  expect(text).toContain("const url = base + '/tea';");
  expect(text).toContain("const { base: base2 } = { base: 'b' };");
  expect(text).toContain("const url2 = base2 + '/coffee';");
  expect(text).toContain('JSON.stringify({ url: url2 })');
});

test('types and imports with the names of decorators get other names', async () => {
  const folder = openFolder({
    'server.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
interface Prompt { text: string }
const known: Tool[] = [];
const prompt: Prompt = { text: 'hello' };
const server = new McpServer({ name: 'shop', version: '1.0.0' });
server.tool('known', async () => ({ content: [{ type: 'text', text: prompt.text + known.length }] }));
`,
  });

  await folder.migrate();

  const text = folder.read('src/server.ts');
  expect(text).toContain('Tool as OldTool');
  expect(text).toContain('const known: OldTool[] = [];');
  expect(text).toContain('const prompt: OldPrompt');
});
