import { SourceMap, type SourceMapping, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ArgumentProblem, PluginModule } from '@sigil/core/building';
import { publicationsOf } from '@sigil/core/catalog';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makePluginFolder, writeTsconfig, type PluginFolder } from '../build/plugin-folder.test-support.js';
import { greeterModel, greetTool, stringParameter } from '../build/plugin-model.test-support.js';
import { idleContext } from '../plugin-code/evaluate-decoders.test-support.js';
import type { ParameterModel, PluginModel } from '../model/plugin-model.js';
import { evaluateBundle } from './evaluate-bundle.test-support.js';
import { openBundler, type Bundle } from './open-bundler.js';

const times: ParameterModel = {
  kind: 'argument',
  property: { name: 'times', node: { kind: 'number' }, isRequired: false },
};
const tool = greetTool([stringParameter('name'), times]);
const model = greeterModel({ exportName: 'default', methods: [tool] });

const source = `
  import { schemaOf, Tool } from '@sigil/core';
  import { repeat } from './repeat.js';

  export default class Greeter {
    readonly #mark: string;
    constructor(configuration?: { mark: string }) { this.#mark = configuration?.mark ?? '!'; }

    @Tool({ readOnly: true })
    greet(name: string, times = 2): string { return repeat('Hello ' + name + this.#mark, times); }

    where(): string { return import.meta.url; }
  }
`;

const repeat = `export function repeat(text: string, times: number): string { return Array(times).fill(text).join(' '); }`;

const lineOf = (text: string, word: string): number => text.slice(0, text.indexOf(word)).split('\n').length - 1;

async function bundle(folder: PluginFolder, of: PluginModel = model): Promise<Bundle> {
  const bundler = openBundler(folder.path);
  onTestFinished(() => bundler.close());
  return bundler.bundle(of);
}

async function evaluate(folder: PluginFolder): Promise<PluginModule> {
  const { output, diagnostics } = await bundle(folder);
  expect(diagnostics).toEqual([]);
  return evaluateBundle(Buffer.from(output?.code ?? []).toString(), join(folder.path, 'dist', 'plugin.cjs'));
}

describe.each([
  ['experimental decorators', { experimentalDecorators: true }],
  ['standard decorators', { experimentalDecorators: false }],
])('with %s', (_, compilerOptions) => {
  const files = { 'src/greeter.ts': source, 'src/repeat.ts': repeat, 'tsconfig.json': writeTsconfig(compilerOptions) };

  test('decoder and method of a bundled class work together', async () => {
    const plugin = await evaluate(await makePluginFolder(files));
    const Greeter = plugin.classes.get('Greeter');
    const problems: ArgumentProblem[] = [];

    const args = plugin.tools.get('greet')?.decode({ name: 'Ada' }, idleContext, problems) ?? [];
    const greeter = new Greeter!({ mark: '?' }) as { greet(...args: readonly unknown[]): string };

    expect(plugin.abi).toBe(3);
    expect(problems).toEqual([]);
    expect(greeter.greet(...args)).toBe('Hello Ada? Hello Ada?');
  });

  test('the class keeps its name and the record of what it publishes', async () => {
    const Greeter = (await evaluate(await makePluginFolder(files))).classes.get('Greeter');

    expect(Greeter?.name).toBe('Greeter');
    expect([...publicationsOf(Greeter!)]).toEqual([['greet', ['tool']]]);
  });
});

test('a class keeps its name beside another class of the same name', async () => {
  const other = `class Greeter {}\n${repeat.replace('fill(text)', 'fill(text + Greeter.length)')}`;
  const folder = await makePluginFolder({ 'src/greeter.ts': source, 'src/repeat.ts': other });

  expect((await evaluate(folder)).classes.get('Greeter')?.name).toBe('Greeter');
});

test('an export whose name is not an identifier is found', async () => {
  const named = source.replace('export default class', 'class').concat("\nexport { Greeter as 'the greeter' };");
  const folder = await makePluginFolder({ 'src/greeter.ts': named, 'src/repeat.ts': repeat });

  const { diagnostics } = await bundle(folder, greeterModel({ exportName: 'the greeter', methods: [tool] }));

  expect(diagnostics).toEqual([]);
});

test("import.meta.url is the URL of the source's compiled file beside the bundle", async () => {
  const folder = await makePluginFolder({ 'src/greeter.ts': source, 'src/repeat.ts': repeat });
  const Greeter = (await evaluate(folder)).classes.get('Greeter');

  const greeter = new Greeter!() as { where(): string };

  expect(greeter.where()).toBe(pathToFileURL(join(folder.path, 'dist', 'greeter.js')).href);
});

test('installed packages stay external, and the output does not contain the path of the folder', async () => {
  const folder = await makePluginFolder({ 'src/greeter.ts': source, 'src/repeat.ts': repeat });

  const { output } = await bundle(folder);
  const code = Buffer.from(output?.code ?? []).toString();
  const map = Buffer.from(output?.map ?? []).toString();

  expect(code).not.toContain('@sigil/core');
  expect(code).toContain('//# sourceMappingURL=plugin.cjs.map');
  expect(code + map).not.toContain(folder.path);
  expect((JSON.parse(map) as { sources: string[] }).sources).toContain('../src/greeter.ts');
});

test('helpers that no decoder uses are left out', async () => {
  const folder = await makePluginFolder({ 'src/greeter.ts': source, 'src/repeat.ts': repeat });

  const { output } = await bundle(folder);
  const code = Buffer.from(output?.code ?? []).toString();

  expect(code).toContain('function refuse(');
  expect(code).not.toContain('function isIpv6(');
});

test('a second bundle picks up changes in the source and in the model', async () => {
  const folder = await makePluginFolder({ 'src/greeter.ts': source, 'src/repeat.ts': repeat });
  const bundler = openBundler(folder.path);
  onTestFinished(() => bundler.close());
  const first = Buffer.from((await bundler.bundle(model)).output?.code ?? []).toString();

  await folder.write({ 'src/repeat.ts': repeat.replace("join(' ')", "join('-')") });
  const renamed = { name: 'Renamed', exportName: 'default', methods: [{ ...tool, name: 'salute' }] };
  const second = await bundler.bundle(greeterModel(renamed));
  const code = Buffer.from(second.output?.code ?? []).toString();

  expect(first).toContain('join(" ")');
  expect(code).toContain('join("-")');
  expect(code).toContain('"Renamed"');
  expect(code).toContain('"salute"');
});

describe('schemas', () => {
  const asking = source.replace("'Hello '", 'JSON.stringify(schemaOf<{ é: 1 }>()) + (() => new Error().stack)()');
  const callsIn = (path: string, text: string): PluginModel['schemaCalls'] => [
    {
      file: `${path}/src/greeter.ts`,
      offset: asking.indexOf('schemaOf<{ é: 1 }>(') + 'schemaOf<{ é: 1 }>('.length,
      text,
    },
  ];

  test('are inserted into the calls that need them, and the source map stays exact after them', async () => {
    const folder = await makePluginFolder({ 'src/greeter.ts': asking, 'src/repeat.ts': repeat });

    const { output, diagnostics } = await bundle(folder, { ...model, schemaCalls: callsIn(folder.path, '{"é":1}') });
    const code = Buffer.from(output?.code ?? []).toString();
    const map = JSON.parse(Buffer.from(output?.map ?? []).toString()) as SourceMapPayload;
    const before = code.slice(0, code.indexOf('new Error()')).split('\n');
    const place = new SourceMap(map).findEntry(before.length - 1, before.at(-1)!.length);

    expect(diagnostics).toEqual([]);
    expect(code).toContain('schemaOf)({ "é": 1 })');
    expect(map.sources).toContain('../src/greeter.ts');
    expect(map.sourcesContent[map.sources.indexOf('../src/greeter.ts')]).toBe(asking);
    expect(place).toMatchObject({ originalSource: '../src/greeter.ts', originalLine: lineOf(asking, 'new Error()') });
    expect(
      asking.split('\n')[(place as SourceMapping).originalLine]?.slice((place as SourceMapping).originalColumn),
    ).toMatch(/^new Error/);
  });

  test('are updated and removed in later bundles', async () => {
    const folder = await makePluginFolder({ 'src/greeter.ts': asking, 'src/repeat.ts': repeat });
    const bundler = openBundler(folder.path);
    onTestFinished(() => bundler.close());
    const codeWith = async (schemaCalls: PluginModel['schemaCalls']) =>
      Buffer.from((await bundler.bundle({ ...model, schemaCalls })).output?.code ?? []).toString();

    const first = await codeWith(callsIn(folder.path, '1'));
    const second = await codeWith(callsIn(folder.path, '2'));
    const third = await codeWith([]);

    expect([first, second, third].map((code) => /schemaOf\)\((.*?)\)/.exec(code)?.[1])).toEqual(['1', '2', '']);
  });

  test('are not inserted into a file that has changed since it was read', async () => {
    const folder = await makePluginFolder({ 'src/greeter.ts': `\n${asking}`, 'src/repeat.ts': repeat });

    const { output, diagnostics } = await bundle(folder, { ...model, schemaCalls: callsIn(folder.path, '{}') });

    expect(output).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'SIGIL090', file: 'src/greeter.ts', line: 1, column: 1 }]);
    expect(diagnostics[0]?.message).toBe('this file has changed while it was being built; build again');
  });
});

describe('errors in the code', () => {
  test('are reported at their place, counted in characters', async () => {
    const folder = await makePluginFolder({
      'src/greeter.ts': "/* é */ import './missing.js';\nexport default class {}",
    });

    const { output, diagnostics } = await bundle(folder);

    expect(output).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: 'SIGIL090', file: 'src/greeter.ts', line: 1, column: 16, length: "'./missing.js'".length },
    ]);
    expect(diagnostics[0]?.message).toContain('./missing.js');
  });

  test('include a required module that awaits at its top level, with its own code SIGIL091', async () => {
    const folder = await makePluginFolder({
      'src/greeter.ts': `const own = require('./own.js');\nexport default class { own = own; }`,
      'src/own.ts': 'await Promise.resolve();\nexport {};',
    });

    const { diagnostics } = await bundle(folder);

    expect(diagnostics).toMatchObject([{ code: 'SIGIL091', file: 'src/greeter.ts', line: 1, column: 13 }]);
  });
});
