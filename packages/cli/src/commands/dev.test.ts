import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectClient } from '../connect-client.test-support.js';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { runSigil } from '../run-sigil.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

const shout = `
  /** Greet loudly. */
  @Tool()
  shout(name: string): string {
    return name.toUpperCase();
  }
`;
const withTypeError = greeter(shout.replace('name: string', 'name: any'));

/** Finds the builders that this process has started. */
function findBuilders(): readonly number[] {
  const children = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('builder-program'));
}

let plugin: PluginFolder;
let captured: CapturedTerminal;

beforeEach(() => {
  plugin = makePlugin();
  captured = new CapturedTerminal();
});
afterEach(() => plugin.remove());

const develop = (...args: string[]): Promise<number> => runSigil(['dev', plugin.path, ...args], captured.terminal);

async function servedUrl(): Promise<string> {
  const [, url] = await captured.out.has(/serves .* at (\S+)[^]*Watching for changes; Ctrl\+C ends it\.\n/);
  return url!;
}

describe('sigil dev with modules of the operator', () => {
  const numbering = (mark: string): string => `export default async (request, next) => {
    const answer = await next();
    if (request.method === 'tools/call') answer.value.content[0].text += '${mark}';
    return answer;
  };`;

  test('runs interceptors around its requests, and loads them again when they change', async () => {
    plugin.write('number.mjs', numbering(' 1'));
    const ended = develop('--port', '0', '--interceptor', join(plugin.path, 'number.mjs'));
    const { client } = await connectClient(await servedUrl());
    const greet = async (): Promise<unknown> =>
      (await client.callTool({ name: 'greet', arguments: { name: 'Ada' } })).content;

    expect(await greet()).toEqual([{ type: 'text', text: 'Hello, Ada! 1' }]);
    plugin.write('number.mjs', numbering(' 2'));
    await captured.err.has(/interceptors: loaded again: number\n/);
    expect(await greet()).toEqual([{ type: 'text', text: 'Hello, Ada! 2' }]);

    await client.close();
    captured.interrupt();
    expect(await ended).toBe(0);
  });

  test('declares extensions', async () => {
    plugin.write(
      'audit.mjs',
      "export default { id: 'com.example/audit', methods: { 'audit/list': { run: () => ({}) } } };",
    );
    const ended = develop('--port', '0', '--extension', join(plugin.path, 'audit.mjs'));
    const { client } = await connectClient(await servedUrl());

    expect(client.getServerCapabilities()).toMatchObject({ extensions: { 'com.example/audit': {} } });

    await client.close();
    captured.interrupt();
    expect(await ended).toBe(0);
  });

  test('ends with the module and the fault if one cannot be loaded', async () => {
    expect(await develop('--port', '0', '--interceptor', join(plugin.path, 'gone.mjs'))).toBe(2);

    expect(captured.err.text).toMatch(/"interceptors": "\S+gone\.mjs" cannot be loaded/);
  });
});

describe('sigil dev with a connected client', () => {
  test('a new tool can be called as soon as it is saved', async () => {
    const ended = develop('--port', '0');
    const { client, nextToolNames } = await connectClient(await servedUrl());

    const told = nextToolNames();
    plugin.write('src/greeter.ts', greeter(shout));

    expect(await told).toEqual(['greet', 'shout']);
    const { content } = await client.callTool({ name: 'shout', arguments: { name: 'Ada' } });
    expect(content).toEqual([{ type: 'text', text: 'ADA' }]);
    await captured.out.has(/^\d\d:\d\d:\d\d rebuilt in \d+ ms: tools \+shout$/m);
    await client.close();
    captured.interrupt();
    expect(await ended).toBe(0);
  });

  test('a saved style of a view is served without a new start of the plugin, and a renamed field is reported in the view', async () => {
    const dice = (field: string): string => `import { Tool, View } from '@sigil/core';
@View('ui://greeter/board')
export class Dice {
  #rolls = 0;
  /** Counts its calls. */
  @Tool({ view: 'ui://greeter/board' }) roll(): { ${field}: number } { return { ${field}: ++this.#rolls }; }
}
`;
    plugin.write('src/greeter.ts', dice('rolls'));
    plugin.write('views/board.css', 'body { color: #000001 }');
    plugin.write(
      'views/board.ts',
      `import './board.css';\nimport { connect } from '@sigil/view';\nimport { roll } from './tools.generated.js';
const view = await connect();\nview.onResult(roll, ({ rolls }) => void (document.title = String(rolls)));\n`,
    );
    const ended = develop('--port', '0');
    const { client } = await connectClient(await servedUrl());
    const roll = async (): Promise<unknown> => (await client.callTool({ name: 'roll' })).structuredContent;
    const page = async (): Promise<unknown> =>
      (await client.readResource({ uri: 'ui://greeter/board' })).contents.map((it) => ('text' in it ? it.text : ''))[0];

    const before = [await roll(), await page()];
    plugin.write('views/board.css', 'body { color: #000002 }');
    await captured.out.has(/rebuilt in \d+ ms: views ~ui:\/\/greeter\/board/);
    const after = [await roll(), await page()];
    plugin.write('src/greeter.ts', dice('count'));
    await captured.err.has(/views\/board\.ts:5:\d+/);

    expect(before).toEqual([{ rolls: 1 }, expect.stringContaining('#000001')]);
    expect(after).toEqual([{ rolls: 2 }, expect.stringContaining('#000002')]);
    expect(captured.err.text).toContain("Property 'rolls' does not exist");
    await client.close();
    captured.interrupt();
    expect(await ended).toBe(0);
  });

  test('an edited schema of zod is served as soon as it is saved, also after a fault in it', async () => {
    const schema = (limit: string): string =>
      `import { z } from 'zod';\nexport const Order = z.object({ count: z.number()${limit} });\n`;
    plugin.write('src/order.ts', schema('.max(3)'));
    plugin.write(
      'src/greeter.ts',
      `import { Tool } from '@sigil/core';
import type { z } from 'zod';
import { Order } from './order.js';
export class Shop {
  /** Places an order. */
  @Tool({ input: Order }) place({ count }: z.infer<typeof Order>): number { return count; }
}
`,
    );
    const ended = develop('--port', '0');
    const { client } = await connectClient(await servedUrl());
    const place = async (count: number): Promise<unknown> =>
      (await client.callTool({ name: 'place', arguments: { count } })).isError ?? false;
    const maximum = async (): Promise<unknown> =>
      (await client.listTools()).tools[0]?.inputSchema.properties?.['count'];

    const before = [await place(3), await place(4)];
    plugin.write('src/order.ts', schema('.max(4)'));
    await captured.out.has(/rebuilt in \d+ ms/);
    const after = [await place(4), await place(5)];
    plugin.write('src/order.ts', schema('.max('));
    await captured.err.has(/src\/order\.ts:2:\d+/);
    const faulty = [await place(4), await place(5)];
    plugin.write('src/order.ts', schema('.max(5)'));
    await captured.out.has(/rebuilt in \d+ ms[^]*rebuilt in \d+ ms/);

    expect([before, after, faulty]).toEqual([
      [false, true],
      [false, true],
      [false, true],
    ]);
    expect([await place(5), await maximum()]).toEqual([false, expect.objectContaining({ maximum: 5 })]);
    await client.close();
    captured.interrupt();
    expect(await ended).toBe(0);
  });

  test('shows once at its position that clients refuse a name', async () => {
    const dotted = (text: string): string =>
      greeter(shout.replace('@Tool()', `@Tool({ name: 'greeter.shout' })`).replace('Greet loudly', text));
    plugin.write('src/greeter.ts', dotted('Greet loudly'));
    const ended = develop('--port', '0');
    await servedUrl();

    plugin.write('src/greeter.ts', dotted('Greet very loudly'));
    await captured.out.has(/rebuilt in \d+ ms/);
    captured.interrupt();
    await ended;

    const shown =
      /src\/greeter\.ts:13:3 - warning claude\/tool-name-pattern: tool "greeter\.shout".*: refused by claude, openai, cursor\n/g;
    expect(captured.err.text.match(shown)).toHaveLength(1);
  });

  test('shows a type error at its position and keeps serving the last good build', async () => {
    const ended = develop('--port', '0');
    const { client } = await connectClient(await servedUrl());

    plugin.write('src/greeter.ts', withTypeError);
    await captured.err.has(/not rebuilt: 1 error; the last good version goes on serving\n/);

    expect(captured.err.text).toMatch(/src\/greeter\.ts:13:9 - error SIGIL\d{3}: [^]*\n13 \| {3}shout\(name: any\)/);
    const { content } = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
    expect(content).toEqual([{ type: 'text', text: 'Hello, Ada!' }]);

    plugin.write('src/greeter.ts', greeter().replace('Hello', 'Good day'));
    await captured.out.has(/rebuilt in \d+ ms: code only\n/);
    const after = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
    expect(after.content).toEqual([{ type: 'text', text: 'Good day, Ada!' }]);
    await client.close();
    captured.interrupt();
    expect(await ended).toBe(0);
  });

  test('reports a build that cannot be written and keeps serving the last good build', async () => {
    const ended = develop('--port', '0');
    const { client } = await connectClient(await servedUrl());
    rmSync(join(plugin.path, 'dist'), { recursive: true });
    plugin.write('dist', 'a file where the folder of the build belongs');

    plugin.write('src/greeter.ts', greeter(shout));

    await captured.err.has(/not rebuilt; the last good version goes on serving: EEXIST/);

    const { content } = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
    expect(content).toEqual([{ type: 'text', text: 'Hello, Ada!' }]);
    await client.close();
    captured.interrupt();
    expect(await ended).toBe(0);
  });

  test('the pages have the standing error with its place until it is fixed', async () => {
    const ended = develop('--port', '0');
    const { origin } = new URL(await servedUrl());
    const read = async (path: string): Promise<string> =>
      (await fetch(origin + path, { headers: { accept: 'text/html' } })).text();

    plugin.write('src/greeter.ts', withTypeError);
    await captured.err.has(/not rebuilt: 1 error/);

    for (const path of ['/mcp', '/mcp/meta/greeter']) {
      expect(await read(path)).toMatch(/degraded[^]*src\/greeter\.ts:13:9 - SIGIL\d{3}: /);
    }
    plugin.write('src/greeter.ts', greeter(shout));
    await captured.out.has(/rebuilt in \d+ ms: tools \+shout\n/);
    expect(await read('/mcp/meta/greeter')).not.toContain('src/greeter.ts:13:9');
    captured.interrupt();
    expect(await ended).toBe(0);
  });

  test('code that throws while it is loaded is shown with its place in the source', async () => {
    const ended = develop('--port', '0');
    await servedUrl();

    plugin.write('src/greeter.ts', `${greeter()}\nthrow new Error('no luck');\n`);

    const line = greeter().split('\n').length + 1;
    await captured.err.has(new RegExp(`not swapped in; .*\\(src/greeter\\.ts:${line}:7\\): no luck\n`));
    captured.interrupt();
    expect(await ended).toBe(0);
  });

  test.runIf(existsSync('/proc/self/task'))(
    'a builder that is killed is started again, and the next save is built',
    async () => {
      const ended = develop('--port', '0');
      await servedUrl();

      for (const pid of findBuilders()) process.kill(pid, 'SIGKILL');
      await captured.err.has(/the builder was ended by SIGKILL; another one starts in \d+ ms\n/);
      plugin.write('src/greeter.ts', greeter(shout));

      await captured.out.has(/rebuilt in \d+ ms: tools \+shout\n/);
      captured.interrupt();
      expect(await ended).toBe(0);
    },
  );

  test('a folder that is moved away and back is said once and built again', async () => {
    const ended = develop('--port', '0');
    await servedUrl();

    renameSync(plugin.path, `${plugin.path}-away`);
    await captured.err.has(/not rebuilt; the last good version goes on serving: the folder ".*" is gone; it is built/);
    writeFileSync(`${plugin.path}-away/src/greeter.ts`, greeter(shout));
    renameSync(`${plugin.path}-away`, plugin.path);

    await captured.out.has(/rebuilt in \d+ ms: tools \+shout\n/);
    expect(captured.err.text.match(/is gone/g)).toHaveLength(1);
    captured.interrupt();
    expect(await ended).toBe(0);
  });

  test('a plugin whose start fails serves as soon as it succeeds, without a save', async () => {
    const members = `
  start(): void {
    if (Reflect.get(globalThis, 'isDatabaseUp') !== true) throw new Error('connection refused');
  }
`;
    plugin.write('src/greeter.ts', greeter(members));
    Reflect.set(globalThis, 'isDatabaseUp', false);
    const ended = develop('--port', '0');
    await captured.err.has(/not swapped in; trying again until it starts: .*connection refused\n/);

    Reflect.set(globalThis, 'isDatabaseUp', true);
    const { client } = await connectClient(await servedUrl());

    const { content } = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
    expect(content).toEqual([{ type: 'text', text: 'Hello, Ada!' }]);
    expect(captured.err.text.match(/connection refused/g)).toHaveLength(1);
    await client.close();
    captured.interrupt();
    expect(await ended).toBe(0);
  });

  test('a version that cannot start is not swapped in', async () => {
    const ended = develop('--port', '0');
    const { client } = await connectClient(await servedUrl());

    plugin.write('src/greeter.ts', greeter(`\n  constructor() {\n    throw new Error('no luck');\n  }\n`));
    await captured.err.has(/not swapped in; the last good version goes on serving: .*no luck.*\n/);

    const { content } = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
    expect(content).toEqual([{ type: 'text', text: 'Hello, Ada!' }]);
    await client.close();
    captured.interrupt();
    expect(await ended).toBe(0);
  });
});

test('a client that connects after a new version was saved is told that version', async () => {
  const ended = develop('--port', '0');
  const url = await servedUrl();
  const before = await connectClient(url);

  plugin.write('package.json', JSON.stringify({ name: '@acme/greeter', version: '2.0.0', type: 'module' }));
  await captured.out.has(/rebuilt in \d+ ms/);
  const after = await connectClient(url);

  expect(before.client.getServerVersion()).toMatchObject({ version: '1.2.3' });
  expect(after.client.getServerVersion()).toMatchObject({ version: '2.0.0' });
  await before.client.close();
  await after.client.close();
  captured.interrupt();
  expect(await ended).toBe(0);
});

test('a change of a file that was read at the start is said', async () => {
  plugin.write('config.json', '{}');
  plugin.write('.env', 'KEY=a\n');
  const files = ['--config', join(plugin.path, 'config.json'), '--env-file', join(plugin.path, '.env')];
  const ended = develop('--port', '0', ...files);
  await servedUrl();

  plugin.write('config.json', '{ }');
  await captured.err.has(/warning: --config "[^"]*config\.json" has changed; start the command again to use it\n/);
  plugin.write('.env', 'KEY=b\n');
  await captured.err.has(/warning: --env-file "[^"]*\.env" has changed; start the command again to use it\n/);

  captured.interrupt();
  expect(await ended).toBe(0);
});

test('a plugin that starts with an error is served once the error is fixed', async () => {
  plugin.write('src/greeter.ts', withTypeError);
  const ended = develop('--port', '0');
  await captured.err.has(/not rebuilt: 1 error; waiting for a change\n/);

  plugin.write('src/greeter.ts', greeter());

  expect(await servedUrl()).toMatch(/\/mcp\/greeter$/);
  captured.interrupt();
  expect(await ended).toBe(0);
});

test('the page of a plugin that starts with an error has the error, and is that of the plugin once it is fixed', async () => {
  plugin.write('src/greeter.ts', withTypeError);
  const ended = develop('--port', '0');
  const [, page] = await captured.out.has(/its page has the errors: (\S+)\n/);
  const read = async (): Promise<string> => (await fetch(page!, { headers: { accept: 'text/html' } })).text();

  expect(await read()).toMatch(/failed[^]*src\/greeter\.ts:13:9 - SIGIL\d{3}: /);
  plugin.write('src/greeter.ts', greeter());
  const url = await servedUrl();

  expect(page).toBe(url.replace('/mcp/', '/mcp/meta/'));
  expect(await read()).not.toContain('src/greeter.ts:13:9');
  const { client } = await connectClient(url);
  expect(client.getServerVersion()?.version).toBe('1.2.3');
  await client.close();
  captured.interrupt();
  expect(await ended).toBe(0);
});

test('a browser gets the pages of the server, including the tool', async () => {
  const ended = develop('--port', '0');
  const { origin } = new URL(await servedUrl());
  const asBrowser = { headers: { accept: 'text/html' } };

  const instructions = await (await fetch(`${origin}/mcp`, asBrowser)).text();
  const meta = await (await fetch(`${origin}/mcp/meta/greeter`, asBrowser)).text();
  captured.interrupt();

  expect(await ended).toBe(0);
  expect(instructions).toContain('/mcp/meta/greeter');
  expect(meta).toContain('<title>greeter');
  expect(meta).toContain('greet');
});

test('the page URL is printed, and a save shows what changed for clients', async () => {
  const ended = develop('--port', '0');
  const { origin } = new URL(await servedUrl());
  const [, page] = await captured.out.has(/Page, with a form to try each tool\n(\S+)\n/);

  plugin.write('src/greeter.ts', greeter(shout).replace('name: string)', 'name: string, title: string)'));
  await captured.out.has(/rebuilt in \d+ ms: tools \+shout ~greet\n {9}breaking tool "greet", \S*title.*: .+\n/);
  const shown = await (await fetch(page!, { headers: { accept: 'text/html' } })).text();
  captured.interrupt();

  expect(await ended).toBe(0);
  expect(page).toBe(`${origin}/mcp/meta/greeter`);
  expect(shown).toContain('tools +shout ~greet');
  expect(shown).toContain('level-breaking');
});

test('an unusable --host makes sigil dev exit with 1', async () => {
  expect(await develop('--port', '0', '--host', '203.0.113.7')).toBe(1);
  expect(captured.err.text).toMatch(/^error: this machine has no address "203\.0\.113\.7"/);
});

test('with --stdio, only messages go to standard output, and the command exits when its input ends', async () => {
  const stdin = captured.stdin as PassThrough;
  const ended = develop('--stdio');
  await captured.err.has(/Watching for changes/);

  stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await captured.out.has(/\n/);
  plugin.write('src/greeter.ts', greeter(shout));
  await captured.err.has(/rebuilt in \d+ ms: tools \+shout\n/);
  stdin.end();

  expect(await ended).toBe(0);
  expect(captured.out.text).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
});
