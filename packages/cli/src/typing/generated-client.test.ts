import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { connect, officialCalls } from '@sigil/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectClient } from '../connect-client.test-support.js';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { runSigil } from '../run-sigil.js';
import { run } from '../run-sigil.test-support.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

const members = `
  /** Greet several. */
  @Tool()
  greetAll(names: string[]): { said: string[] } {
    if (names.length === 0) throw new ToolError('nobody is there');
    return { said: names.map((name) => 'Hello, ' + name) };
  }

  /** All of them. */
  @Tool({ name: 'admin.list-names' })
  listNames(): string[] {
    return ['Ada', 'Grace'];
  }

  @Resource('greeting://opening')
  opening(): string {
    return 'Dear';
  }

  @Resource('greeting://{country}/custom/{+path}')
  custom(country: string, path: string): string {
    return country + ': ' + path;
  }

  @Prompt()
  poem(about: string, tone: string = 'glad'): string {
    return tone + ' ' + about;
  }
`;

/** The exports of the generated module, with the types that TypeScript infers. */
const useOfTypes = `import type { Client as SecondClient } from '@modelcontextprotocol/client';
import type { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { connect, officialCalls } from '@sigil/client';
import { greeterClient, ToolCallError, type GreetAllOutput, type GreeterClient } from './client.js';

export async function use(first: FirstClient, second: SecondClient): Promise<string[]> {
  const own = await connect('http://127.0.0.1:1/mcp', { name: 'test', version: '1.0.0' });
  const clients: GreeterClient[] = [greeterClient(first), greeterClient(second), greeterClient(officialCalls(own))];
  const all: GreetAllOutput[] = await Promise.all(clients.map((client) => client.greetAll({ names: ['Ada'] })));
  // @ts-expect-error: the argument is called "names"
  await greeterClient(first).greetAll({ people: [] }).catch((error) => error instanceof ToolCallError);
  // @ts-expect-error: "country" is needed
  await greeterClient(first).resources.custom({ path: 'x' });
  return all.flatMap(({ said }) => said);
}
`;

const strictest = {
  extends: './tsconfig.json',
  compilerOptions: {
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noPropertyAccessFromIndexSignature: true,
    noImplicitOverride: true,
    noUnusedLocals: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    erasableSyntaxOnly: true,
    // The published types of our client, not its sources.
    customConditions: [],
    types: ['node'],
  },
  include: [],
  files: ['client.ts', 'use.ts', 'tools.d.ts'],
};

/** The members of the client that this test calls. */
interface Greeter {
  greet(input: { name: string }): Promise<{ text: string }>;
  greetAll(input: { names: string[] }): Promise<{ said: string[] }>;
  admin: { list_names(): Promise<string[]> };
  resources: {
    opening(): Promise<{ text?: string }[]>;
    custom(input: { country: string; path: string }): Promise<{ text?: string }[]>;
  };
  prompts: { poem(input: { about: string }): Promise<{ messages: unknown[] }> };
}

let plugin: PluginFolder;
let url: string;
let stop: () => Promise<unknown>;
let open: (client: unknown) => Greeter;

beforeAll(async () => {
  plugin = makePlugin(greeter(members));
  const terminal = new CapturedTerminal();
  const ended = runSigil(['serve', plugin.path, '--port', '0'], terminal.terminal);
  [, url = ''] = await terminal.out.has(/serves .* at (\S+)/);
  stop = () => {
    terminal.interrupt();
    return ended;
  };
  await run(['types', url, '--out', join(plugin.path, 'client.ts')]);
  await run(['types', url, '--code-mode', '--out', join(plugin.path, 'tools.d.ts')]);
  const module = (await import(/* @vite-ignore */ join(plugin.path, 'client.ts'))) as { greeterClient: typeof open };
  open = module.greeterClient;
});
afterAll(async () => {
  await stop();
  plugin.remove();
});

test('the generated client compiles with our client and both official ones under strict options', async () => {
  plugin.write('use.ts', useOfTypes);
  plugin.write('tsconfig.use.json', JSON.stringify(strictest));
  const compiler = fileURLToPath(new URL('../../../../node_modules/@typescript/native/bin/tsc', import.meta.url));

  const output = await new Promise((resolve) => {
    const args = [compiler, '-p', join(plugin.path, 'tsconfig.use.json')];
    execFile(process.execPath, args, (_error, stdout, stderr) => resolve(stdout + stderr));
  });

  expect(output).toBe('');
});

describe.each([
  ['the first official client', connectFirst],
  ['the second official client', async () => (await connectClient(url)).client],
  ['our client', connectOwn],
])('the generated client with %s', (_name, connectTo) => {
  let client: Greeter;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const connected = await connectTo();
    client = open(connected);
    close = () => connected.close();
  });
  afterAll(() => close());

  test('returns text and structured data from tools', async () => {
    expect(await client.greet({ name: 'Ada' })).toMatchObject({ text: 'Hello, Ada!' });
    expect(await client.greetAll({ names: ['Ada'] })).toEqual({ said: ['Hello, Ada'] });
    expect(await client.admin.list_names()).toEqual(['Ada', 'Grace']);
  });

  test('throws the message of a tool that fails', async () => {
    await expect(client.greetAll({ names: [] })).rejects.toMatchObject({
      name: 'ToolCallError',
      message: 'nobody is there',
      tool: 'greetAll',
    });
  });

  test('reads resources by the variables of their templates and fills in prompts', async () => {
    const input = { country: 'a b/ü?', path: 'c/d e' };

    expect(await client.resources.opening()).toMatchObject([{ text: 'Dear' }]);
    expect(await client.resources.custom(input)).toMatchObject([{ text: 'a b/ü?: c/d e' }]);
    expect(await client.prompts.poem({ about: 'rain' })).toMatchObject({
      messages: [{ role: 'user', content: { type: 'text', text: 'glad rain' } }],
    });
  });
});

async function connectFirst(): Promise<FirstClient> {
  const client = new FirstClient({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)) as Parameters<FirstClient['connect']>[0]);
  return client;
}

async function connectOwn(): Promise<{ close(): Promise<void> }> {
  const client = await connect(url, { name: 'test', version: '1.0.0' });
  return { ...officialCalls(client), close: () => client.close() };
}
