import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makePluginFolder, type PluginFolder, writeTsconfig } from '../build/plugin-folder.test-support.js';
import { greeterModel } from '../build/plugin-model.test-support.js';
import { evaluateBundle } from './evaluate-bundle.test-support.js';
import {
  missingNames,
  morePermissive,
  refusedImports,
  sameAsNode,
  type ImportCase,
} from './import-cases.test-support.js';
import { openBundler, type Bundle } from './open-bundler.js';

const greeter = `import { run } from './main.js';\nexport class Greeter { run() { return run(); } }`;

describe('a bundle runs as plain Node runs its sources', () => {
  test.each(sameAsNode)('$name', async (one) => {
    const { path: root } = await write(one);

    const expected = await runWithNode(root, one);

    expect(await runBundle(root)).toEqual(expected);
  });
});

describe('a bundle runs what Node would refuse', () => {
  test.each(morePermissive)('$name', async (one) => {
    const { path: root } = await write(one);

    expect(await runBundle(root)).toEqual(one.value);
  });
});

describe('the build refuses', () => {
  test.each(refusedImports)('$name', async (one) => {
    const { path: root } = await write(one);

    const { diagnostics, output } = await bundle(root);

    expect(output).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: 'SIGIL090', message: one.message, file: 'src/main.ts', line: 1, column: one.column },
    ]);
  });
});

describe('the build refuses, as Node does', () => {
  test.each(missingNames)('$name', async (one) => {
    const { path: root } = await write(one);

    const { diagnostics, output } = await bundle(root);

    await expect(runWithNode(root, one)).rejects.toThrow('SyntaxError');
    expect(output).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: 'SIGIL090', message: one.message, file: one.file ?? 'src/main.ts', line: 1, column: one.column },
    ]);
  });
});

test.each(['pkg', 'plain'])('a name that a later version of a package lacks ends the evaluation: %s', async (name) => {
  const folder = await write({
    name: 'gone',
    files: {
      'plugin/node_modules/pkg/package.json': '{"name":"pkg","type":"module","exports":"./i.js"}',
      'plugin/node_modules/pkg/i.js': 'export const gone = 1; export const other = 2;',
      'plugin/node_modules/plain/package.json': '{"name":"plain","main":"./i.js"}',
      'plugin/node_modules/plain/i.js': 'exports.gone = 1; exports.other = 2;',
      'plugin/src/main.ts': `import { gone } from '${name}'; import * as all from '${name}'; export const run = () => [gone, all];`,
    },
  });
  const code = Buffer.from((await bundle(folder.path)).output?.code ?? []).toString();
  await folder.write({
    'plugin/node_modules/pkg/i.js': 'export const none = 2;',
    'plugin/node_modules/plain/i.js': 'exports.none = 2;',
  });

  await expect(evaluateBundle(code, join(folder.path, 'plugin/dist/plugin.cjs'))).rejects.toThrow(
    new SyntaxError(`The requested module '${name}' does not provide an export named 'gone'`),
  );
});

test('an own file by a variable path, which the bundle cannot know, is refused with advice', async () => {
  const { path: root } = await write({
    name: 'variable',
    files: {
      'plugin/src/parts/a.ts': `export const part = 'a';`,
      'plugin/src/main.ts': `export const run = () => import(['./parts', 'a.js'].join('/')).catch((error) => [error.code, error.message]);`,
    },
  });

  expect(await runBundle(root)).toEqual([
    'ERR_MODULE_NOT_FOUND',
    'cannot import "./parts/a.js": the own files of a plugin are parts of its bundle; write the folder and the extension in the import, as in import("./folder/" + name + ".js")',
  ]);
});

test('a package that fails to load ends the evaluation with its own error', async () => {
  const { path: root } = await write({
    name: 'boom',
    files: {
      'plugin/node_modules/boom/package.json': '{"name":"boom","type":"module","exports":"./i.js"}',
      'plugin/node_modules/boom/i.js': 'throw new Error("boom at load");',
      'plugin/src/main.ts': `import 'boom'; export const run = () => 1;`,
    },
  });

  await expect(runBundle(root)).rejects.toThrow('boom at load');
});

test('a later bundle of the same bundler follows changes of sources and packages', async () => {
  const installedPackage = (text: string): Readonly<Record<string, string>> => ({
    'plugin/node_modules/late/package.json': '{"name":"late","type":"module","exports":"./i.js"}',
    'plugin/node_modules/late/i.js': text,
  });
  const folder = await write({
    name: 'later',
    files: { 'plugin/src/main.ts': `import late from 'late'; export const run = () => late;` },
  });
  const bundler = openBundler(join(folder.path, 'plugin'));
  onTestFinished(() => bundler.close());
  const codeOf = async (): Promise<string> =>
    Buffer.from((await bundler.bundle(greeterModel({}))).output?.code ?? []).toString();

  const missing = await codeOf();
  await folder.write(installedPackage('export default 1;'));
  const found = await codeOf();
  await folder.write({
    'plugin/src/main.ts': `import * as late from 'late'; export const run = () => [late.default];`,
  });
  const changed = await codeOf();

  expect(missing).toBe('');
  expect(found).toContain('await import("late")');
  expect(changed).toContain('.default]');
});

test('the bundle names every file that it was made from, and where linked packages say what they export', async () => {
  const { path: root } = await write({
    name: 'files',
    files: {
      'libs/a/package.json': '{"name":"@org/a","type":"module","exports":"./src/index.ts"}',
      'libs/a/src/index.ts': `export { b } from './b.js';`,
      'libs/a/src/b.ts': `export const b = 1;`,
      'plugin/src/main.ts': `import { b } from '@org/a'; export const run = () => b;`,
    },
    links: { 'plugin/node_modules/@org/a': 'libs/a' },
  });

  const { files } = await bundle(root);

  expect(files.map((file) => relative(root, file)).sort()).toEqual([
    'libs/a/package.json',
    'libs/a/src/b.ts',
    'libs/a/src/index.ts',
    'plugin/src/greeter.ts',
    'plugin/src/main.ts',
  ]);
});

test.each([
  ['with its own tsconfig.json', { 'libs/a/tsconfig.json': '{}' }],
  ['without one', {}],
])('a syntax error of a linked package %s is reported at its place there', async (_, more) => {
  const { path: root } = await write({
    name: 'mistake',
    files: {
      'libs/a/package.json': '{"name":"@org/a","type":"module","exports":"./src/index.ts"}',
      'libs/a/src/index.ts': `\nexport const a: string = = 'a';`,
      'plugin/src/main.ts': `import { a } from '@org/a'; export const run = () => a;`,
      ...more,
    },
    links: { 'plugin/node_modules/@org/a': 'libs/a' },
  });

  const { diagnostics } = await bundle(root);

  expect(diagnostics).toMatchObject([
    { file: '../libs/a/src/index.ts', line: 2, column: 26, message: 'Unexpected "="' },
  ]);
});

async function write({ files, links = {}, package: described, options = {} }: ImportCase): Promise<PluginFolder> {
  const folder = await makePluginFolder({
    'package.json': '{"private":true}',
    'plugin/package.json': JSON.stringify({ name: 'plugin', version: '1.0.0', type: 'module', ...described }),
    'plugin/tsconfig.json': writeTsconfig({ experimentalDecorators: true, esModuleInterop: true, ...options }),
    'plugin/src/greeter.ts': greeter,
    ...files,
  });
  const root = await realpath(folder.path);
  for (const [link, target] of Object.entries(links)) {
    await mkdir(dirname(join(root, link)), { recursive: true });
    await symlink(join(root, target), join(root, link));
  }
  return { ...folder, path: root };
}

async function bundle(root: string): Promise<Bundle> {
  const bundler = openBundler(join(root, 'plugin'));
  onTestFinished(() => bundler.close());
  return bundler.bundle(greeterModel({}));
}

/** Returns what `run()` returns in a bundle, as JSON carries it. */
async function runBundle(root: string): Promise<unknown> {
  const { diagnostics, output } = await bundle(root);
  expect(diagnostics).toEqual([]);
  const path = join(root, 'plugin/dist/plugin.cjs');
  const { classes } = await evaluateBundle(Buffer.from(output?.code ?? []).toString(), path);
  const Greeter = classes.get('Greeter')!;
  const value: unknown = await (new Greeter() as { run(): unknown }).run();
  return JSON.parse(JSON.stringify(value)) as unknown;
}

/** Returns what `run()` returns where Node runs the plugin's sources, each compiled to a file in `dist`. */
async function runWithNode(root: string, { package: described, options }: ImportCase): Promise<unknown> {
  const isCommonJs = described !== undefined && 'type' in described && described.type === 'commonjs';
  const compilerOptions = {
    ...{ target: ts.ScriptTarget.ES2022, module: isCommonJs ? ts.ModuleKind.CommonJS : ts.ModuleKind.ESNext },
    ...{ esModuleInterop: true, experimentalDecorators: true, ...options },
  };
  const from = join(root, 'plugin/src');
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(root, 'plugin/dist', relative(from, source).replace(/\.ts$/, '.js'));
    const text = await readFile(source, 'utf8');
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, source.endsWith('.ts') ? ts.transpileModule(text, { compilerOptions }).outputText : text);
  }
  const main = pathToFileURL(join(root, 'plugin/dist/main.js')).href;
  const program = `console.log(JSON.stringify(await (await import(${JSON.stringify(main)})).run()))`;
  const args = ['--no-warnings', '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as unknown;
}
