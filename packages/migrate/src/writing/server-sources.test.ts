import { expect, test } from 'vitest';
import { openFolder } from '../old-folder.test-support.js';

const imports = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
`;

test('a class that wraps the server gets what the only place that constructs it gave', async () => {
  const folder = openFolder({
    'src/index.ts': `import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Notes } from './notes.js';
import { createStore } from './store.js';
async function main() {
  const notes = new Notes(createStore(), { prefix: process.env.PREFIX });
  await notes.start(new StdioServerTransport());
}
main();
`,
    'src/store.ts': "export const createStore = () => ({ list: () => ['a'] });\n",
    'src/notes.ts': `${imports}
export class Notes {
  private readonly server: McpServer;
  constructor(private readonly store: { list(): string[] }, private readonly options: { prefix?: string }) {
    this.server = new McpServer({ name: 'notes', version: '1.0.0' });
    this.register();
  }
  async start(transport: StdioServerTransport) { await this.server.connect(transport); }
  private register() {
    this.server.tool('list', async () => ({ content: [{ type: 'text', text: this.store.list().join() }] }));
  }
}
`,
  });

  await folder.migrate();

  const written = folder.read('src/notes.ts');
  expect(written).toContain("import { createStore } from './store.js';");
  expect(written).toContain('private readonly store: { list(): string[] } = createStore();');
  expect(written).toContain('private readonly options: { prefix?: string } = { prefix: process.env.PREFIX };');
  expect(written).not.toContain('constructor');
  expect(folder.read('src/index.ts')).not.toContain('Notes(');
});

test('a factory with a pattern of options gets them as a constant', async () => {
  const folder = openFolder({
    'index.ts': `${imports}import { createServer } from './create-server.js';
const server = await createServer({ base: 'https://example.com' });
await server.connect(new StdioServerTransport());
`,
    'create-server.ts': `${imports}
export const createServer = async ({ base }: { base: string }) => {
  const server = new McpServer({ name: 'rates', version: '1.0.0' });
  server.tool('base', async () => ({ content: [{ type: 'text', text: base }] }));
  return server;
};
`,
  });

  await folder.migrate();

  expect(folder.read('src/create-server.ts')).toContain("const { base } = { base: 'https://example.com' };");
});

test('a factory whose options depend on a run stays in a comment, and is a finding', async () => {
  const folder = openFolder({
    'index.ts': `${imports}import { createServer } from './create-server.js';
async function main(argv: string[]) {
  const [base] = argv;
  const server = createServer({ base });
  await server.connect(new StdioServerTransport());
}
main(process.argv);
`,
    'create-server.ts': `${imports}
export function createServer({ base }: { base: string }) {
  const server = new McpServer({ name: 'rates', version: '1.0.0' });
  server.tool('base', async () => ({ content: [{ type: 'text', text: base }] }));
  return server;
}
`,
  });

  const report = await folder.migrate();

  expect(report.findings).toContainEqual(expect.objectContaining({ file: 'create-server.ts', severity: 'error' }));
});

test('a file that re-exports set-up functions no longer does', async () => {
  const folder = openFolder({
    'src/main.ts': `${imports}import * as tools from './tools/index.js';
const server = new McpServer({ name: 'deps', version: '1.0.0' });
tools.registerPing(server);
await server.connect(new StdioServerTransport());
`,
    'src/tools/index.ts': "export { registerPing } from './ping.js';\nexport { pong } from './pong.js';\n",
    'src/tools/pong.ts': "export const pong = 'pong';\n",
    'src/tools/ping.ts': `import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { pong } from './pong.js';
export function registerPing(server: McpServer) {
  server.tool('ping', async () => ({ content: [{ type: 'text', text: pong }] }));
}
`,
  });

  await folder.migrate();

  expect(folder.read('src/tools/index.ts')).toBe("export { pong } from './pong.js';\n");
});

test('a set-up that only one branch calls is a finding of its tools, and one that both call is none', async () => {
  const setUp = (name: string): string => `function ${name}(server: McpServer) {
  server.tool('${name}', async () => ({ content: [] }));
}
`;
  const folder = openFolder({
    'index.ts': `${imports}${setUp('both')}${setUp('one')}
const server = new McpServer({ name: 'branches', version: '1.0.0' });
if (process.env.ADMIN) {
  both(server);
  one(server);
} else {
  both(server);
}
await server.connect(new StdioServerTransport());
`,
  });

  const report = await folder.migrate();

  expect(report.findings.filter(({ construct }) => construct === 'if').map(({ name }) => name)).toEqual(['one']);
});
