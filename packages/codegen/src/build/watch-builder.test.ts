import { EventEmitter, once } from 'node:events';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { BuildResult } from './build-result.js';
import type { PluginReader } from '../reader/plugin-reader.js';
import { openBuilder } from './open-builder.js';
import { makePluginFolder, type PluginFolder, writeTsconfig } from './plugin-folder.test-support.js';
import { greeterModel, greetTool } from './plugin-model.test-support.js';
import { watchBuilder, type Watch } from './watch-builder.js';

const source = (greeting: string): string =>
  `export class Greeter { greet(): string { return ${JSON.stringify(greeting)}; } }`;

const model = greeterModel({ methods: [greetTool()] });

interface Watching {
  readonly watch: Watch;
  readonly results: BuildResult[];
  /** The files that the reader was told to read again. */
  readonly refreshed: string[];
  /** Resolves with the first matching result, past or future. */
  resultWhere(fits: (result: BuildResult) => boolean): Promise<BuildResult>;
}

async function watchFolder(folder: PluginFolder): Promise<Watching> {
  const results: BuildResult[] = [];
  const refreshed: string[] = [];
  const reports = new EventEmitter();
  const reader: PluginReader = {
    read: () => ({ model, diagnostics: [], files: [] }),
    readFirst: async () => ({ model, diagnostics: [], files: [] }),
    refresh: (changed) => void refreshed.push(...changed),
    close: () => undefined,
  };
  const watch = await watchBuilder(await openBuilder(folder.path, () => reader), {
    onBuild: (result) => {
      results.push(result);
      reports.emit('build');
    },
  });
  onTestFinished(() => watch.close());
  const resultWhere = async (fits: (result: BuildResult) => boolean): Promise<BuildResult> => {
    for (;;) {
      const found = results.find(fits);
      if (found) return found;
      await once(reports, 'build');
    }
  };
  return { watch, results, refreshed, resultWhere };
}

test('the first build is reported before watchBuilder() resolves', async () => {
  const { results } = await watchFolder(await makePluginFolder({ 'src/greeter.ts': source('Hello') }));

  expect(results).toMatchObject([{ wroteFiles: true, diagnostics: [] }]);
});

test('saving a source rebuilds it, and the reader refreshes only the changed file', async () => {
  const folder = await makePluginFolder({ 'src/greeter.ts': source('Hello') });
  const { results, refreshed, resultWhere } = await watchFolder(folder);
  const before = results[0]?.manifest?.code.cid;

  await folder.write({ 'src/greeter.ts': source('Good morning') });
  await resultWhere((result) => result.manifest !== undefined && result.manifest.code.cid !== before);

  expect(await folder.read('dist/plugin.cjs')).toContain('Good morning');
  expect(new Set(refreshed)).toEqual(new Set([`${folder.path}/src/greeter.ts`]));
});

test('a broken save is reported and keeps the last build, and the next good save is built', async () => {
  const folder = await makePluginFolder({ 'src/greeter.ts': source('Hello') });
  const { results, resultWhere } = await watchFolder(folder);
  const good = await folder.read('dist/plugin.cjs');

  await folder.write({ 'src/greeter.ts': 'export class Greeter {' });
  const broken = await resultWhere((result) => result.diagnostics.length > 0);
  const kept = await folder.read('dist/plugin.cjs');
  await folder.write({ 'src/greeter.ts': source('Again') });
  await resultWhere((result) => result.wroteFiles && results.indexOf(result) > results.indexOf(broken));

  expect(broken.diagnostics[0]?.code).toBe('SIGIL090');
  expect(kept).toBe(good);
});

test('watching reacts to package.json and ignores dist, node_modules and unrelated files', async () => {
  const folder = await makePluginFolder({ 'src/greeter.ts': source('Hello') });
  const { refreshed, resultWhere } = await watchFolder(folder);

  await folder.write({ 'node_modules/x/index.js': '', 'dist/other.js': '', 'notes.md': '' });
  await folder.write({ 'package.json': JSON.stringify({ name: 'sample', version: '2.0.0' }) });
  await resultWhere((result) => result.manifest?.plugin.version === '2.0.0');

  expect(new Set(refreshed)).toEqual(new Set([`${folder.path}/package.json`]));
});

test.each(['src', 'dist'])('saving a file in the folder %s of a linked package rebuilds the plugin', async (place) => {
  const folder = await makePluginFolder({
    'plugin/package.json': JSON.stringify({ name: 'sample', version: '1.0.0', type: 'module' }),
    'plugin/tsconfig.json': writeTsconfig({}),
    'plugin/src/greeter.ts': `import { word } from '@org/words'; export class Greeter { greet() { return word; } }`,
    'words/package.json': JSON.stringify({ name: '@org/words', type: 'module', exports: `./${place}/index.js` }),
    [`words/${place}/index.js`]: `export const word = 'before';`,
  });
  await mkdir(join(folder.path, 'plugin/node_modules/@org'), { recursive: true });
  await symlink(join(folder.path, 'words'), join(folder.path, 'plugin/node_modules/@org/words'));
  const { results, refreshed, resultWhere } = await watchFolder({ ...folder, path: join(folder.path, 'plugin') });
  const before = results[0]?.manifest?.code.cid;

  await folder.write({ [`words/${place}/index.js`]: `export const word = 'after';` });
  await resultWhere((result) => result.manifest !== undefined && result.manifest.code.cid !== before);

  expect(await folder.read('plugin/dist/plugin.cjs')).toContain('after');
  expect(refreshed).toEqual([]);
});

test('a closed watch builds nothing more', async () => {
  const folder = await makePluginFolder({ 'src/greeter.ts': source('Hello') });
  const closed = await watchFolder(folder);
  const other = await watchFolder(folder);

  await closed.watch.close();
  await folder.write({ 'src/greeter.ts': source('Too late') });
  await other.resultWhere((result) => result.wroteFiles);

  expect(closed.results).toHaveLength(1);
});

test('an error that is not a diagnostic is passed to onError', async () => {
  const folder = await makePluginFolder({ 'src/greeter.ts': source('Hello'), dist: 'a file is in the way' });
  const reader: PluginReader = {
    read: () => ({ model, diagnostics: [], files: [] }),
    readFirst: async () => ({ model, diagnostics: [], files: [] }),
    refresh: () => undefined,
    close: () => undefined,
  };
  const errors: unknown[] = [];

  const watch = await watchBuilder(await openBuilder(folder.path, () => reader), {
    onBuild: () => undefined,
    onError: (cause) => void errors.push(cause),
  });
  onTestFinished(() => watch.close());

  expect(errors).toHaveLength(1);
});
