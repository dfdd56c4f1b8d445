import { expect, test } from 'vitest';
import { buildView, makeViewFolder, roll } from './view-folder.test-support.js';

const board = (field: string, sides = 'sides'): string => `
import { mount, useResult, useTool } from '@sigil/view/preact';
import { roll } from './tools.generated.js';

function Board() {
  const { result } = useResult(roll);
  const again = useTool(roll);
  return <button onClick={() => again.call({ ${sides}: 6 })}>{result?.${field}}</button>;
}
mount(<Board />);
`;

test('a view with the types of its tools is built', async () => {
  const { problems, html } = await buildView({ 'views/board.tsx': board('total') });

  expect(problems).toEqual([]);
  expect(html).toContain('<div id="root">');
});

test.each(['preact', 'react'])(
  'a renamed field of the result is an error with its place, with %s',
  async (framework) => {
    const view = await makeViewFolder({ 'views/board.tsx': board('sum').replace('preact', framework) });

    const { diagnostics, html } = await view.build();

    expect(html).toBe('');
    expect(diagnostics).toMatchObject([
      {
        code: 'SIGIL001',
        file: 'views/board.tsx',
        line: 8,
        message: expect.stringContaining("Property 'sum' does not exist on type '{ total: number; dice: number[]; }'"),
      },
    ]);
  },
);

test('a renamed parameter is an error', async () => {
  const { problems } = await buildView({ 'views/board.tsx': board('total', 'faces') });

  expect(problems).toEqual([
    expect.stringMatching(/^SIGIL001 views\/board\.tsx:8:\d+ TS2353: .*'faces' does not exist/),
  ]);
});

test('a tool that is renamed is an error, and its former name mends it', async () => {
  const view = await makeViewFolder({ 'views/board.tsx': board('total') });

  expect((await view.build([{ ...roll, name: 'throw_dice' }])).problems).toEqual([
    expect.stringContaining(
      "SIGIL001 views/board.tsx:3:10 TS2305: Module '\"./tools.generated.js\"' has no exported member 'roll'",
    ),
    expect.stringContaining("Property 'total' does not exist"),
  ]);
  expect((await view.build()).problems).toEqual([]);
});

test('a saved file is checked again, and the others are kept', async () => {
  const view = await makeViewFolder({
    'views/board.tsx': board('total'),
    'views/shared.ts': 'export const words = 1;',
  });
  await view.build();

  await view.folder.write({ 'views/board.tsx': board('sum') });
  view.builder.refresh([`${view.folder.path}/views/board.tsx`]);

  expect((await view.build()).problems).toEqual([expect.stringContaining("Property 'sum'")]);
});

test('a file that a view imports from elsewhere is checked too, and types of the plugin are not', async () => {
  const { problems } = await buildView({
    'views/board.tsx': `import { words } from '../shared/words.js';
      import type { Dice } from '../src/dice.js';
      export const dice: Dice | undefined = undefined;
      document.body.textContent = words;`,
    'shared/words.ts': 'export const words: string = 5;',
    'src/dice.ts': 'export interface Dice { a: 1 } const wrong: string = 5;',
  });

  expect(problems).toEqual([expect.stringContaining('SIGIL001 shared/words.ts:1:14 TS2322')]);
});

test('a tool for the model alone can be shown, and not called', async () => {
  const view = await makeViewFolder({
    'views/board.ts': `import { connect } from '@sigil/view';
      import { roll } from './tools.generated.js';
      const view = await connect();
      view.onResult(roll, ({ total }) => (document.title = String(total)));
      await view.call(roll, { sides: 6 });`,
  });

  expect((await view.build([{ ...roll, _meta: { ui: { visibility: ['model'] } } }])).problems).toEqual([
    expect.stringMatching(/^SIGIL001 views\/board\.ts:5:\d+ TS2345: .*ModelTool/),
  ]);
  expect((await view.build([{ ...roll, _meta: { ui: { visibility: ['app'] } } }])).problems).toEqual([]);
});

test('a script in JavaScript has no types to be checked', async () => {
  const { problems } = await buildView({ 'views/board.js': 'document.title = nothing.of.this;' });

  expect(problems).toEqual([]);
});

test('a tsconfig.json beside the views decides over their options', async () => {
  const { problems } = await buildView({
    'views/board.ts': 'const unused = 1;\nexport {};',
    'views/tsconfig.json': JSON.stringify({ compilerOptions: { noUnusedLocals: true } }),
  });

  expect(problems).toEqual([expect.stringContaining("'unused' is declared but its value is never read")]);
});
