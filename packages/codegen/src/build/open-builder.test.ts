import { writeFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cidOf, type Manifest } from '@sigil/core/building';
import { describe, expect, onTestFinished, test } from 'vitest';
import { changedInputs } from '../inputs/build-inputs.js';
import type { Diagnostic } from '../model/diagnostic.js';
import { openPluginReader, type PluginReader, type PluginReading } from '../reader/plugin-reader.js';
import { openBuilder, type Builder } from './open-builder.js';
import { makePluginFolder, writeTsconfig, type PluginFolder } from './plugin-folder.test-support.js';
import { greeterModel, greetTool, stringParameter } from './plugin-model.test-support.js';

const model = greeterModel({ methods: [greetTool([stringParameter('name'), stringParameter('area')])] });

const files = { 'src/greeter.ts': `export class Greeter { greet(name: string): string { return 'Hello ' + name; } }` };

const problem: Diagnostic = {
  ...{ code: 'SIGIL040', message: 'it says nothing', fix: 'say something' },
  ...{ file: 'src/greeter.ts', line: 1, column: 1, length: 1 },
};

/** A reader that returns a given result, and records its calls. */
function readerOf(reading: Partial<PluginReading>): PluginReader & { readonly heard: string[] } {
  const heard: string[] = [];
  return {
    heard,
    read: () => ({ model, diagnostics: [], files: [], ...reading }),
    readFirst: async () => ({ model, diagnostics: [], files: [], ...reading }),
    readUnchecked: () => ({ model, diagnostics: [], files: [], ...reading }),
    refresh: (changed) => void heard.push(...changed),
    close: () => void heard.push('closed'),
  };
}

async function builderFor(folder: PluginFolder, reading: Partial<PluginReading> = {}): Promise<Builder> {
  const builder = await openBuilder(folder.path, () => readerOf(reading));
  onTestFinished(() => builder.close());
  return builder;
}

test('a build writes code, source map and a manifest with the CID of the code', async () => {
  const folder = await makePluginFolder(files);

  const result = await (await builderFor(folder)).build();
  const manifest = JSON.parse(await folder.read('dist/manifest.json')) as Manifest;

  expect(result).toMatchObject({ folder: folder.path, diagnostics: [], wroteFiles: true, manifest });
  expect(manifest.plugin).toEqual({ name: 'sample', version: '1.0.0' });
  expect(manifest.code).toEqual({ file: 'plugin.cjs', cid: await cidOf(await folder.read('dist/plugin.cjs')) });
  const written = ['build-inputs.json', 'manifest.json', 'plugin.cjs', 'plugin.cjs.map'];
  expect((await readdir(join(folder.path, 'dist'))).sort()).toEqual(written);
});

test('the order of required parameters survives in the canonical manifest', async () => {
  const { manifest } = await (await builderFor(await makePluginFolder(files))).read();

  expect(manifest?.tools[0]?.inputSchema.required).toEqual(['name', 'area']);
});

test('a build for targets rewrites input schemas and leaves the code unchanged', async () => {
  const folder = await makePluginFolder(files);
  const nullable = { kind: 'literals', values: ['a', null] } as const;
  const parameter = { kind: 'argument', property: { name: 'name', node: nullable, isRequired: true } } as const;
  const reading = { model: greeterModel({ methods: [greetTool([parameter])] }) };
  const plain = await (await builderFor(folder, reading)).build();
  const builder = await openBuilder(folder.path, () => readerOf(reading), { targets: ['cursor'] });
  onTestFinished(() => builder.close());

  const { manifest } = await builder.build();

  expect(JSON.parse(await folder.read('dist/manifest.json'))).toEqual(manifest);
  expect(manifest?.code).toEqual(plain.manifest?.code);
  expect(manifest?.tools[0]?.inputSchema.properties).toEqual({
    name: { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
  });
});

describe('a tool whose name clients refuse', () => {
  const dotted = { model: greeterModel({ methods: [greetTool([stringParameter('name')], { name: 'wx.greet' })] }) };
  const warning = (targets: string): object => ({
    code: expect.stringMatching(/^[a-z]+\/tool-name-pattern$/) as string,
    severity: 'warning',
    message: expect.stringMatching(new RegExp(`^tool "wx\\.greet": .*: refused by ${targets}$`)) as string,
    fix: expect.stringContaining('"_"') as string,
    ...{ file: 'src/greeter.ts', line: dotted.model.classes[0]!.methods[0]!.at.line },
  });

  test('is a warning at its declaration, and the plugin is built', async () => {
    const { diagnostics, manifest } = await (await builderFor(await makePluginFolder(files), dotted)).build();

    expect(manifest?.tools).toMatchObject([{ name: 'wx.greet' }]);
    expect(diagnostics).toMatchObject([warning('claude, openai, cursor')]);
  });

  test('is a warning only if the package.json names such a client, or no client', async () => {
    const targeting = (targets: readonly string[]): string => JSON.stringify({ name: 'a', sigil: { targets } });
    const buildFor = async (targets: readonly string[]) =>
      (await builderFor(await makePluginFolder({ ...files, 'package.json': targeting(targets) }), dotted)).build();

    const [gemini, cursor] = [await buildFor(['gemini']), await buildFor(['gemini', 'cursor'])];

    expect(gemini).toMatchObject({ diagnostics: [], targets: ['gemini'] });
    expect(cursor.diagnostics).toMatchObject([warning('cursor')]);
  });

  test('is checked for the clients of the build, if it has any', async () => {
    const folder = await makePluginFolder(files);
    const builder = await openBuilder(folder.path, () => readerOf(dotted), { targets: ['openai'] });
    onTestFinished(() => builder.close());

    expect((await builder.read()).diagnostics).toMatchObject([warning('openai')]);
  });
});

test('read() returns the place where a tool is declared', async () => {
  const { places } = await (await builderFor(await makePluginFolder(files))).read();

  expect(places?.get('greet')?.at).toMatchObject({ file: 'src/greeter.ts', line: 1 });
});

test.each(['plugin.cjs', 'plugin.cjs.map'])('no manifest is written when %s cannot be written', async (name) => {
  const folder = await makePluginFolder({ ...files, [`dist/${name}/in-the-way`]: '' });
  const builder = await builderFor(folder);

  await expect(builder.build()).rejects.toThrow(`"${name}" cannot be written`);

  expect(await readdir(join(folder.path, 'dist'))).not.toContain('manifest.json');
});

test('a second build writes nothing', async () => {
  const folder = await makePluginFolder(files);
  const builder = await builderFor(folder);
  await builder.build();
  const before = await stat(join(folder.path, 'dist', 'manifest.json'));

  const { wroteFiles } = await builder.build();

  expect(wroteFiles).toBe(false);
  expect((await stat(join(folder.path, 'dist', 'manifest.json'))).ino).toBe(before.ino);
});

test('a copy in another folder builds to the same bytes', async () => {
  const folder = await makePluginFolder(files);
  const copy = await folder.copy();

  await (await builderFor(folder)).build();
  await (await builderFor(copy)).build();

  for (const file of ['dist/manifest.json', 'dist/plugin.cjs', 'dist/plugin.cjs.map']) {
    expect(await copy.read(file)).toBe(await folder.read(file));
  }
});

test('read() writes nothing and returns the manifest that build() would', async () => {
  const folder = await makePluginFolder(files);
  const builder = await builderFor(folder);

  const { manifest } = await builder.read();

  expect(await readdir(folder.path)).not.toContain('dist');
  expect(manifest).toEqual((await builder.build()).manifest);
});

describe('diagnostics of a build', () => {
  test('prevent writing and keep the previous build', async () => {
    const folder = await makePluginFolder(files);
    await (await builderFor(folder)).build();
    const before = await folder.read('dist/manifest.json');

    const result = await (await builderFor(folder, { diagnostics: [problem] })).build();

    expect(result.manifest).toBeUndefined();
    expect(result.diagnostics).toEqual([problem]);
    expect(await folder.read('dist/manifest.json')).toBe(before);
  });

  test('include bundler errors, which also prevent writing', async () => {
    const folder = await makePluginFolder({ 'src/greeter.ts': 'export class Greeter {' });

    const { diagnostics, wroteFiles } = await (await builderFor(folder)).build();

    expect(diagnostics).toMatchObject([{ code: 'SIGIL090', file: 'src/greeter.ts', line: 1 }]);
    expect(wroteFiles).toBe(false);
  });

  const clients = '"sigil.targets" must be a list of claude, openai, gemini, vscode, cursor';
  const instructions = '"sigil.instructions" must be a text that is not empty';
  const text = 'Write a text for models, such as `"Search before you order."`, or leave the key out.';
  const keys =
    'plugin, instructions, activation, discovery, strict, targets, link, mcp_enabled, commitManifest, framework, programs';

  test.each([
    ['{', 1, 'package.json is no JSON object', 'Write it as JSON between `{` and `}`'],
    ['[]', 1, 'package.json is no JSON object', 'Write it as JSON between `{` and `}`'],
    ['{}', 1, 'package.json has no "name"', 'Add `"name": "weather"`'],
    ['{ "name": "a", §"sigil": true }', 0, '"sigil" must be an object', 'Write `"sigil": { "plugin": true }`.'],
    ['{ "name": "a", "sigil": { §"targets": ["word"] } }', 0, clients, 'Write a list such as `["claude"]`'],
    ['{ "name": "a", "sigil": { §"targets": [] } }', 0, clients, 'Write a list such as `["claude"]`'],
    [
      '{ "name": "a", "sigil": { §"activation": "later" } }',
      0,
      '"sigil.activation" must be "onFirstUse" or "onStart"',
      'Write one of the two, or leave the key out.',
    ],
    [
      '{ "name": "a", "sigil": { §"discovery": "find" } }',
      0,
      '"sigil.discovery" must be "all", "search" or "auto"',
      'Write one of the three, or leave the key out.',
    ],
    [
      '{ "name": "a", "sigil": { §"strict": "yes" } }',
      0,
      '"sigil.strict" must be true or false',
      'Write true or false',
    ],
    ['{ "name": "a", "sigil": { §"framework": "next" } }', 0, '"sigil.framework" must be "nestjs"', 'Write `"nestjs"`'],
    ['{ "name": "a", "sigil": { §"instructions": [] } }', 0, instructions, text],
    ['{ "name": "a", "sigil": {\n  "plugin": true,\n  §"instructions": " " } }', 0, instructions, text],
    [
      '{ "name": "a", "sigil": { "strict": true, §"instruction": "Look." } }',
      0,
      '"sigil.instruction" is no key of "sigil"',
      'Write "instructions".',
    ],
    ['{ "name": "a", "sigil": { §"Strict": true } }', 0, '"sigil.Strict" is no key of "sigil"', 'Write "strict".'],
    ['{ "name": "a", "sigil": { §"colour": 1 } }', 0, '"sigil.colour" is no key of "sigil"', `the keys are ${keys}.`],
  ])('report the invalid package.json %s', async (marked, start, message, fix) => {
    const folder = await makePluginFolder({ ...files, 'package.json': marked.replace('§', '') });
    const before = start === 1 ? '' : marked.slice(0, marked.indexOf('§'));

    const { diagnostics } = await (await builderFor(folder)).build();

    const [line, column] = [before.split('\n').length, (before.split('\n').at(-1) ?? '').length + 1];
    const fixed = expect.stringContaining(fix) as string;
    expect(diagnostics).toMatchObject([{ code: 'SIGIL092', message, fix: fixed, file: 'package.json', line, column }]);
  });

  test('report all faults of a package.json at once, in their order', async () => {
    const sigil = { instruction: 'Look.', instructions: 5, strict: 0 };
    const folder = await makePluginFolder({ ...files, 'package.json': JSON.stringify({ sigil }) });

    const { diagnostics } = await (await builderFor(folder)).build();

    expect(diagnostics.map(({ message }) => message)).toEqual([
      'package.json has no "name"',
      '"sigil.instruction" is no key of "sigil"',
      instructions,
      '"sigil.strict" must be true or false',
    ]);
  });

  test('accept every key of "sigil" that a plugin may have', async () => {
    const sigil = {
      ...{ plugin: true, instructions: 'Look.', activation: 'onStart', strict: false, targets: ['claude'] },
      ...{ link: 'process', mcp_enabled: true, commitManifest: true, programs: [], discovery: 'search' },
      framework: 'nestjs',
    };
    const folder = await makePluginFolder({ ...files, 'package.json': JSON.stringify({ name: 'a', sigil }) });

    expect((await (await builderFor(folder)).build()).diagnostics).toEqual([]);
  });

  test('report a plugin that publishes nothing', async () => {
    const { diagnostics } = await (
      await builderFor(await makePluginFolder(files), { model: { classes: [], schemaCalls: [] } })
    ).build();

    expect(diagnostics).toMatchObject([{ code: 'SIGIL093', fix: expect.stringContaining('@Tool()') as string }]);
  });
});

test('opening a folder that does not exist throws an error that names it', async () => {
  await expect(openBuilder('/no/such/plugin', () => readerOf({}))).rejects.toThrow('"/no/such/plugin"');
});

test('the builder passes changed files to the reader and closes it', async () => {
  const reader = readerOf({});
  const builder = await openBuilder((await makePluginFolder(files)).path, () => reader);

  await builder.read();
  builder.refresh(['/a.ts']);
  await builder.close();

  expect(reader.heard).toEqual(['/a.ts', 'closed']);
});

test('a source that appears while it is looked for is a change after the build, and the next build reads it', async () => {
  const folder = await makePluginFolder({
    'src/main.ts': `import { word } from './word.js';\nexport const said = word;`,
  });
  const late = join(folder.path, 'src/word.ts');
  let isLate = true;
  const builder = await openBuilder(folder.path, (path, inputs) => {
    const reader = openPluginReader(path, { inputs });
    const read = (): PluginReading => {
      const reading = reader.read();
      if (isLate) writeFileSync(late, 'export const word = 1;');
      isLate = false;
      return reading;
    };
    return { ...reader, read, readFirst: async () => read() };
  });
  onTestFinished(() => builder.close());
  const codes = async (): Promise<string[]> => (await builder.build()).diagnostics.map(({ code }) => code);

  const first = await codes();
  const changes = [...changedInputs(builder.inputs)].map(({ path }) => path);
  builder.refresh(changes);
  const second = await codes();

  expect([first, [...new Set(changes)]]).toEqual([['SIGIL001'], [late]]);
  expect([second, [...changedInputs(builder.inputs)]]).toEqual([['SIGIL093'], []]);
});

test('adding a tsconfig.json changes how the code is bundled', async () => {
  const withField = 'export class Greeter { name = 1; greet(): string { return String(this.name); } }';
  const folder = await makePluginFolder({ 'src/greeter.ts': withField });
  await folder.remove('tsconfig.json');
  const builder = await builderFor(folder);
  const before = (await builder.build()).manifest?.code.cid;

  await folder.write({ 'tsconfig.json': writeTsconfig({ useDefineForClassFields: false }) });
  builder.refresh([join(folder.path, 'tsconfig.json')]);

  expect((await builder.build()).manifest?.code.cid).not.toBe(before);
});
