import { expect, test } from 'vitest';
import { openFolder } from '../old-folder.test-support.js';

const classOf = (setUp: string): string => `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
export class Shop {
  private readonly server = new McpServer({ name: 'shop', version: '1.0.0' });
  private readonly factor = 2;
  constructor() { this.setUp(); }
  private setUp() {
${setUp}
  }
}
new Shop();
`;

test('a local of a method that a component uses becomes a constant of the module', async () => {
  const folder = openFolder({
    'server.ts': classOf(`    const seen = new Set<string>();
    this.server.tool('count', async () => ({ content: [{ type: 'text', text: String(seen.size) }] }));`),
  });

  const report = await folder.migrate();

  expect(report.findings).toEqual([]);
  expect(folder.read('src/server.ts')).toMatch(/^const seen = new Set<string>\(\);$/m);
});

test('a component that uses a local made of its class is left in a comment', async () => {
  const folder = openFolder({
    'server.ts': classOf(`    const times = this.factor * 2;
    this.server.tool('times', async () => ({ content: [{ type: 'text', text: String(times) }] }));`),
  });

  const report = await folder.migrate();

  expect(report.findings).toMatchObject([{ name: 'times', line: 8, construct: 'function', severity: 'error' }]);
});

test.each([
  ['calls a function that is gone with it', `async () => { isUp(); return { content: [] }; }`],
  ['toggles another component', `async () => { other.enable(); return { content: [] }; }`],
  ['is made with it', `make(server)`],
])('a handler that %s is left in a comment', async (_, handler) => {
  const folder = openFolder({
    'server.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { make } from 'elsewhere';
const server = new McpServer({ name: 'shop', version: '1.0.0' });
function isUp() { return server.isConnected(); }
const other = server.tool('other', async () => ({ content: [] }));
server.tool('one', ${handler});
`,
  });

  const report = await folder.migrate();

  expect(report.published.tools).toBe(1);
  expect(report.findings).toContainEqual(
    expect.objectContaining({ name: 'one', line: 6, construct: 'server', severity: 'error' }),
  );
});

test('a function that notifies clients besides its work is kept without that', async () => {
  const folder = openFolder({
    'server.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
const server = new McpServer({ name: 'shop', version: '1.0.0' });
const loud = (text: string) => {
  if (text !== '') void server.server.sendLoggingMessage({ level: 'info', data: text });
  return text.toUpperCase();
};
server.tool('loud', async () => ({ content: [{ type: 'text', text: loud('a') }] }));
`,
  });

  const report = await folder.migrate();

  expect(report.findings).toMatchObject([{ line: 4, construct: 'notification', severity: 'error' }]);
  expect(folder.read('src/server.ts')).toContain('return loud(');
  expect(folder.read('src/server.ts')).toMatch(/if \(text !== ''\) \{\n\s+\/\/ sigil-migrate: /);
});
