import { join } from 'node:path';
import type { Context } from '@sigil/core';
import type { ArgumentProblem } from '@sigil/core/building';
import { bindPlugin, readManifest } from '@sigil/core/catalog';
import { describe, expect, onTestFinished, test } from 'vitest';
import { evaluateBundle } from '../bundle/evaluate-bundle.test-support.js';
import { idleContext } from '../plugin-code/evaluate-decoders.test-support.js';
import { buildPlugin, openPluginBuilder, readPlugin } from './build-plugin.js';
import { makePluginFolder, writeTsconfig } from './plugin-folder.test-support.js';

const weather = `
  import { Prompt, Resource, Tool, type Context } from '@sigil/core';

  /** Weather for people who go outside. */
  export class Weather {
    /**
     * Forecast for a city.
     * @param city City name
     * @param days How many days ahead @minimum 1 @maximum 14
     */
    @Tool({ readOnly: true })
    forecast(city: string, days = 3, context: Context, since?: Date): { line: string } {
      return { line: [city, days, context !== undefined, since instanceof Date].join(' ') };
    }

    /** Station readings. */
    @Resource('weather://{station}/now')
    reading(station: string): string { return station; }

    /** Ask for packing advice. */
    @Prompt()
    packing(city: string, style: 'light' | 'heavy' = 'light'): string { return city + style; }
  }
`;

const files = {
  'src/weather.ts': weather,
  'src/another.ts': `
    import { Tool } from '@sigil/core';
    export default class Another { @Tool() ping(): string { return 'pong'; } }
  `,
};
const outputs = ['dist/manifest.json', 'dist/plugin.cjs', 'dist/plugin.cjs.map'];

test.each([
  ['context', 'set(context: Context): void { context.resourceUpdated("x://a"); }'],
  ['announcer of start()', 'start(announcer: Announcer): void { announcer.resourceUpdated("x://a"); }'],
])('the manifest sets announcesUpdates when a source calls resourceUpdated() on the %s', async (_way, member) => {
  const source = `
    import { Resource, Tool, type Announcer, type Context } from '@sigil/core';
    export class Clock {
      @Resource('x://a') now(): string { return 'noon'; }
      @Tool() ${member.startsWith('set') ? member : `ping(): string { return 'pong'; } ${member}`}
    }`;
  const folder = await makePluginFolder({ 'src/clock.ts': source });
  const still = await makePluginFolder({ 'src/clock.ts': source.replace('.resourceUpdated("x://a")', '') });

  const { manifest } = await readPlugin(folder.path);
  const other = await readPlugin(still.path);

  expect(manifest?.announcesUpdates).toBe(true);
  expect(other.manifest).toBeDefined();
  expect(other.manifest).not.toHaveProperty('announcesUpdates');
});

describe.each([
  ['experimental', { experimentalDecorators: true }],
  ['standard', {}],
])('with %s decorators', (_, compilerOptions) => {
  test('a plugin builds without diagnostics and its tool runs', async () => {
    const folder = await makePluginFolder({ ...files, 'tsconfig.json': writeTsconfig(compilerOptions) });

    const { diagnostics, manifest } = await buildPlugin(folder.path);
    const plugin = await evaluateBundle(await folder.read('dist/plugin.cjs'), join(folder.path, 'dist', 'plugin.cjs'));
    const problems: ArgumentProblem[] = [];
    const input = { city: 'Turin', since: '2025-01-01T00:00:00Z' };
    const args = plugin.tools.get('forecast')?.decode(input, idleContext, problems) ?? [];
    const instance = new (plugin.classes.get('Weather')!)() as { forecast(...args: readonly unknown[]): unknown };

    expect(diagnostics).toEqual([]);
    expect(manifest?.tools.map((tool) => tool.name)).toEqual(['ping', 'forecast']);
    expect([manifest?.resourceTemplates.length, manifest?.prompts.length]).toEqual([1, 1]);
    expect(problems).toEqual([]);
    expect(instance.forecast(...args)).toEqual({ line: 'Turin 3 true true' });
  });
});

test('the manifest contains the tool and the prompt arguments that the source declares', async () => {
  const folder = await makePluginFolder(files);

  const { manifest } = await readPlugin(folder.path);

  expect(manifest?.tools.find((tool) => tool.name === 'forecast')).toEqual({
    name: 'forecast',
    description: 'Forecast for a city.',
    annotations: { readOnlyHint: true },
    inputSchema: {
      type: 'object',
      properties: {
        city: { type: 'string', description: 'City name' },
        days: { type: 'number', description: 'How many days ahead', minimum: 1, maximum: 14, default: 3 },
        since: { type: 'string', format: 'date-time' },
      },
      required: ['city'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] },
    origin: { class: 'Weather', method: 'forecast' },
    terms: { ahead: 1, city: 6, days: 3, forecast: 3, many: 1, name: 1, since: 2 },
  });
  expect(manifest?.prompts[0]?.arguments).toEqual([
    { name: 'city', required: true },
    { name: 'style', required: false },
  ]);
});

test('a built plugin binds, and each component answers through its decoder and method', async () => {
  const folder = await makePluginFolder(files);
  await buildPlugin(folder.path);
  const manifest = readManifest(JSON.parse(await folder.read('dist/manifest.json')), 'sample');
  const plugin = await evaluateBundle(await folder.read('dist/plugin.cjs'), join(folder.path, 'dist', 'plugin.cjs'));

  const { components } = bindPlugin(manifest, plugin);
  const [, forecast] = components.tools;
  const [template] = components.resourceTemplates;
  const [packing] = components.prompts;

  expect(await forecast?.run({ city: 'Turin', days: 2 }, idleContext)).toMatchObject({
    structuredJson: '{"line":"Turin 2 true false"}',
  });
  expect(JSON.stringify(await template?.read('weather://LIMF/now', { station: 'LIMF' }, idleContext))).toContain(
    'LIMF',
  );
  expect(JSON.stringify(await packing?.get({ city: 'Turin' }, idleContext))).toContain('Turinlight');
});

test('completions bind: a @Complete method is called, and a literal type supplies its own values', async () => {
  const folder = await makePluginFolder({
    ...files,
    'src/cities.ts': `
      import { Complete, type Context } from '@sigil/core';
      export class Cities {
        readonly #all = ['Turin', 'Tunis', 'Oslo'];
        @Complete('packing', 'city')
        cities(value: string, known: Record<string, string>, context: Context): string[] {
          context.signal.throwIfAborted();
          return [...this.#all.filter((one) => one.startsWith(value)), known.style ?? ''];
        }
      }`,
  });
  await buildPlugin(folder.path);
  const manifest = readManifest(JSON.parse(await folder.read('dist/manifest.json')), 'sample');
  const plugin = await evaluateBundle(await folder.read('dist/plugin.cjs'), join(folder.path, 'dist', 'plugin.cjs'));

  const [packing] = bindPlugin(manifest, plugin).components.prompts;
  const known = { style: 'light' };

  expect(await packing?.complete?.({ argument: 'city', value: 'Tu', known }, idleContext)).toEqual([
    'Turin',
    'Tunis',
    'light',
  ]);
  expect(await packing?.complete?.({ argument: 'style', value: 'h', known: {} }, idleContext)).toEqual(['heavy']);
});

test('the items of a rest parameter reach the method one by one', async () => {
  const folder = await makePluginFolder({
    'src/plugin.ts': `
      import { Tool, type JsonObject } from '@sigil/core';
      export class Plugin {
        @Tool() join(meta: JsonObject, ...words: string[]): { text: string; meta: JsonObject } {
          return { text: words.join('+'), meta };
        }
      }`,
  });
  await buildPlugin(folder.path);
  const manifest = readManifest(JSON.parse(await folder.read('dist/manifest.json')), 'sample');
  const plugin = await evaluateBundle(await folder.read('dist/plugin.cjs'), join(folder.path, 'dist', 'plugin.cjs'));

  const [joining] = bindPlugin(manifest, plugin).components.tools;

  expect(await joining?.run({ meta: { a: [null] }, words: ['a', 'b'] }, idleContext)).toMatchObject({
    structuredJson: '{"text":"a+b","meta":{"a":[null]}}',
  });
});

test('a rebuild and a copy with its files listed in another order give the same bytes', async () => {
  const folder = await makePluginFolder(files);
  const shuffled = await makePluginFolder(Object.fromEntries(Object.entries(files).reverse()));

  await buildPlugin(folder.path);
  const first = await Promise.all(outputs.map(folder.read));
  const { wroteFiles } = await buildPlugin(folder.path);
  await buildPlugin(shuffled.path);

  expect(wroteFiles).toBe(false);
  expect(await Promise.all(outputs.map(shuffled.read))).toEqual(first);
});

test('a folder without a tsconfig.json is built with strict defaults', async () => {
  const folder = await makePluginFolder(files);
  await folder.remove('tsconfig.json');

  expect((await buildPlugin(folder.path)).diagnostics).toEqual([]);
});

test('a folder that publishes nothing is reported as SIGIL093', async () => {
  const folder = await makePluginFolder({ 'src/weather.ts': 'export class Weather {}' });

  expect((await buildPlugin(folder.path)).diagnostics).toMatchObject([{ code: 'SIGIL093', file: 'tsconfig.json' }]);
});

test.each([
  ['that publishes nothing', 'src/weather.ts', 'SIGIL093', 'no exported class here'],
  ['with JavaScript alone', 'src/weather.js', 'SIGIL002', 'there is no TypeScript source in this folder'],
])('a folder without a tsconfig.json %s is reported at its package.json', async (_, file, code, message) => {
  const folder = await makePluginFolder({ [file]: 'export class Weather {}' });
  await folder.remove('tsconfig.json');

  expect((await buildPlugin(folder.path)).diagnostics).toMatchObject([
    { code, file: 'package.json', message: expect.stringContaining(message) as string },
  ]);
});

test('a parameter of type any stops the build and is reported at its line', async () => {
  const folder = await makePluginFolder({ 'src/weather.ts': weather.replace('city: string, days', 'city: any, days') });

  const { diagnostics, wroteFiles } = await buildPlugin(folder.path);

  expect(diagnostics).toMatchObject([{ code: 'SIGIL040', file: 'src/weather.ts', line: 12 }]);
  expect(wroteFiles).toBe(false);
});

test('a builder that stays open publishes a new tool in a new file', async () => {
  const folder = await makePluginFolder({ 'src/weather.ts': weather });
  const builder = await openPluginBuilder(folder.path);
  onTestFinished(() => builder.close());
  await builder.build();

  await folder.write({ 'src/another.ts': files['src/another.ts'] });
  builder.refresh([`${folder.path}/src/another.ts`]);
  const { manifest } = await builder.build();

  expect(manifest?.tools.map((tool) => tool.name)).toEqual(['ping', 'forecast']);
});

test('schemas are inserted into calls of schemaOf() and elicit()', async () => {
  const folder = await makePluginFolder({
    'src/orders.ts': `
      import { schemaOf, Tool, type Context, type FormAnswer } from '@sigil/core';
      interface Order { id: string; size: 'S' | 'M' }
      export class Orders {
        @Tool() describe(): string { return JSON.stringify(schemaOf<Order>()); }
        @Tool() async choose(context: Context): Promise<string> {
          const answer: FormAnswer<Pick<Order, 'size'>> = await context.elicit<Pick<Order, 'size'>>('Which size?', { key: 'size' });
          return answer.action === 'accept' ? answer.content.size : answer.action;
        }
      }`,
  });
  const { diagnostics } = await buildPlugin(folder.path);
  const manifest = readManifest(JSON.parse(await folder.read('dist/manifest.json')), 'sample');
  const plugin = await evaluateBundle(await folder.read('dist/plugin.cjs'), join(folder.path, 'dist', 'plugin.cjs'));
  const asked: unknown[][] = [];
  const elicit = async (...question: unknown[]) => {
    asked.push(question);
    return { action: 'accept', content: { size: 'M' } } as const;
  };

  const [describing, choosing] = bindPlugin(manifest, plugin).components.tools;
  const described = await describing!.run({}, idleContext);
  const chosen = await choosing!.run({}, { ...idleContext, elicit } as Context);

  expect(diagnostics).toEqual([]);
  expect(described).toMatchObject({
    content: [{ text: expect.stringContaining('"size":{"type":"string","enum":["S","M"]}') }],
  });
  expect(chosen).toMatchObject({ content: [{ text: 'M' }] });
  const form = { type: 'object', properties: { size: { type: 'string', enum: ['S', 'M'] } }, required: ['size'] };
  expect(asked).toEqual([['Which size?', form, { key: 'size' }]]);
});

test('yielded values are encoded by type, and form the result of a generator that returns nothing', async () => {
  const folder = await makePluginFolder({
    'src/sample.ts': `
      import { content, progress, Tool } from '@sigil/core';
      export class Sample {
        @Tool() async *days() { yield new Date(0); yield progress(1, 2); yield content(new Date(1)); }
        @Tool() async *counted(): AsyncGenerator<bigint, string> { yield 1n; return 'one'; }
      }`,
  });
  const { diagnostics } = await buildPlugin(folder.path);
  const manifest = readManifest(JSON.parse(await folder.read('dist/manifest.json')), 'sample');
  const plugin = await evaluateBundle(await folder.read('dist/plugin.cjs'), join(folder.path, 'dist', 'plugin.cjs'));
  const told: unknown[] = [];
  const reportProgress: Context['reportProgress'] = async (...report) => void told.push(report);

  const [daysTool, countedTool] = bindPlugin(manifest, plugin).components.tools;
  const days = await daysTool!.run({}, { ...idleContext, reportProgress });
  const counted = await countedTool!.run({}, { ...idleContext, reportProgress });

  expect(diagnostics).toEqual([]);
  expect(days).toMatchObject({ structuredJson: '["1970-01-01T00:00:00.000Z","1970-01-01T00:00:00.001Z"]' });
  expect(counted).toMatchObject({ content: [{ text: 'one' }] });
  expect(told).toEqual([
    [1, undefined, '1970-01-01T00:00:00.000Z'],
    [1, 2, undefined],
    [2, undefined, '1970-01-01T00:00:00.001Z'],
    [1, undefined, '1'],
  ]);
});

describe('plugin.activation, given the lifecycle methods start() and health()', () => {
  const tool = '@Tool() ping(): string { return "pong"; }';
  const activationOf = async (source: string, more: Readonly<Record<string, string>> = {}) => {
    const text = `import { Tool } from '@sigil/core';\n${source}`;
    const folder = await makePluginFolder({ 'src/a.ts': text, 'tsconfig.json': writeTsconfig({}), ...more });
    return (await readPlugin(folder.path)).manifest?.plugin.activation;
  };

  test.each([
    ['a class has a start()', `export class A { ${tool} async start(): Promise<void> {} }`],
    ['a class inherits a health()', `class Base { health() { return true; } } export class A extends Base { ${tool} }`],
    ['a member that can be called has such a name', `export class A { ${tool} private readonly start = () => 1; }`],
  ])('is "onStart" where %s', async (_why, source) => {
    expect(await activationOf(source)).toBe('onStart');
  });

  test.each([
    ['there is only a stop()', `export class A { ${tool} stop(): void {} }`],
    ['a tool has such a name', `export class A { @Tool() start(): string { return ''; } }`],
    ['what has such a name cannot be called', `export class A { ${tool} readonly start = new Date(); }`],
  ])('is unset where %s', async (_why, source) => {
    expect(await activationOf(source)).toBeUndefined();
  });

  test('is taken from package.json if set there', async () => {
    const described = { 'package.json': '{ "name": "a", "sigil": { "activation": "onFirstUse" } }' };

    expect(await activationOf(`export class A { ${tool} start(): void {} }`, described)).toBe('onFirstUse');
  });
});
