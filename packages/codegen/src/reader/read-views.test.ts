/** `@View` on classes, and the options of tools that name views. */
import { afterAll, describe, expect, test } from 'vitest';
import type { PluginModel, ToolModel } from '../model/plugin-model.js';
import { openCases } from './reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const tool = (options: string): string => `@Tool(${options})\n  roll(): string { return ''; }\n`;
const dice = (decorators: string, members = tool(`{ view: 'ui://dice/board' }`)): string =>
  `${decorators}\nexport class Dice {\n  ${members}}\n`;

function modelOf(source: string): PluginModel {
  const { model, found } = cases.read(source);
  expect(found).toEqual([]);
  return model;
}

function toolOf(source: string): ToolModel {
  return modelOf(source).classes[0]?.methods[0] as ToolModel;
}

test('a view has its options, and what declares nothing is left out', () => {
  const options = `{
    title: 'Board', description: 'Shows the dice.', file: 'ui/board.tsx', prefersBorder: false, domain: 'dice.example',
    csp: { connectDomains: ['https://api.example.com', 'wss://*.example.com:8443'], frameDomains: [] },
    permissions: { clipboardWrite: {} }, scopes: ['dice:read'],
  }`;

  expect(modelOf(dice(`@View('ui://dice/board', ${options})`)).views).toEqual([
    {
      uri: 'ui://dice/board',
      title: 'Board',
      description: 'Shows the dice.',
      file: 'ui/board.tsx',
      scopes: ['dice:read'],
      ui: {
        csp: { connectDomains: ['https://api.example.com', 'wss://*.example.com:8443'] },
        permissions: { clipboardWrite: {} },
        prefersBorder: false,
        domain: 'dice.example',
      },
      place: { file: 'src/plugin.ts', line: 2, column: 1, length: expect.any(Number) },
    },
  ]);
  expect(modelOf(dice(`@View('ui://dice/board', { csp: {}, permissions: {} })`)).views).toMatchObject([{ ui: {} }]);
});

test('a plugin without views has nothing of them in its model', () => {
  expect(modelOf(dice('', tool('')))).not.toHaveProperty('views');
  expect(toolOf(dice('', tool('')))).not.toHaveProperty('view');
});

test('views of all classes are sorted by address', () => {
  const source = [
    dice(`@View('ui://dice/cup')\n@View('ui://dice/board')`, tool(`{ view: 'ui://dice/cup' }`)),
    `@View('ui://dice/ash')\nclass Pages {}\n`,
    `export class More extends Pages { @Tool({ view: 'ui://dice/ash' }) ash(): string { return ''; } `,
    `@Tool({ view: 'ui://dice/board' }) board(): string { return ''; } }\n`,
  ].join('');

  expect(modelOf(source).views?.map(({ uri }) => uri)).toEqual(['ui://dice/ash', 'ui://dice/board', 'ui://dice/cup']);
});

test.each([
  ['a constant', `const address = 'ui://dice/board';\n`, '@View(address)', 'address'],
  ['a template', `const name = 'dice' as const;\n`, '@View(`ui://${name}/board`)', '`ui://${name}/board`'],
  ['another case', '', `@View('UI://dice/board')`, `'ui://dice/board'`],
])('a tool names its view by %s', (_case, before, decorator, view) => {
  expect(modelOf(before + dice(decorator, tool(`{ view: ${view} }`))).views).toHaveLength(1);
});

describe('scopes of a view', () => {
  const scoped = (view: string): PluginModel =>
    modelOf(dice(`@Namespace('dice', { scopes: ['dice:read'] })\n@View('ui://dice/board'${view})`));

  test('are those of its class', () => expect(scoped('').views?.[0]?.scopes).toEqual(['dice:read']));
  test('are its own where it declares some', () =>
    expect(scoped(`, { scopes: ['dice:look'] }`).views?.[0]?.scopes).toEqual(['dice:look']));
  test('are none where it declares none', () =>
    expect(scoped(', { scopes: [] }').views?.[0]).not.toHaveProperty('scopes'));
});

test.each<[string, readonly string[] | undefined]>([
  [`['app']`, ['app']],
  [`['model']`, ['model']],
  [`['app', 'model']`, undefined],
  [`['app', 'app']`, ['app']],
])('the visibility %s of a tool is read', (visibility, expected) => {
  expect(toolOf(dice('', tool(`{ visibility: ${visibility} }`))).visibility).toEqual(expected);
});

test('a misspelt view is corrected in place', () => {
  const { diagnostics } = cases.read(dice(`@View('ui://dice/board')`, tool(`{ view: 'ui://dice/bord' }`)));

  expect(diagnostics).toMatchObject([
    { code: 'SIGIL133', fix: 'Write "ui://dice/board".', correction: { text: '"ui://dice/board"' } },
  ]);
});

test('a view used other than as a decorator is refused', () => {
  const { found, marks } = cases.read(`export const make = §View;\n${dice('', tool(''))}`);

  expect(found).toEqual([`SIGIL024 ${marks[0]}`]);
});
