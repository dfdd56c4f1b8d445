import { readdir } from 'node:fs/promises';
import { SourceMap, type SourceMapping, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { buildPlugin } from '@sigil/codegen';
import { canonicalJson } from '@sigil/core/building';
import type { JsonObject } from '@sigil/core';
import { afterAll, describe, expect, test } from 'vitest';
import type { ElicitReply } from '@sigil/client/web';
import { connectPlugin } from '../open-plugin.js';
import {
  makeFolder,
  serveFolder,
  writeTsconfig,
  type AtEnd,
  type ServedFolder,
  type TestFolder,
} from './vite-folder.test-support.js';

const greeter = `
  import { Tool } from '@sigil/core';
  import { greeting } from './greeting.js';

  /** Greets people. */
  export class Greeter {
    /**
     * Says hello.
     * @param name Whom to greet
     */
    @Tool({ readOnly: true })
    greet(name: string, times = 1): string { return Array(times).fill(greeting + ' ' + name).join(', '); }
  }
`;
const anotherClass = `import { Tool } from '@sigil/core';
export class Another { @Tool() another(): string { return 'another'; } }
`;
const files = { 'src/greeter.ts': greeter, 'src/greeting.ts': "export const greeting = 'Hello';" };

/** Cleans up folders that no test changes. They are served once for all tests, as reading one takes longer than any test. */
const atEndOfAll: (() => Promise<void>)[] = [];
const shared = new Map<boolean, Promise<{ readonly folder: TestFolder; readonly served: ServedFolder }>>();
afterAll(async () => {
  for (const cleanUp of atEndOfAll.reverse()) await cleanUp();
});

function unchanged(experimentalDecorators = true) {
  const found = shared.get(experimentalDecorators) ?? openShared(experimentalDecorators);
  shared.set(experimentalDecorators, found);
  return found;
}

async function openShared(experimentalDecorators: boolean) {
  const atEnd: AtEnd = (cleanUp) => void atEndOfAll.push(cleanUp);
  const folder = await makeFolder({ ...files, 'tsconfig.json': writeTsconfig({ experimentalDecorators }) }, atEnd);
  return { folder, served: await serveFolder(folder, { atEnd }) };
}

describe.each([
  ['experimental', true],
  ['standard', false],
])('with %s decorators', (_, experimentalDecorators) => {
  test('a plugin is served from its source', async () => {
    const { loadPlugin } = (await unchanged(experimentalDecorators)).served;

    const client = await connectPlugin(await loadPlugin());

    expect(await client.callTool('greet', { name: 'Ada', times: 2 })).toMatchObject({
      content: [{ type: 'text', text: 'Hello Ada, Hello Ada' }],
    });
    await client.close();
  });

  test('the manifest equals that of a build, byte for byte', async () => {
    const { folder, served } = await unchanged(experimentalDecorators);

    const { manifest } = await served.loadPlugin();
    await buildPlugin(folder.path);

    expect(canonicalJson(manifest)).toBe(await folder.read('dist/manifest.json'));
  });
});

test('arguments go through the generated decoders', async () => {
  const { loadPlugin } = (await unchanged()).served;

  const client = await connectPlugin(await loadPlugin());

  expect(await client.callTool('greet', { nam: 'Ada' })).toMatchObject({
    content: [{ text: expect.stringContaining('"name" must be a string') }],
    isError: true,
  });
  await client.close();
});

test('a plugin receives the configuration of the test and rejects a missing one', async () => {
  const configured = `
    import { Tool } from '@sigil/core';
    export class Greeter {
      readonly #mark: string;
      constructor(configuration: { mark: string }) { this.#mark = configuration.mark; }
      @Tool() greet(): string { return 'Hello' + this.#mark; }
    }`;
  const { loadPlugin } = await serveFolder(await makeFolder({ 'src/greeter.ts': configured }));
  const plugin = await loadPlugin();

  const client = await connectPlugin(plugin, { configuration: { mark: '?' } });

  expect(await client.callTool('greet')).toMatchObject({ content: [{ text: 'Hello?' }] });
  await expect(connectPlugin(plugin)).rejects.toMatchObject({ code: 'configuration-invalid' });
  await client.close();
});

test('the classes of the plugin are the ones that its sources export', async () => {
  const { server, loadPlugin } = (await unchanged()).served;

  const { module } = await loadPlugin();
  const exported = await server.ssrLoadModule('/src/greeter.ts');

  expect(module.classes.get('Greeter')).toBe(exported['Greeter']);
});

test('the plugin folder may be below the root of Vite', async () => {
  const inside = Object.entries(files).map(([name, text]) => [`plugin/${name}`, text]);
  const folder = await makeFolder({
    ...Object.fromEntries(inside),
    'plugin/package.json': '{"name":"inner"}',
    'plugin/tsconfig.json': writeTsconfig({}),
  });
  const { loadPlugin } = await serveFolder(folder, { folder: 'plugin' });

  expect((await loadPlugin()).manifest.plugin.name).toBe('inner');
});

test('serving a plugin writes no files', async () => {
  const folder = await makeFolder(files);
  const before = await readdir(folder.path, { recursive: true });
  const { loadPlugin } = await serveFolder(folder);

  await loadPlugin();

  expect((await readdir(folder.path, { recursive: true })).sort()).toEqual(before.sort());
});

test.each([true, false])(
  'source maps lead to the original line, experimental decorators: %s',
  async (experimentalDecorators) => {
    const asking = `${greeter.replace('Array(times)', 'schemaOf<string>() && Array(times)').replace('{ Tool }', '{ schemaOf, Tool }')}`;
    const tsconfig = writeTsconfig({ experimentalDecorators });
    const { server } = await serveFolder(
      await makeFolder({ ...files, 'src/greeter.ts': asking, 'tsconfig.json': tsconfig }),
    );

    const transformed = await server.environments.ssr.transformRequest('/src/greeter.ts');
    const before = transformed!.code.slice(0, transformed!.code.indexOf('Array(times)')).split('\n');
    // Sound: Vite gives a whole map of what it has transformed.
    const map = new SourceMap(transformed!.map as unknown as SourceMapPayload);
    const place = map.findEntry(before.length - 1, before.at(-1)!.length) as SourceMapping;
    const line = asking.split('\n')[place.originalLine]!;

    expect(transformed?.code).toMatch(/schemaOf\)?\(\{/);
    expect(line.slice(place.originalColumn)).toMatch(/^Array\(times\)/);
  },
);

describe('a saved change', () => {
  const typed = {
    'src/greeter.ts': `
      import { Tool } from '@sigil/core';
      import type { Options } from './options.js';
      export class Greeter { @Tool() greet(options: Options): string { return options.name; } }
    `,
    'src/options.ts': 'export interface Options { name: string }',
  };

  test.each([
    ['of a class', { 'src/greeter.ts': typed['src/greeter.ts'].replace('greet(', 'salute(') }, '"salute"'],
    [
      'of a file with types only',
      { 'src/options.ts': 'export interface Options { name: string; loud: boolean }' },
      'loud',
    ],
    ['of package.json', { 'package.json': '{"name":"sample","version":"2.0.0"}' }, '"2.0.0"'],
  ])('%s appears in the manifest', async (_, change, expected) => {
    const folder = await makeFolder(typed);
    const { save, loadPlugin } = await serveFolder(folder);
    await loadPlugin();

    await save(change);

    expect(JSON.stringify((await loadPlugin()).manifest)).toContain(expected);
  });

  test('can add and remove a class', async () => {
    const folder = await makeFolder(files);
    const { save, loadPlugin } = await serveFolder(folder);
    await loadPlugin();
    const namesNow = async () => (await loadPlugin()).manifest.classes.map(({ name }) => name);

    await save({ 'src/another.ts': anotherClass });
    const added = await namesNow();
    await save({ 'src/another.ts': undefined });

    expect(added).toEqual(['Another', 'Greeter']);
    expect(await namesNow()).toEqual(['Greeter']);
  });

  test('can create the JSON file that an import lacked', async () => {
    const text = `import data from './text.json' with { type: 'json' };\nexport const greeting = data.text;`;
    const tsconfig = writeTsconfig({ experimentalDecorators: true, resolveJsonModule: true });
    const folder = await makeFolder({ ...files, 'src/greeting.ts': text, 'tsconfig.json': tsconfig });
    const { save, loadPlugin } = await serveFolder(folder);
    await expect(loadPlugin()).rejects.toThrow('text.json');

    await save({ 'src/text.json': '{ "text": "Hi" }' });

    expect((await loadPlugin()).manifest.classes).toHaveLength(1);
  });

  test('takes effect in the next call', async () => {
    const folder = await makeFolder(files);
    const { save, loadPlugin } = await serveFolder(folder);
    await loadPlugin();

    await save({ 'src/greeting.ts': "export const greeting = 'Bye';" });
    const client = await connectPlugin(await loadPlugin());

    expect(await client.callTool('greet', { name: 'Ada' })).toMatchObject({ content: [{ text: 'Bye Ada' }] });
    await client.close();
  });
});

describe('an error in the source', () => {
  const broken = { ...files, 'src/another.ts': anotherClass.replace('(): string', '(a: any, b: any): string') };

  async function failureOf(folder: TestFolder) {
    const { save, loadPlugin } = await serveFolder(folder);
    const failure: unknown = await loadPlugin().catch((error: unknown) => error);
    return {
      save,
      loadPlugin,
      failure: failure as Error & { loc: unknown; id: string; frame: string; plugin: string },
    };
  }

  test('becomes a Vite error with every location and the frame of the first', async () => {
    const folder = await makeFolder(broken);

    const { failure } = await failureOf(folder);

    expect(failure).toMatchObject({
      plugin: 'sigil',
      loc: { file: join(folder.path, 'src/another.ts'), line: 2, column: 39 },
    });
    expect(failure.message).toContain('src/another.ts:2:40 - error SIGIL040');
    expect(failure.message).toContain('src/another.ts:2:48 - error SIGIL040');
    expect(failure.message).toContain('Found 2 errors.');
    expect(failure.frame).toContain('any');
  });

  test('disappears when it is fixed', async () => {
    const folder = await makeFolder(broken);
    const { save, loadPlugin } = await failureOf(folder);

    await save({ 'src/another.ts': anotherClass });

    expect((await loadPlugin()).manifest.tools).toHaveLength(2);
  });

  test('is reported with its file if it is a syntax error', async () => {
    const { failure } = await failureOf(await makeFolder({ ...files, 'src/greeter.ts': `${greeter} }` }));

    expect(failure.message).toContain('src/greeter.ts');
  });
});

describe('schemas', () => {
  const asking = {
    'src/orders.ts': `
      import { schemaOf, Tool, type Context } from '@sigil/core';
      import type { Order } from './order.js';
      export const orderSchema = schemaOf<Order>();
      export class Orders {
        @Tool() async choose(context: Context): Promise<string> {
          const answer = await context.elicit<Order>('Which size?');
          return answer.action === 'accept' ? answer.content.size : answer.action;
        }
      }`,
    'src/order.ts': "export interface Order { size: 'S' | 'M' }",
  };

  test('are written into the sources that use them', async () => {
    const { loadPlugin } = await serveFolder(await makeFolder(asking));
    const questions: JsonObject[] = [];
    const elicit = (question: JsonObject): ElicitReply => {
      questions.push(question);
      return { action: 'accept', content: { size: 'M' } };
    };

    const client = await connectPlugin(await loadPlugin(), { answers: { elicit } });

    expect(await client.callTool('choose')).toMatchObject({ content: [{ text: 'M' }] });
    expect(questions).toMatchObject([{ requestedSchema: { properties: { size: { enum: ['S', 'M'] } } } }]);
    await client.close();
  });

  test('are available in a source that is loaded without the plugin', async () => {
    const { server } = await serveFolder(await makeFolder(asking));

    const { orderSchema } = await server.ssrLoadModule('/src/orders.ts');

    expect(orderSchema).toMatchObject({ properties: { size: { enum: ['S', 'M'] } } });
  });

  test('follow changes of their types', async () => {
    const { server, save } = await serveFolder(await makeFolder(asking));
    await server.ssrLoadModule('/src/orders.ts');

    await save({ 'src/order.ts': asking['src/order.ts'].replace("'M'", "'L'") });
    const { orderSchema } = await server.ssrLoadModule('/src/orders.ts');

    expect(orderSchema).toMatchObject({ properties: { size: { enum: ['S', 'L'] } } });
  });

  test('stay correct when a source changes without a notification', async () => {
    const folder = await makeFolder(asking);
    const { server } = await serveFolder(folder);
    await server.ssrLoadModule('/src/orders.ts');

    await folder.write({ 'src/orders.ts': `// moved\n${asking['src/orders.ts']}` });
    server.moduleGraph.invalidateAll();
    const { orderSchema } = await server.ssrLoadModule('/src/orders.ts');

    expect(orderSchema).toMatchObject({ properties: { size: { enum: ['S', 'M'] } } });
  });
});
