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

test('a class that only its own method constructs is constructed by the host', async () => {
  const folder = openFolder({
    'server.ts': `${imports}
class App {
  private readonly server = new McpServer({ name: 'app', version: '1.0.0' });
  private constructor(private readonly word: string) {
    this.server.tool('word', async () => ({ content: [{ type: 'text', text: this.word }] }));
  }
  static create() { return new App('hello'); }
  async start() { await this.server.connect(new StdioServerTransport()); }
}
await App.create().start();
`,
  });

  const { findings } = await folder.migrate();

  const written = folder.read('src/server.ts');
  expect(findings).toEqual([]);
  expect(written).toContain("private readonly word: string = 'hello';");
  expect(written).not.toContain('new App');
});

test('a text of several parts in parentheses stays one expression', async () => {
  const folder = openFolder({
    'server.ts': `${imports}
const server = new McpServer({ name: 'sum', version: '1.0.0' });
server.tool('sum', async () => ({ content: [{ type: 'text', text: (process.env.A ?? '') + (process.env.B ?? '') }] }));
`,
  });

  await folder.migrate();

  expect(folder.read('src/server.ts')).toContain("return (process.env.A ?? '') + (process.env.B ?? '');");
});

test('a question to the model of the client becomes one of the context', async () => {
  const folder = openFolder({
    'server.ts': `${imports}
const server = new McpServer({ name: 'model', version: '1.0.0' });
server.registerTool('ask', {}, async () => {
  const { content } = await server.server.createMessage({ messages: [], maxTokens: 5 });
  return { content: [{ type: 'text', text: content.type === 'text' ? content.text : '' }] };
});
server.registerTool('tools', {}, async () => {
  await server.server.createMessage({ messages: [], maxTokens: 5, tools: [] });
  return { content: [] };
});
`,
  });

  const { findings } = await folder.migrate();

  expect(findings).toMatchObject([
    { name: 'ask', construct: 'createMessage', severity: 'note' },
    { name: 'tools', construct: 'createMessage', severity: 'error' },
  ]);
  expect(folder.read('src/server.ts')).toContain('await sampledBy(context, { messages: [], maxTokens: 5 })');
  expect(folder.read('src/old-results.ts')).toContain('context.sample(question)');
});

test('metadata that instances of a template lose is a finding', async () => {
  const folder = openFolder({
    'server.ts': `import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
const server = new McpServer({ name: 'pages', version: '1.0.0' });
const list = async ({ signal }: { signal: AbortSignal }) => ({ resources: signal.aborted ? [] : [{ uri: 'page://a', name: 'a', icons: [] }] });
server.registerResource(
  'page',
  new ResourceTemplate('page://{id}', { list }),
  { mimeType: 'text/plain', size: 5, annotations: { priority: 1 } },
  async (uri) => ({ contents: [{ uri: uri.href, text: '' }] }),
);
`,
  });

  const { findings } = await folder.migrate();

  expect(findings.filter(({ construct }) => construct === 'list').map(({ message }) => message)).toEqual([
    'annotations of the instances that it lists are not sent',
    'icons of the instances that it lists are not sent',
  ]);
  expect(folder.read('src/server.ts')).toContain('const { resources } = await list(extraOf(context) as any);');
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

test('a constructor that uses its parameter by name gets it from the field', async () => {
  const folder = openFolder({
    'server.ts': `${imports}
class Notes {
  private readonly server = new McpServer({ name: 'notes', version: '1.0.0' });
  private readonly url: string;
  constructor(private readonly options: { url: string }) {
    this.url = options.url;
    this.server.tool('url', async () => ({ content: [{ type: 'text', text: this.url + this.options.url }] }));
  }
}
new Notes({ url: 'a' });
`,
  });

  await folder.migrate();

  expect(folder.read('src/server.ts')).toContain('const options = this.options;');
});

test('a set-up function gets an imported constant under its own name', async () => {
  const folder = openFolder({
    'src/index.ts': `${imports}import { config } from './config.js';
import { registerInfo, registerName } from './info.js';
const server = new McpServer({ name: 'notes', version: '1.0.0' });
registerInfo(server, config);
registerName(server, config.name);
`,
    'src/config.ts': `export const config = { name: 'x' };\n`,
    'src/info.ts': `${imports}
export function registerInfo(server: McpServer, config: { name: string }) {
  server.tool('info', async () => ({ content: [{ type: 'text', text: config.name }] }));
}
export function registerName(server: McpServer, name: string) {
  server.tool('name', async () => ({ content: [{ type: 'text', text: name }] }));
}
`,
  });

  await folder.migrate();

  expect(folder.read('src/info.ts')).toContain("import { config } from './config.js';");
  expect(folder.read('src/info.ts')).not.toContain('const config');
  expect(folder.read('src/info.ts')).toContain('const name = config.name;');
});

test('the calls of a wrapper that cannot be written out are errors with the names of their tools', async () => {
  const folder = openFolder({
    'index.ts': `${imports}import { define } from './define.js';
import { Lookup } from './lookup.js';
const server = new McpServer({ name: 'notes', version: '1.0.0' });
define(server, 'first');
new Lookup().register(server);
server.tool('third', async () => ({ content: [] }));
`,
    'define.ts': `${imports}
export function define(server: McpServer, name: string) {
  for (const one of [name]) if (process.env[one]) return;
  server.tool(name, async () => ({ content: [] }));
}
`,
    'lookup.ts': `${imports}
abstract class Base {
  abstract readonly name: string;
  private prefix() { return process.env.PREFIX; }
  register(server: McpServer) { server.tool(this.prefix() + this.name, async () => ({ content: [] })); }
}
export class Lookup extends Base { readonly name = 'lookup'; }
`,
  });

  const report = await folder.migrate();

  expect(report.findings).toContainEqual(
    expect.objectContaining({ file: 'index.ts', line: 6, name: 'first', construct: 'wrapper', severity: 'error' }),
  );
  expect(report.findings).toContainEqual(
    expect.objectContaining({ file: 'index.ts', line: 7, name: 'lookup', construct: 'wrapper', severity: 'error' }),
  );
});

test('a set-up function that every branch calls runs in any case', async () => {
  const folder = openFolder({
    'server.ts': `${imports}
function build() {
  let count = 0;
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  server.tool('count', async () => ({ content: [{ type: 'text', text: String(++count) }] }));
  return server;
}
if (process.env.HTTP) {
  console.error(build());
} else {
  build().connect(new StdioServerTransport());
}
`,
  });

  const report = await folder.migrate();

  expect(folder.read('src/server.ts')).toMatch(/^let count = 0;$/m);
  expect(report.findings.filter(({ construct }) => construct === 'if')).toEqual([]);
});

test('statements about an instance that the plugin constructs itself are errors', async () => {
  const folder = openFolder({
    'src/index.ts': `${imports}import { Tools } from './tools.js';
const server = new McpServer({ name: 'notes', version: '1.0.0' });
const tools = new Tools('x');
await tools.load();
tools.register(server);
`,
    'src/tools.ts': `${imports}
export class Tools {
  constructor(private readonly label: string) {}
  async load() {}
  register(server: McpServer) { server.tool('label', this.show); }
  private show = async () => ({ content: [{ type: 'text' as const, text: this.label }] });
}
`,
  });

  const report = await folder.migrate();

  expect(report.findings).toContainEqual(
    expect.objectContaining({ file: 'src/index.ts', line: 6, construct: 'instance', severity: 'error' }),
  );
  expect(folder.read('src/tools.ts')).toContain("private readonly label: string = 'x';");
});

test('methods of a class keep what they return beside notifications, and fail instead of values of the server', async () => {
  const folder = openFolder({
    'server.ts': `${imports}
class Notes {
  private readonly server = new McpServer({ name: 'notes', version: '1.0.0' });
  constructor() {
    this.server.tool('one', async () => this.one());
    this.server.tool('two', async () => this.two());
  }
  private async one() {
    await this.server.server.sendLoggingMessage({ level: 'info', data: 'x' }).catch(() => undefined);
    return { content: [] };
  }
  private async two() {
    return this.server.server.createMessage({ messages: [], maxTokens: 1 });
  }
}
new Notes();
`,
  });

  await folder.migrate();

  expect(folder.read('src/server.ts')).toMatch(/sendLoggingMessage.*\n\s+return \{ content: \[\] \};/);
  expect(folder.read('src/server.ts')).toContain("throw new Error('a value of the server has no equivalent here');");
});

test('a factory may return the low-level server inside of its server', async () => {
  const folder = openFolder({
    'server.ts': `${imports}
export default function create({ name }: { name: string }) {
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  server.tool('name', async () => ({ content: [{ type: 'text', text: name }] }));
  return server.server;
}
const server = create({ name: 'x' });
await server.connect(new StdioServerTransport());
`,
  });

  const report = await folder.migrate();

  expect(report.published.tools).toBe(1);
  expect(report.findings).toEqual([]);
});
