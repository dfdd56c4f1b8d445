import { describe, expect, test } from 'vitest';
import { type Folder, openFolder } from '../old-folder.test-support.js';

const head = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
const server = new McpServer({ name: 'unrolled', version: '1.0.0' });
`;
const tail = 'await server.connect(new StdioServerTransport());\n';

function serverOf(body: string, others: Record<string, string> = {}): Folder {
  return openFolder({ 'server.ts': `${head}${body}\n${tail}`, ...others });
}

const table = `const tools = [
  { name: 'one', description: 'First', run: () => 'one' },
  { name: 'two', description: 'Second', run: () => 'two' },
];
`;
const register =
  "server.tool(tool.name, tool.description, async () => ({ content: [{ type: 'text', text: tool.run() }] }));";

describe('a loop over a constant table', () => {
  test.each([
    ['for…of', `for (const tool of tools) ${register}`],
    ['forEach', `tools.forEach((tool) => { ${register} });`],
    ['map', `tools.map((tool) => ${register.slice(0, -1)});`],
    ['Object.values', `for (const tool of Object.values({ ...{ a: tools[0], b: tools[1] } })) ${register}`],
  ])('publishes each of its tools: %s', async (kind, loop) => {
    const body = kind === 'Object.values' ? loop.replace('{ ...{ a: tools[0], b: tools[1] } }', 'held') : loop;
    const folder = serverOf(`${table}const held = { a: tools[0], b: tools[1] };\n${body}`);

    const { findings, published } = await folder.migrate();

    expect(findings).toEqual([]);
    expect(published.tools).toBe(2);
    expect(folder.read('src/server.ts')).toMatch(
      /\/\*\* Second \*\/\n {2}@Tool\(\{ coerce: false \}\)\n {2}async two\(\)/,
    );
  });

  test('names its items by the pattern of the loop, also those that the pattern does not name', async () => {
    const folder = serverOf(`const tools = {
  'list-users': { description: 'Lists', inputSchema: { limit: z.number() }, handler: async () => ({ content: [] }) },
};
for (const [name, { handler, ...config }] of Object.entries(tools)) server.registerTool(name, config, handler);`);

    const { published } = await folder.migrate();

    const written = folder.read('src/server.ts');
    expect(published.tools).toBe(1);
    expect(written).toContain("@Tool({ name: 'list-users', coerce: false })");
    expect(written).toContain("await tools['list-users'].handler()");
  });

  test('names its items by a constant of the body, and spreads them', async () => {
    const folder =
      serverOf(`const tools = [{ name: 'one', description: 'First', handler: async () => ({ content: [] }) }];
const pairs = [['two', async () => ({ content: [] })]] as const;
tools.forEach((tool) => {
  const { name, handler, ...config } = tool;
  server.registerTool(name, config, handler);
});
pairs.forEach((pair) => server.tool(...pair));`);

    const { findings, published } = await folder.migrate();

    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(published.tools).toBe(2);
    expect(folder.read('src/server.ts')).toContain('/** First */');
  });

  test('calls a handler of a list by a type that allows its arguments', async () => {
    const folder = serverOf(`const tools = [
  { name: 'one', shape: { a: z.number() }, handler: async ({ a }: { a: number }) => ({ content: [] }) },
];
for (const tool of tools) server.tool(tool.name, tool.shape, tool.handler);`);

    await folder.migrate();

    expect(folder.read('src/server.ts')).toContain('await (tools[0].handler as (...given: any[]) => any)(given)');
  });

  test('decides by the item what the source says of it', async () => {
    const folder = serverOf(`const tools = [
  { name: 'plain', run: () => 'plain' },
  { name: 'off', isOff: true, run: () => 'off' },
  { name: 'open', schema: z.object({ id: z.string() }), run: () => 'open' },
];
for (const tool of tools) {
  if (tool.isOff) continue;
  if (!tool.schema) server.tool(tool.name, async () => ({ content: [{ type: 'text', text: tool.run() }] }));
  else server.tool(tool.name, tool.schema.shape, async () => ({ content: [{ type: 'text', text: tool.run() }] }));
}`);

    const { findings, published } = await folder.migrate();

    expect(findings).toEqual([]);
    expect(published.tools).toBe(2);
    expect(folder.read('src/server.ts')).not.toContain('async off');
  });

  test('gives the constants of each pass a name of their own', async () => {
    const folder = serverOf(`for (const size of [2, 3]) {
  const factor = size * Date.now();
  server.tool(\`by-\${size}\`, async () => ({ content: [{ type: 'text', text: String(factor) }] }));
}`);

    await folder.migrate();

    const written = folder.read('src/server.ts');
    expect(written).toContain('const factor = 2 * Date.now();');
    expect(written).toContain('const factor2 = 3 * Date.now();');
    expect(written).toMatch(/async by3\(\): Promise<string> \{\n {4}return String\(factor2\);/);
  });

  test('calls the functions of a list, and leaves the list out', async () => {
    const folder = serverOf(
      "import { one } from './one.js';\nconst registrars = [one];\nfor (const add of registrars) add(server);",
      {
        'one.ts': `import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
export function one(server: McpServer) { server.tool('one', async () => ({ content: [] })); }
`,
      },
    );

    const { findings, published } = await folder.migrate();

    expect(findings).toEqual([]);
    expect(published.tools).toBe(1);
    expect(folder.read('src/server.ts')).not.toContain('registrars');
  });

  test.each([
    ['has more added', 'tools.push({ name: "three", description: "Third", run: () => "three" });'],
    ['has an item changed', 'tools[0].name = "uno";'],
    [
      'has a found item changed',
      'const found = tools.find((one) => one.name === "one");\nif (found) found.name = "uno";',
    ],
    ['is changed by a function', 'function rename(list: typeof tools) { list[0].name = "uno"; }\nrename(tools);'],
    ['has its items changed in a loop', 'for (const one of tools) one.description += "!";'],
  ])('is an error if the table %s', async (_kind, change) => {
    const { findings } = await serverOf(`${table}${change}\nfor (const tool of tools) ${register}`).migrate();

    expect(findings).toContainEqual(
      expect.objectContaining({ construct: 'loop', severity: 'error', line: 9 + change.split('\n').length }),
    );
  });

  test('is an error if it ends before the last item, or takes items that a run decides', async () => {
    const { findings } = await serverOf(`${table}for (const tool of tools) { ${register} if (Math.random() > 1) break; }
for (const tool of tools.filter((one) => one.name.length > Number(process.env.LENGTH))) ${register}`).migrate();

    expect(findings.map(({ construct, line }) => [construct, line])).toEqual([
      ['loop', 9],
      ['loop', 10],
    ]);
  });

  test('is an error if a function changes an item before it returns it', async () => {
    const { findings } = await serverOf(`function define() {
  const tool = { name: 'one', run: () => 'x' };
  tool.name = 'other';
  return tool;
}
for (const tool of [define()]) server.tool(tool.name, async () => ({ content: [] }));`).migrate();

    expect(findings).toMatchObject([{ severity: 'error', line: 10 }]);
  });

  test('leaves the lines of findings as they were', async () => {
    const { findings } = await serverOf(`${table}for (const tool of tools) {
  ${register}
}
server.tool('late', { text: z.string().refine((text) => text !== 'x') }, async () => ({ content: [] }));`).migrate();

    expect(findings.map(({ name, construct, line }) => ({ name, construct, line }))).toEqual([
      { name: 'late', construct: 'refine', line: 12 },
    ]);
  });
});

describe('a function that registers by its arguments', () => {
  const helper = `function tool(name: string, shape: z.ZodRawShape, run: (args: any) => string, readOnly = true) {
  server.registerTool(name, { inputSchema: shape, annotations: { readOnlyHint: readOnly } }, async (args) => {
    const text = run(args);
    return { content: [{ type: 'text', text }] };
  });
}
`;

  test('publishes a tool for each of its calls', async () => {
    const folder = serverOf(`${helper}tool('add', { a: z.number() }, ({ a }) => String(a + 1));
tool('drop', {}, () => 'dropped', false);`);

    const { findings, published } = await folder.migrate();

    const written = folder.read('src/server.ts');
    expect(findings).toEqual([]);
    expect(published.tools).toBe(2);
    expect(written).toContain('const addRun: (args: any) => string = ({ a }) => String(a + 1);');
    expect(written).toContain('@Tool({ readOnly: true, coerce: false })\n  async add({ ...args }: AddArguments)');
    expect(written).toContain('@Tool({ readOnly: false, coerce: false })\n  async drop()');
    expect(written).not.toContain('function tool');
  });

  test('stays below the condition of its call', async () => {
    const folder = serverOf(`${helper}if (process.env.OPEN) tool('open', {}, () => 'open');`);

    const { findings } = await folder.migrate();

    expect(findings).toMatchObject([{ name: 'open', construct: 'if', severity: 'warning' }]);
    expect(folder.read('src/server.ts')).toContain('requireRegistered(process.env.OPEN,');
  });

  test('may pass its arguments on to another one, and names what they compute', async () => {
    const folder = serverOf(`const outer = (name: string) => inner(\`outer-\${name}\`);
const inner = (name: string, title = name.toUpperCase()) => {
  const label = title + '!';
  server.tool(name, async () => ({ content: [{ type: 'text', text: label }] }));
};
outer('one');
outer('two');`);

    const { findings, published } = await folder.migrate();

    const written = folder.read('src/server.ts');
    expect(findings).toEqual([]);
    expect(published.tools).toBe(2);
    expect(written).toContain('const outerOneTitle = outerOneName.toUpperCase();');
    expect(new Set(written.match(/const label\d? =/g)).size).toBe(2);
    expect(written).not.toContain('outer =');
  });

  test('evaluates an argument once, as before', async () => {
    const folder = serverOf(`${helper}const counter = () => { let count = 0; return () => String(++count); };
tool('count', {}, counter());`);

    await folder.migrate();

    expect(folder.read('src/server.ts')).toContain('const countRun: (args: any) => string = counter();');
  });

  test('may be of another file, whose names are imported', async () => {
    const folder = serverOf(
      "import { define } from './define.js';\ndefine(server, 'one', { description: 'First' }, () => 1);",
      {
        'define.ts': `import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { asText } from './text.js';
const suffix = process.env.SUFFIX ?? '';
interface Options { description: string }
export function define(target: McpServer, name: string, { description }: Options, run: () => unknown) {
  target.registerTool(name, { description }, async () => asText(String(run()) + suffix));
}
`,
        'text.ts': "export const asText = (text: string) => ({ content: [{ type: 'text' as const, text }] });\n",
      },
    );

    const { findings, published } = await folder.migrate();

    const written = folder.read('src/server.ts');
    expect(findings).toEqual([]);
    expect(published.tools).toBe(1);
    expect(written).toContain("import { asText } from './text.js';");
    expect(written).toContain("import { suffix } from './define.js';");
    expect(folder.read('src/define.ts')).toContain('export const suffix');
    expect(folder.read('src/define.ts')).not.toContain('function define');
  });

  test('may be a method that takes its texts from the object', async () => {
    const folder = serverOf(
      "import { Add } from './add.js';\nconst tools = [new Add()];\nfor (const tool of tools) tool.register(server);",
      {
        'base.ts': `import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { z } from 'zod';
export abstract class Base {
  abstract readonly name: string;
  abstract schema: z.ZodObject<any>;
  abstract run(args: any): Promise<{ content: { type: 'text'; text: string }[] }>;
  register(server: McpServer) {
    server.tool(this.name, this.schema.shape, (args) => this.run(args));
  }
}
`,
        'add.ts': `import { z } from 'zod';
import { Base } from './base.js';
export class Add extends Base {
  get name() { return 'add'; }
  schema = z.object({ a: z.number() });
  async run({ a }: { a: number }) { return { content: [{ type: 'text' as const, text: String(a + 1) }] }; }
}
`,
      },
    );

    const { findings, published } = await folder.migrate();

    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(published.tools).toBe(1);
    expect(folder.read('src/server.ts')).toMatch(/async add\(\{ \.\.\.args \}: AddArguments\)/);
    expect(folder.read('src/base.ts')).not.toContain('McpServer');
  });

  test('is an error where it uses what only its class may use', async () => {
    const { findings } = await serverOf("import { Add } from './add.js';\nnew Add().register(server);", {
      'add.ts': `import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
export class Add {
  private named() { return 'add'; }
  register(server: McpServer) { server.tool(this.named(), async () => ({ content: [] })); }
}
`,
    }).migrate();

    expect(findings).toContainEqual(expect.objectContaining({ severity: 'error', file: 'add.ts', line: 4 }));
  });

  test('may be a method of a registry that got the server', async () => {
    const folder = serverOf(
      "import { Registry } from './registry.js';\nconst registry = new Registry(server);\nregistry.add({ name: 'one', run: () => 'one' });",
      {
        'registry.ts': `import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
interface Definition { name: string; run: (args: object) => string }
export class Registry {
  constructor(private readonly server: McpServer) {}
  add(tool: Definition) {
    this.server.tool(tool.name, async (args) => ({ content: [{ type: 'text', text: tool.run(args) }] }));
  }
}
`,
      },
    );

    const { findings, published } = await folder.migrate();

    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(published.tools).toBe(1);
    expect(folder.read('src/server.ts')).toContain("const oneTool: Definition = { name: 'one', run: () => 'one' };");
  });

  test('gives a function of an item all arguments that the parameter allowed', async () => {
    const folder = serverOf(`const one = { name: 'one', run: () => 'one' };
function add(tool: { name: string; run: (count: number) => string }) {
  server.tool(tool.name, async () => ({ content: [{ type: 'text', text: tool.run(1) }] }));
}
add(one);`);

    await folder.migrate();

    expect(folder.read('src/server.ts')).toContain('return (one.run as (...given: any[]) => any)(1);');
  });

  test('leaves out what its item does not have', async () => {
    const folder = serverOf(`interface Definition { name: string; annotations?: object }
const tools: Definition[] = [{ name: 'one' }];
for (const tool of tools)
  server.registerTool(tool.name, { annotations: { readOnlyHint: true, ...tool.annotations } }, async () => ({ content: [] }));`);

    const { findings } = await folder.migrate();

    expect(findings).toEqual([]);
    expect(folder.read('src/server.ts')).toContain('@Tool({ readOnly: true, coerce: false })');
  });

  test('decides nothing by a value that code changes', async () => {
    const folder = serverOf(`const config = { isOpen: false };
config.isOpen = true;
function add(name: string, { isOpen }: { isOpen: boolean }, options = config) {
  if (isOpen || options.isOpen) server.tool(name, async () => ({ content: [] }));
}
add('one', config);`);

    const { findings } = await folder.migrate();

    expect(findings).not.toEqual([]);
    expect(folder.read('src/server.ts')).toContain('isOpen || ');
  });

  test('is an error where it changes what it gets', async () => {
    const { findings } = await serverOf(`function add(tool: { name: string }) {
  tool.name += '!';
  server.tool(tool.name, async () => ({ content: [] }));
}
add({ name: 'one' });`).migrate();

    expect(findings).toContainEqual(expect.objectContaining({ severity: 'error' }));
  });

  test('keeps a name of the call that the function uses for something else', async () => {
    const folder = serverOf(`function add(name: string, text: () => string) {
  server.tool(name, async () => {
    const result = text();
    return { content: [{ type: 'text', text: result }] };
  });
}
const result = 'outer';
add('one', () => result);
add('two', function () { return result; });`);

    await folder.migrate();

    const written = folder.read('src/server.ts');
    expect(written).toContain('const oneText: () => string = () => result;');
    expect(written).toMatch(/const result\d? = oneText\(\);/);
  });
});
