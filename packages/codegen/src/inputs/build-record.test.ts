import { cp, mkdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildPlugin } from '../build/build-plugin.js';
import { makePluginFolder, writeTsconfig, type PluginFolder } from '../build/plugin-folder.test-support.js';
import { findBuildState } from './build-record.js';

const greeter = `
import { Tool } from '@sigil/core';
import { type Word, word } from '@org/words';
import type { Mark } from 'marks';
import texts from './texts.json' with { type: 'json' };
import { repeat } from './repeat.js';

export class Greeter {
  /** Greets. */
  @Tool()
  greet(/** A word. */ given: Word, /** A mark. */ mark: Mark): string {
    return repeat(texts.hello + word + given + mark);
  }
}
`;

const options = { experimentalDecorators: true, resolveJsonModule: true, target: 'ES2022' };

const files = {
  'package-lock.json': '{}',
  'base.json': JSON.stringify({ compilerOptions: { noUnusedLocals: false } }),
  'plugin/package.json': JSON.stringify({ name: 'sample', version: '1.0.0', type: 'module' }),
  'plugin/tsconfig.json': JSON.stringify({ extends: '../base.json', ...JSON.parse(writeTsconfig(options)) }),
  'plugin/src/greeter.ts': greeter,
  'plugin/src/repeat.ts': 'export const repeat = (text: string): string => text + text;',
  'plugin/src/texts.json': JSON.stringify({ hello: 'Hello' }),
  'plugin/src/unused.ts': 'export const unused = 1;',
  'words/package.json': JSON.stringify({ name: '@org/words', type: 'module', exports: './index.js' }),
  'words/index.js': `export const word = 'word';`,
  'words/index.d.ts': `export type Word = 'a' | 'b'; export declare const word: string;`,
  'node_modules/marks/package.json': JSON.stringify({ name: 'marks', version: '1.0.0', types: './index.d.ts' }),
  'node_modules/marks/index.d.ts': `export type { Mark } from './mark.js';`,
  'node_modules/marks/mark.d.ts': `export type Mark = '!' | '?';`,
};

let folder: PluginFolder;
let plugin: string;
beforeEach(async () => {
  folder = await makePluginFolder(files);
  plugin = join(folder.path, 'plugin');
  await mkdir(join(folder.path, 'node_modules/@org'));
  await symlink(join(folder.path, 'words'), join(folder.path, 'node_modules/@org/words'));
  expect((await buildPlugin(plugin)).diagnostics).toEqual([]);
});

const read = (file: string): Promise<string> => readFile(join(folder.path, file), 'utf8');

/** Returns the path of the change, relative to the test's folder. */
function changeOf(at = plugin): string | undefined {
  const state = findBuildState(at);
  return state.kind === 'stale' ? `${state.change.how} ${state.change.path.slice(folder.path.length + 1)}` : state.kind;
}

test('a build is fresh until something changes', () => {
  expect(changeOf()).toBe('fresh');
});

test.each([
  'package-lock.json',
  'base.json',
  'plugin/package.json',
  'plugin/tsconfig.json',
  'plugin/src/greeter.ts',
  'plugin/src/repeat.ts',
  'plugin/src/texts.json',
  'words/package.json',
  'words/index.js',
  'words/index.d.ts',
  'node_modules/marks/package.json',
  'node_modules/marks/mark.d.ts',
])('%s makes it stale when its content changes, whatever its time', async (file) => {
  const { mtime } = await stat(join(folder.path, file));
  await writeFile(join(folder.path, file), `${await read(file)} `);
  await utimes(join(folder.path, file), mtime, new Date(mtime.getTime() - 60_000));

  expect(changeOf()?.replace('node_modules/@org/words', 'words')).toBe(`changed ${file}`);
});

test.each(['plugin/src/unused.ts', 'plugin/src/repeat.ts', 'words/index.js', 'node_modules/marks/mark.d.ts'])(
  '%s makes it stale when it is removed',
  async (file) => {
    await rm(join(folder.path, file));

    expect(changeOf()).toBe(`removed ${file}`);
  },
);

test.each([
  ['plugin/src/another.ts', 'plugin/src/another.ts'],
  ['plugin/src/deep/another.ts', 'plugin/src/deep/another.ts'],
  ['plugin/node_modules/marks/index.d.ts', 'plugin/node_modules'],
])('%s makes it stale when it appears', async (file, found) => {
  await folder.write({ [file]: 'export {};' });

  expect(changeOf()).toBe(`added ${found}`);
});

test('a link that leads elsewhere makes it stale', async () => {
  await cp(join(folder.path, 'words'), join(folder.path, 'other-words'), { recursive: true });
  await rm(join(folder.path, 'node_modules/@org/words'));
  await symlink(join(folder.path, 'other-words'), join(folder.path, 'node_modules/@org/words'));

  expect(changeOf()).toMatch(/^changed node_modules\/@org\/words/);
});

test.each([
  ['a later time', async () => utimes(join(plugin, 'src/greeter.ts'), new Date(), new Date(Date.now() + 60_000))],
  ['the same content', async () => folder.write({ 'plugin/src/greeter.ts': greeter })],
  ['a new test', async () => folder.write({ 'plugin/src/greeter.test.ts': 'export {};' })],
  ['notes of an editor', async () => folder.write({ 'plugin/src/.greeter.ts.swp': '', 'plugin/src/greeter.ts~': '' })],
  ['a file beside the sources', async () => folder.write({ 'plugin/scripts/run.ts': '', 'plugin/notes.md': '' })],
  ['the output', async () => folder.write({ 'plugin/dist/other.ts': '' })],
])('%s leaves it fresh', async (_, change) => {
  await change();

  expect(changeOf()).toBe('fresh');
});

test.each(['manifest.json', 'plugin.cjs', 'plugin.cjs.map', 'build-inputs.json'])(
  'a build without its %s is not known',
  async (file) => {
    await rm(join(plugin, 'dist', file));

    expect(changeOf()).toBe('unknown');
  },
);

test('a record that is left over from another build is not that of the manifest', async () => {
  const before = await read('plugin/dist/manifest.json');
  await folder.write({ 'plugin/src/greeter.ts': greeter.replace('Greets', 'Says hello') });
  await buildPlugin(plugin);

  await folder.write({ 'plugin/dist/manifest.json': before });

  expect(changeOf()).toBe('unknown');
});

describe('elsewhere', () => {
  test('a copy of the whole tree is fresh, with the same record', async () => {
    const copy = await folder.copy();
    const there = join(copy.path, 'plugin');
    await rm(join(copy.path, 'node_modules/@org/words'));
    await symlink(join(copy.path, 'words'), join(copy.path, 'node_modules/@org/words'));

    expect(findBuildState(there).kind).toBe('fresh');
    await buildPlugin(there);
    expect(await copy.read('plugin/dist/build-inputs.json')).toBe(await read('plugin/dist/build-inputs.json'));
  });

  test('a build without its sources is fresh, as in a published package', async () => {
    await rename(join(plugin, 'src'), join(folder.path, 'gone'));

    expect(changeOf()).toBe('fresh');
  });
});

test('a build without a record is known only where its sources are not', async () => {
  await rm(join(plugin, 'dist/build-inputs.json'));
  const besideSources = changeOf();
  await rm(join(plugin, 'src'), { recursive: true });

  expect([besideSources, changeOf()]).toEqual(['unknown', 'fresh']);
});

test('a build with errors leaves the record of the last good one', async () => {
  const before = await read('plugin/dist/build-inputs.json');
  await folder.write({ 'plugin/src/greeter.ts': 'export class Greeter {' });

  await buildPlugin(plugin);

  expect(await read('plugin/dist/build-inputs.json')).toBe(before);
  expect(changeOf()).toBe('changed plugin/src/greeter.ts');
});
