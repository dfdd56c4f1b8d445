import type { Tree } from '@nx/devkit';
import { beforeEach, describe, expect, test } from 'vitest';
import { emptyWorkspace, readText } from '../workspace.test-support.ts';
import { generatePlugin } from './generate-plugin.mjs';

let tree: Tree;

beforeEach(() => {
  tree = emptyWorkspace();
});

function paths(): string[] {
  return tree
    .listChanges()
    .map(({ path }) => path)
    .filter((path) => path.includes('/'))
    .toSorted();
}

test('a plugin stands where the server finds it, in the shape of the bundled ones', async () => {
  await generatePlugin(tree, { name: 'word-count' });

  const root = 'apps/server/plugins/word-count';
  expect(paths()).toEqual(
    [
      'README.md',
      'package.json',
      'src/word-count.test.ts',
      'src/word-count.ts',
      'tsconfig.json',
      'vitest.config.ts',
    ].map((file) => `${root}/${file}`),
  );
  expect(JSON.parse(readText(tree, `${root}/package.json`))).toMatchObject({
    name: '@sigil-plugins/word-count',
    sigil: { plugin: true },
    dependencies: { '@sigil/core': '0.1.0' },
    nx: { tags: ['layer:plugin'] },
  });
  expect(readText(tree, `${root}/tsconfig.json`)).toContain('"extends": "../../../../tsconfig.base.json"');
  expect(readText(tree, `${root}/src/word-count.ts`)).toMatch(/@Tool.*@Resource\('word-count:.*@Prompt/s);
});

test('in another folder it finds the settings of the workspace too', async () => {
  await generatePlugin(tree, { name: 'weather', directory: 'teams/sky/weather/', template: 'tool' });

  expect(readText(tree, 'teams/sky/weather/tsconfig.json')).toContain('"../../../tsconfig.base.json"');
  expect(readText(tree, 'teams/sky/weather/vitest.config.ts')).toContain(`from '../../../vitest.shared.ts'`);
  expect(readText(tree, 'teams/sky/weather/src/weather.ts')).not.toContain('@Prompt');
});

test('its description stands in its package.json and above its class', async () => {
  await generatePlugin(tree, { name: 'weather', description: 'Says "rain", mostly.' });

  const root = 'apps/server/plugins/weather';
  expect(JSON.parse(readText(tree, `${root}/package.json`)).description).toBe('Says "rain", mostly.');
  expect(readText(tree, `${root}/src/weather.ts`)).toContain('/** Says "rain", mostly. */\nexport class Weather');
});

describe('nothing is written', () => {
  test.each([
    [{ name: 'Weather' }, /"Weather" cannot name a plugin: expected lower-case letters/],
    [{ name: 'weather', description: 'one\ntwo' }, /the description must be one line/],
    [{ name: 'weather', directory: '../outside' }, /expected a folder inside the workspace.*got "\.\.\/outside"/],
    [{ name: 'weather', directory: '/tmp/weather' }, /expected a folder inside the workspace/],
    [{ name: 'weather', directory: 'a/..' }, /expected a folder inside the workspace/],
    [{ name: 'weather', directory: 'package.json' }, /expected a folder for the plugin, got the file "package.json"/],
    [{ name: 'weather', directory: 'used' }, /the folder "used" is not empty: it has "notes.txt"/],
    [{ name: 'taken' }, /there is a project "@sigil-plugins\/taken" already, in "packages\/taken"/],
  ])('for %j', async (options, message) => {
    tree.write('used/notes.txt', 'mine');
    tree.write('packages/taken/package.json', '{ "name": "@sigil-plugins/taken" }');
    const before = paths();

    await expect(generatePlugin(tree, options)).rejects.toThrow(message);

    expect(paths()).toEqual(before);
  });
});
