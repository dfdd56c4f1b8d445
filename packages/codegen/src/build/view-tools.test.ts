import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changedInputs } from '../inputs/build-inputs.js';
import { openBuilder, type Builder } from './open-builder.js';
import { makePluginFolder, type PluginFolder } from './plugin-folder.test-support.js';
import { greeterModel, greetTool } from './plugin-model.test-support.js';

const tools = 'views/tools.generated.ts';
const view = "import { greet } from './tools.generated.js'; document.title = greet.name;";

/** Opens a plugin with the tool `greet` and one view. */
async function openPlugin(file: string, text: string): Promise<{ folder: PluginFolder; builder: Builder }> {
  const folder = await makePluginFolder({ 'src/greeter.ts': 'export class Greeter { greet() {} }', [file]: text });
  const place = { file: 'src/greeter.ts', line: 1, column: 1, length: 5 };
  const model = greeterModel({ methods: [greetTool([])] }, { views: [{ uri: 'ui://dice/board', ui: {}, place }] });
  const read = () => ({ model, diagnostics: [], files: [] });
  const reader = {
    ...{ read, readUnchecked: read, readFirst: async () => read() },
    ...{ refresh: () => undefined, close: () => undefined },
  };
  const builder = await openBuilder(folder.path, () => reader);
  onTestFinished(() => builder.close());
  return { folder, builder };
}

test('a build writes the tools for its views, and leaves them alone while they are the same', async () => {
  const { folder, builder } = await openPlugin('views/board.ts', view);

  const { diagnostics } = await builder.build();
  const first = await stat(join(folder.path, tools));
  builder.refresh([join(folder.path, 'views/board.ts')]);
  await builder.build();

  expect(diagnostics).toEqual([]);
  expect(await folder.read(tools)).toContain('export const greet: ViewTool<');
  expect((await stat(join(folder.path, tools))).mtimeMs).toBe(first.mtimeMs);
  expect(builder.files).not.toContain(join(folder.path, tools));
});

test('the tools are written for a view with faults too, so that an editor knows the new types', async () => {
  const { folder, builder } = await openPlugin('views/board.ts', `${view} greet.nothing;`);

  const { diagnostics } = await builder.build();

  expect(diagnostics).toMatchObject([{ code: 'SIGIL001', file: 'views/board.ts' }]);
  expect(await folder.read(tools)).toContain('export const greet');
});

test.each([
  ['edited', (folder: PluginFolder) => folder.write({ [tools]: 'export {};' })],
  ['removed', (folder: PluginFolder) => folder.remove(tools)],
])('tools that were %s are written again by the next build', async (_case, change) => {
  const { folder, builder } = await openPlugin('views/board.ts', view);
  await builder.build();
  expect([...changedInputs(builder.inputs)]).toEqual([]);
  await change(folder);

  const changes = [...changedInputs(builder.inputs)].map(({ path }) => path);
  builder.refresh(changes);
  await builder.build();

  expect(changes).toEqual([join(folder.path, tools)]);
  expect(await folder.read(tools)).toContain('export const greet: ViewTool<');
});

test('a reading writes nothing', async () => {
  const { folder, builder } = await openPlugin('views/board.ts', view);

  expect((await builder.read()).diagnostics).toEqual([]);
  await expect(folder.read(tools)).rejects.toThrow('ENOENT');
});

test('a page without scripts needs no tools', async () => {
  const { folder, builder } = await openPlugin('views/board.html', '<!doctype html><title>Board</title>');

  await builder.build();

  await expect(folder.read(tools)).rejects.toThrow('ENOENT');
});
