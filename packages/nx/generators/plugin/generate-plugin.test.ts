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

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readText(tree, path));
}

test('a plugin is created in the packages folder of the workspace, under its scope', async () => {
  await generatePlugin(tree, { name: 'word-count' });

  const root = 'packages/word-count';
  expect(paths()).toEqual(
    [
      'README.md',
      'evals/word-count.eval.ts',
      'package.json',
      'src/word-count.mcp.test.ts',
      'src/word-count.test.ts',
      'src/word-count.ts',
      'tsconfig.json',
      'vitest.config.ts',
    ].map((file) => `${root}/${file}`),
  );
  expect(readJson(`${root}/package.json`)).toMatchObject({
    name: '@acme/word-count',
    sigil: { plugin: true },
    dependencies: { '@sigil/core': '^0.1.0' },
  });
  expect(readText(tree, `${root}/src/word-count.ts`)).toMatch(/@Tool.*@Resource\('word-count:.*@Prompt/s);
});

test('a plugin with a view has the page, the configuration of its types and the packages that it imports', async () => {
  await generatePlugin(tree, { name: 'dice', template: 'view' });

  const root = 'packages/dice';
  expect(paths()).toEqual(
    expect.arrayContaining(
      ['views/tsconfig.json', 'views/words.css', 'views/words.tsx'].map((file) => `${root}/${file}`),
    ),
  );
  expect(readText(tree, `${root}/src/dice.ts`)).toContain(`@View('ui://dice/words'`);
  expect(readJson(`${root}/package.json`)['devDependencies']).toEqual({
    '@sigil/testing': '^0.1.0',
    '@sigil/view': '^0.1.0',
    preact: '10.29.8',
  });
});

test('the workspace gets missing development dependencies and keeps existing ones', async () => {
  tree.write('package.json', JSON.stringify({ name: 'acme', devDependencies: { vitest: '~4.0.9' } }));

  await generatePlugin(tree, { name: 'weather' });

  expect(readJson('package.json')['devDependencies']).toEqual({
    '@sigil/cli': '^0.1.0',
    '@sigil/testing': '^0.1.0',
    '@types/node': '20.19.43',
    oxlint: '^1.89.0',
    typescript: '~6.0.3',
    vitest: '~4.0.9',
  });
  expect(readJson('nx.json')['plugins']).toEqual(['@sigil/nx']);
});

test('a workspace with ESLint gets no second linter', async () => {
  tree.write('eslint.config.mjs', 'export default [];\n');

  await generatePlugin(tree, { name: 'weather' });

  expect(readJson('package.json')['devDependencies']).not.toHaveProperty('oxlint');
});

describe('the folder of a new plugin', () => {
  test('is read from pnpm workspaces too, where the script of esbuild is disabled', async () => {
    tree.write('package.json', '{ "name": "acme" }');
    tree.write('pnpm-workspace.yaml', '# Ours.\npackages:\n  - libs/*\nallowBuilds:\n  nx: true\n');

    await generatePlugin(tree, { name: 'weather' });

    expect(readJson('libs/weather/package.json')['name']).toBe('weather');
    expect(readText(tree, 'pnpm-workspace.yaml')).toBe(
      '# Ours.\npackages:\n  - libs/*\nallowBuilds:\n  nx: true\n  esbuild: false\n',
    );
  });

  test('may be given, with the scope and tags', async () => {
    await generatePlugin(tree, { name: 'weather', folder: 'apps/server/plugins', scope: '@sky', tags: 'a:b, c' });

    expect(readJson('apps/server/plugins/weather/package.json')).toMatchObject({
      name: '@sky/weather',
      nx: { tags: ['a:b', 'c'] },
    });
  });

  test('may be part of the name', async () => {
    await generatePlugin(tree, { name: 'teams/sky/weather', template: 'tool' });

    expect(readJson('teams/sky/weather/package.json')['name']).toBe('@acme/weather');
    expect(readText(tree, 'teams/sky/weather/src/weather.ts')).not.toContain('@Prompt');
  });
});

describe('the configuration files of a plugin', () => {
  const config = 'packages/weather/tsconfig.json';

  test('are complete if the workspace has none', async () => {
    await generatePlugin(tree, { name: 'weather' });

    expect(readJson(config)).not.toHaveProperty('extends');
    expect(readJson(config)['compilerOptions']).toMatchObject({
      lib: ['ES2023'],
      experimentalDecorators: true,
      noEmit: true,
    });
    expect(readText(tree, 'packages/weather/vitest.config.ts')).toContain(`test: { name: '@acme/weather' }`);
  });

  test('join a workspace that is built by project references', async () => {
    tree.write('tsconfig.base.json', '{}');
    tree.write('tsconfig.json', '{ "files": [], "references": [{ "path": "./packages/a" }] }');

    await generatePlugin(tree, { name: 'weather' });

    expect(readJson('tsconfig.json')['references']).toEqual([{ path: './packages/a' }, { path: './packages/weather' }]);
    expect(readJson(config)['extends']).toBe('../../tsconfig.base.json');
    expect(readJson(config)['compilerOptions']).toMatchObject({ composite: true, outDir: 'out-tsc' });
    expect(readJson(config)['compilerOptions']).not.toHaveProperty('noEmit');
  });

  test('import vitest.shared.ts if it exports shared settings', async () => {
    tree.write('vitest.shared.ts', 'export const shared = {};\n');

    await generatePlugin(tree, { name: 'teams/sky/weather' });

    expect(readText(tree, 'teams/sky/weather/vitest.config.ts')).toContain(`from '../../../vitest.shared.ts'`);
  });
});

test('the description is written to package.json and above the class', async () => {
  await generatePlugin(tree, { name: 'weather', description: 'Says "rain", mostly.' });

  expect(readJson('packages/weather/package.json')['description']).toBe('Says "rain", mostly.');
  expect(readText(tree, 'packages/weather/src/weather.ts')).toContain(
    '/** Says "rain", mostly. */\nexport class Weather',
  );
});

describe('invalid options', () => {
  test.each([
    [{ name: 'Weather' }, /"Weather" cannot name a plugin: expected lower-case letters/],
    [{ name: 'weather', description: 'one\ntwo' }, /the description must be one line/],
    [{ name: 'weather', directory: '../outside' }, /expected a folder inside the workspace.*got "\.\.\/outside"/],
    [{ name: 'weather', directory: '/tmp/weather' }, /expected a folder inside the workspace/],
    [{ name: 'weather', directory: 'a/..' }, /expected a folder inside the workspace/],
    [{ name: 'weather', directory: 'package.json' }, /expected a folder for the plugin, got the file "package.json"/],
    [{ name: 'weather', directory: 'used' }, /the folder "used" is not empty: it has "notes.txt"/],
    [{ name: 'taken' }, /there is a project "@acme\/taken" already, in "packages\/mine"/],
  ])('are rejected without changes: %j', async (options, message) => {
    tree.write('used/notes.txt', 'mine');
    tree.write('packages/mine/package.json', '{ "name": "@acme/taken" }');
    const before = tree.listChanges();

    await expect(generatePlugin(tree, options)).rejects.toThrow(message);

    expect(tree.listChanges()).toEqual(before);
  });
});
