import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { publicationsOf, type ArgumentProblem, type PluginModule } from '@sigil/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makePluginFolder, writeTsconfig, type PluginFolder } from '../build/plugin-folder.test-support.js';
import { idleContext } from '../decoders/evaluate-decoders.test-support.js';
import type { PluginModel } from '../model/plugin-model.js';
import { evaluateBundle } from './evaluate-bundle.test-support.js';
import { openBundler, type Bundle } from './open-bundler.js';

const model: PluginModel = {
  classes: [
    {
      ...{ name: 'Greeter', exportName: 'default', file: 'src/greeter.ts', completions: [] },
      methods: [
        {
          ...{ kind: 'tool', method: 'greet', name: 'greet', returns: { kind: 'text' } },
          parameters: [
            { kind: 'argument', property: { name: 'name', node: { kind: 'string' }, isRequired: true } },
            { kind: 'argument', property: { name: 'times', node: { kind: 'number' }, isRequired: false } },
          ],
        },
      ],
    },
  ],
};

const source = `
  import { Tool } from '@sigil/core';
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

async function bundle(folder: PluginFolder, of: PluginModel = model): Promise<Bundle> {
  const bundler = await openBundler(folder.path);
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

    expect(plugin.abi).toBe(2);
    expect(problems).toEqual([]);
    expect(greeter.greet(...args)).toBe('Hello Ada? Hello Ada?');
  });

  test('the class keeps its name and the record of what it publishes', async () => {
    const Greeter = (await evaluate(await makePluginFolder(files))).classes.get('Greeter');

    expect(Greeter?.name).toBe('Greeter');
    expect([...publicationsOf(Greeter!)]).toEqual([['greet', ['tool']]]);
  });
});

test('a class keeps its name beside another of that name', async () => {
  const other = `class Greeter {}\n${repeat.replace('fill(text)', 'fill(text + Greeter.length)')}`;
  const folder = await makePluginFolder({ 'src/greeter.ts': source, 'src/repeat.ts': other });

  expect((await evaluate(folder)).classes.get('Greeter')?.name).toBe('Greeter');
});

test('an export whose name is no identifier is found', async () => {
  const named = source.replace('export default class', 'class').concat("\nexport { Greeter as 'the greeter' };");
  const folder = await makePluginFolder({ 'src/greeter.ts': named, 'src/repeat.ts': repeat });
  const [owner] = model.classes;

  const { diagnostics } = await bundle(folder, { classes: [{ ...owner!, exportName: 'the greeter' }] });

  expect(diagnostics).toEqual([]);
});

test('import.meta.url is the address of the bundle', async () => {
  const folder = await makePluginFolder({ 'src/greeter.ts': source, 'src/repeat.ts': repeat });
  const Greeter = (await evaluate(folder)).classes.get('Greeter');

  const greeter = new Greeter!() as { where(): string };

  expect(greeter.where()).toBe(pathToFileURL(join(folder.path, 'dist', 'plugin.cjs')).href);
});

test('installed packages stay outside and no path of the machine gets in', async () => {
  const folder = await makePluginFolder({ 'src/greeter.ts': source, 'src/repeat.ts': repeat });

  const { output } = await bundle(folder);
  const code = Buffer.from(output?.code ?? []).toString();
  const map = Buffer.from(output?.map ?? []).toString();

  expect(code).toContain('require("@sigil/core")');
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

test('a second bundle sees what changed in the source and in the model', async () => {
  const folder = await makePluginFolder({ 'src/greeter.ts': source, 'src/repeat.ts': repeat });
  const bundler = await openBundler(folder.path);
  onTestFinished(() => bundler.close());
  const first = Buffer.from((await bundler.bundle(model)).output?.code ?? []).toString();

  await folder.write({ 'src/repeat.ts': repeat.replace("join(' ')", "join('-')") });
  const [owner] = model.classes;
  const methods = owner!.methods.map((method) => ({ ...method, name: 'salute' }));
  const second = await bundler.bundle({ classes: [{ ...owner!, name: 'Renamed', methods }] });
  const code = Buffer.from(second.output?.code ?? []).toString();

  expect(first).toContain('join(" ")');
  expect(code).toContain('join("-")');
  expect(code).toContain('"Renamed"');
  expect(code).toContain('"salute"');
});

describe('what is wrong with the code', () => {
  test('is reported where it stands, in characters', async () => {
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

  test('is also what a bundle cannot know of its module', async () => {
    const text = "export default class { where(): string { return import.meta.resolve('x'); } }";
    const folder = await makePluginFolder({ 'src/greeter.ts': text });

    const { diagnostics } = await bundle(folder);

    expect(diagnostics).toMatchObject([{ code: 'SIGIL090', file: 'src/greeter.ts', line: 1 }]);
  });

  test('a top-level await has a code of its own', async () => {
    const folder = await makePluginFolder({ 'src/greeter.ts': 'await Promise.resolve();\nexport default class {}' });

    const { diagnostics } = await bundle(folder);

    expect(diagnostics).toMatchObject([{ code: 'SIGIL091', file: 'src/greeter.ts', line: 1, column: 1 }]);
  });
});
