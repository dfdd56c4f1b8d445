import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPlugins } from './find-plugins.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-find-'));
  mkdirSync(join(folder, 'plugins'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, described: unknown): void {
  mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, path, 'package.json'), JSON.stringify(described));
}

const places = (): Parameters<typeof findPlugins>[0] => ({
  pluginsFolder: join(folder, 'plugins'),
  packageFile: join(folder, 'package.json'),
});

async function find(): Promise<readonly string[]> {
  const found = await findPlugins(places());
  return found.map(({ name, path, isDiscovered }) => `${name} ${path.slice(folder.length + 1)} ${isDiscovered}`);
}

const plugin = { sigil: { plugin: true } };

test('plugins are found in the folder and among the dependencies, in the order of their names', async () => {
  write('.', { dependencies: { '@acme/weather': '1', zoo: '1', koa: '3' }, optionalDependencies: { maps: '1' } });
  write('plugins/sales', plugin);
  write('node_modules/@acme/weather', plugin);
  write('node_modules/zoo', { sigil: { plugin: true, mcp_enabled: false } });
  write('node_modules/koa', {});
  write('node_modules/maps', plugin);

  expect(await find()).toEqual([
    'maps node_modules/maps true',
    'sales plugins/sales true',
    'weather node_modules/@acme/weather true',
    'zoo node_modules/zoo false',
  ]);
});

test('a link to a plugin folder is a plugin, and a link to anything else is ignored', async () => {
  write('.', {});
  write('releases/5', plugin);
  const link = (to: string, name: string): void => symlinkSync(join(folder, to), join(folder, 'plugins', name));
  link('releases/5', 'sales');
  link('releases/4', 'gone');
  link('package.json', 'file');

  expect(await find()).toEqual(['sales plugins/sales true']);
});

test('a pipe in place of package.json is ignored and does not block', async () => {
  write('.', { dependencies: { zoo: '1' } });
  write('plugins/sales', plugin);
  for (const path of ['plugins/odd', 'node_modules/zoo']) {
    mkdirSync(join(folder, path), { recursive: true });
    execFileSync('mkfifo', [join(folder, path, 'package.json')]);
  }

  expect(await find()).toEqual(['sales plugins/sales true']);
});

test('a plugin that is listed twice is found once', async () => {
  write('.', { dependencies: { maps: '1' }, optionalDependencies: { maps: '1' } });
  write('node_modules/maps', plugin);

  expect(await find()).toEqual(['maps node_modules/maps true']);
});

test('Sigil packages, development dependencies and missing packages are not plugins', async () => {
  write('.', { dependencies: { '@sigil/server': '1', gone: '1' }, devDependencies: { weather: '1' } });
  write('node_modules/@sigil/server', { sigil: { programs: [] } });
  write('node_modules/weather', plugin);

  expect(await find()).toEqual([]);
});

test('a plugin in the folder takes precedence over a dependency with the same name', async () => {
  write('.', { dependencies: { '@acme/weather': '1' } });
  write('plugins/weather', plugin);
  write('node_modules/@acme/weather', plugin);

  expect(await find()).toEqual(['weather plugins/weather true']);
});

test('an unreadable package.json is reported by path', async () => {
  await expect(find()).rejects.toThrow(
    `--package or MCP_PACKAGE: cannot read the package.json "${join(folder, 'package.json')}"`,
  );
});

test('a dependency missing during an npm update is kept until package.json no longer lists it', async () => {
  write('.', { dependencies: { '@acme/weather': '1' } });
  write('node_modules/@acme/weather', plugin);
  const before = await findPlugins(places());
  rmSync(join(folder, 'node_modules/@acme/weather'), { recursive: true });

  expect(await findPlugins(places(), before)).toEqual(before);

  write('.', { dependencies: {} });
  expect(await findPlugins(places(), before)).toEqual([]);
});

test.each([
  ['process', 'process'],
  ['thread', undefined],
])('a plugin that asks for the link %j gets %j', async (link, expected) => {
  write('plugins/tables', { sigil: { plugin: true, link } });

  expect((await findPlugins({ ...places(), packageFile: undefined }))[0]?.link).toBe(expected);
});

test('a byte order mark in a package.json is ignored', async () => {
  write('plugins/sales', plugin);
  write('node_modules/zoo', plugin);
  for (const [path, described] of [
    ['.', { dependencies: { zoo: '1' } }],
    ['plugins/sales', plugin],
  ] as const) {
    writeFileSync(join(folder, path, 'package.json'), `\uFEFF${JSON.stringify(described)}`);
  }

  expect(await find()).toEqual(['sales plugins/sales true', 'zoo node_modules/zoo true']);
});

test('a plugin stays while its package.json is not JSON, and goes with it', async () => {
  write('.', {});
  write('plugins/sales', plugin);
  const before = await findPlugins(places());

  for (const text of ['', '{ "name": ']) {
    writeFileSync(join(folder, 'plugins/sales/package.json'), text);
    expect(await findPlugins(places(), before)).toEqual(before);
    expect(await findPlugins(places())).toEqual([]);
  }
  rmSync(join(folder, 'plugins/sales/package.json'));
  expect(await findPlugins(places(), before)).toEqual([]);
});

test('a folder that says that it is no plugin is none', async () => {
  write('.', {});
  write('plugins/shared', { sigil: { plugin: false } });

  expect(await find()).toEqual([]);
});

test('a plugins folder that does not exist yet has no plugins, and one that had some is not taken for empty', async () => {
  write('.', {});
  write('plugins/sales', plugin);
  const before = await findPlugins(places());
  rmSync(join(folder, 'plugins'), { recursive: true });

  expect(await find()).toEqual([]);
  await expect(findPlugins(places(), before)).rejects.toThrow(
    `--plugins or MCP_PLUGINS: cannot read the folder "${join(folder, 'plugins')}"`,
  );
});
