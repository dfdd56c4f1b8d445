import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cidOf, type Manifest } from '@sigil/core/building';
import { expect, onTestFinished, test } from 'vitest';
import type { PluginModel, ViewModel } from '../model/plugin-model.js';
import { openBuilder, type Builder } from './open-builder.js';
import { makePluginFolder, type PluginFolder } from './plugin-folder.test-support.js';
import { greeterModel, greetTool } from './plugin-model.test-support.js';

const board = '<!doctype html><title>Board</title>';
const chart = '<!doctype html><title>Würfel</title>';
const files = { 'src/greeter.ts': 'export class Greeter { greet() {} }', 'views/board.html': board };

const viewOf = (uri: string, more: Partial<ViewModel> = {}): ViewModel => {
  const place = { file: 'src/greeter.ts', line: 1, column: 1, length: 5 };
  return { uri, ui: {}, place, ...more };
};

const modelWith = (...views: readonly ViewModel[]): PluginModel =>
  greeterModel(
    { methods: [greetTool([], { view: 'ui://dice/board', visibility: ['app'] })] },
    views.length > 0 ? { views } : {},
  );

/** Counts how often the classes are read. */
async function builderFor(folder: PluginFolder, model: () => PluginModel) {
  let readings = 0;
  const read = () => (readings++, { model: model(), diagnostics: [], files: [join(folder.path, 'src/greeter.ts')] });
  const reader = {
    ...{ read, readUnchecked: read, readFirst: async () => read() },
    ...{ refresh: () => undefined, close: () => undefined },
  };
  const builder: Builder = await openBuilder(folder.path, () => reader);
  onTestFinished(() => builder.close());
  return { builder, readings: () => readings };
}

async function manifestIn(folder: PluginFolder): Promise<Manifest> {
  return JSON.parse(await folder.read('dist/manifest.json')) as Manifest;
}

const entryOf = (name: string, page: string) => ({
  ...{ uri: `ui://dice/${name}`, name, size: Buffer.byteLength(page) },
  digest: `sha256:${createHash('sha256').update(page).digest('hex')}`,
});

test('a build keeps what views declare in the manifest, and their pages beside it', async () => {
  const folder = await makePluginFolder({ ...files, 'ui/chart.html': chart });
  const ui = { csp: { connectDomains: ['https://api.example.com'] }, prefersBorder: true };
  const more = { title: 'Chart', description: 'Draws.', ui, scopes: ['dice:read'], file: 'ui/chart.html' };
  const { builder } = await builderFor(folder, () =>
    modelWith(viewOf('ui://dice/board'), viewOf('ui://dice/chart', more)),
  );

  const { diagnostics } = await builder.build();
  const bytes = await readFile(join(folder.path, 'dist/views.bin'));
  const manifest = await manifestIn(folder);

  expect(diagnostics).toEqual([]);
  expect(bytes.toString()).toBe(board + chart);
  expect(manifest.views).toEqual({
    ...{ file: 'views.bin', cid: await cidOf(bytes) },
    entries: [
      entryOf('board', board),
      { ...entryOf('chart', chart), title: 'Chart', description: 'Draws.', meta: { ui }, scopes: ['dice:read'] },
    ],
  });
  expect(manifest.tools[0]?._meta).toEqual({ ui: { resourceUri: 'ui://dice/board', visibility: ['app'] } });
});

test('a plugin without views has nothing of them in its build, nor after the last one was removed', async () => {
  const folder = await makePluginFolder(files);
  let model = modelWith(viewOf('ui://dice/board'));
  const { builder } = await builderFor(folder, () => model);
  await builder.build();
  model = modelWith();
  builder.refresh([join(folder.path, 'src/greeter.ts')]);

  await builder.build();

  expect(await manifestIn(folder)).not.toHaveProperty('views');
  await expect(folder.read('dist/views.bin')).rejects.toThrow('ENOENT');
});

test.each([
  ['ui://dice/board', 'views/board.html'],
  ['ui://dice/board.html', 'views/board.html'],
  ['ui://dice/a%20b', 'views/a b.html'],
  ['ui://board', 'views/board.html'],
])('the source of %s is %s', async (uri, file) => {
  const folder = await makePluginFolder({ 'src/greeter.ts': files['src/greeter.ts'], [file]: board });
  const { builder } = await builderFor(folder, () => modelWith(viewOf(uri)));

  const { manifest } = await builder.read();

  expect(manifest?.views?.entries).toMatchObject([{ uri, size: board.length }]);
});

test('a changed view builds without reading the classes or bundling the code again', async () => {
  const folder = await makePluginFolder(files);
  const { builder, readings } = await builderFor(folder, () => modelWith(viewOf('ui://dice/board')));
  const before = (await builder.build()).manifest;
  await folder.write({ 'views/board.html': chart });
  builder.refresh([join(folder.path, 'views/board.html')]);

  const { manifest, wroteFiles } = await builder.build();

  expect(readings()).toBe(1);
  expect(wroteFiles).toBe(true);
  expect(manifest?.code).toEqual(before?.code);
  expect(manifest?.views?.entries).toEqual([entryOf('board', chart)]);
  expect(await folder.read('dist/views.bin')).toBe(chart);
});

test('a view that changes together with the code builds with it', async () => {
  const folder = await makePluginFolder(files);
  const { builder, readings } = await builderFor(folder, () => modelWith(viewOf('ui://dice/board')));
  await builder.build();
  await folder.write({ 'views/board.html': chart, 'src/greeter.ts': 'export class Greeter { greet() { return 1; } }' });
  builder.refresh([join(folder.path, 'views/board.html')]);
  builder.refresh([join(folder.path, 'src/greeter.ts')]);

  await builder.build();

  expect(readings()).toBe(2);
  expect(await folder.read('dist/plugin.cjs')).toContain('return 1');
  expect(await folder.read('dist/views.bin')).toBe(chart);
});

test('a view whose source was removed refuses the build, until it is there again', async () => {
  const folder = await makePluginFolder(files);
  const { builder } = await builderFor(folder, () => modelWith(viewOf('ui://dice/board')));
  await builder.build();
  const path = join(folder.path, 'views/board.html');
  await folder.remove('views/board.html');
  builder.refresh([path]);

  const { diagnostics } = await builder.build();

  expect(diagnostics).toMatchObject([{ code: 'SIGIL131', file: 'src/greeter.ts', line: 1 }]);
  expect(builder.inputs.missing).toContain(path);
  await folder.write(files);
  builder.refresh([path]);
  expect((await builder.build()).diagnostics).toEqual([]);
});
