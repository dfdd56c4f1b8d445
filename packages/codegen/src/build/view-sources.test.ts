/** Views in a plugin whose configuration includes every file of its folder. */
import { expect, test } from 'vitest';
import { buildPlugin } from './build-plugin.js';
import { makePluginFolder, writeTsconfig } from './plugin-folder.test-support.js';

const { include: _include, ...everything } = JSON.parse(writeTsconfig({ lib: ['ES2023'] })) as Record<string, unknown>;
const dice = `
import { Tool, View } from '@sigil/core';

@View('ui://dice/board')
export class Dice {
  /** Rolls. */
  @Tool({ view: 'ui://dice/board' })
  roll(/** Of the die. */ sides: number): { total: number } { return { total: sides }; }
}
`;
const helper = 'export const show = (text: string): void => void (document.title = text);';
const view = `
import { roll } from './tools.generated.js';
import { show } from './show.js';
show(roll.name);
const page = <main>{roll.name}</main>;
void page;
`;
const files = { 'tsconfig.json': JSON.stringify(everything), 'src/dice.ts': dice, 'views/board.tsx': view };

test('sources of views are checked with the libraries of browsers, and not as sources of the plugin', async () => {
  const folder = await makePluginFolder({ ...files, 'views/tsconfig.json': '{}', 'views/show.ts': helper });

  const first = await buildPlugin(folder.path);
  const second = await buildPlugin(folder.path);

  expect([first.diagnostics, second.diagnostics]).toEqual([[], []]);
  expect(second.wroteFiles).toBe(false);
});

test('without a configuration of their own, the views themselves are', async () => {
  const { diagnostics } = await buildPlugin(
    (await makePluginFolder({ ...files, 'views/show.tsx': helper, 'views/board.story.ts': helper })).path,
  );

  expect(diagnostics).toEqual([]);
});

test('without one, a script of a view says that its folder is for views', async () => {
  const plain = view.replace(/const page.*\nvoid page;/, '');
  const { 'views/board.tsx': _board, ...others } = files;
  const folder = await makePluginFolder({ ...others, 'views/board.ts': plain, 'views/show.ts': helper });

  expect((await buildPlugin(folder.path)).diagnostics).toEqual([]);
});

test('a class in a folder of that name is a class of the plugin as any other', async () => {
  const folder = await makePluginFolder({
    'tsconfig.json': JSON.stringify(everything),
    'views/greeter.ts': `import { Tool } from '@sigil/core';\nexport class Greeter { /** Greets. */ @Tool() greet(): string { return ''; } }`,
  });

  expect((await buildPlugin(folder.path)).manifest?.tools.map(({ name }) => name)).toEqual(['greet']);
});

test('a tool names its view by the address under which it is served, however it is written', async () => {
  const written = dice
    .replace("@View('ui://dice/board')", "@View('UI://dice/Würfel-brett')")
    .replace("view: 'ui://dice/board'", "view: 'ui://dice/W%C3%BCrfel-brett'");
  const folder = await makePluginFolder({
    'src/dice.ts': written,
    'views/Würfel-brett.html': '<!doctype html><title>x</title>',
  });

  const { manifest, diagnostics } = await buildPlugin(folder.path);

  expect(diagnostics).toEqual([]);
  const [view] = manifest?.views?.entries ?? [];
  expect(view).toMatchObject({ uri: 'UI://dice/W%C3%BCrfel-brett', name: 'Würfel-brett' });
  expect(manifest?.tools[0]?._meta).toEqual({ ui: { resourceUri: view?.uri } });
});
