/** A plugins folder that is itself a plugin. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { findLeftOut } from './find-left-out.js';
import { findPluginFolders } from './find-plugin-folders.js';
import { findPluginPlaces } from './find-plugin-places.js';

let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'sigil-own-')), 'inn');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'dist'), { recursive: true });
  await mkdir(join(folder, 'parts', 'bar'), { recursive: true });
  await writeFile(join(folder, 'dist', 'manifest.json'), '{}');
  await writePackage({ name: '@team/inn', sigil: { plugin: true } });
});

const writePackage = (packageJson: object): Promise<void> =>
  writeFile(join(folder, 'package.json'), JSON.stringify(packageJson));

test('has only that plugin, named by its folder, and leaves out no folder of it', async () => {
  const found = await findPluginFolders(folder);

  expect(found).toEqual([{ name: 'inn', path: folder, isDiscovered: true }]);
  expect(await findLeftOut(folder)).toEqual([]);
});

test('keeps it while its package.json is being saved', async () => {
  const before = await findPluginFolders(folder);
  await writeFile(join(folder, 'package.json'), '{ "name": ');

  expect(await findPluginFolders(folder, before)).toEqual(before);
});

test.each([{ name: 'workspace' }, { sigil: { plugin: false } }])('%j does not make it a plugin', async (described) => {
  await writePackage(described);

  expect(await findPluginFolders(folder)).toEqual([]);
});

test('follows its package.json, which may make it one later', async () => {
  expect((await findPluginPlaces({ pluginsFolder: folder, packageFile: undefined })).files).toContain(
    join(folder, 'package.json'),
  );
});
