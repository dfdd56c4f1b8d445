import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { readRecordedStories } from './recorded-stories.js';

const tools = `
import type { ViewTool } from '@sigil/view';
export const roll: ViewTool<{ sides: number }, { total: number }> = { name: 'roll' };
export const tell: ViewTool<{ of?: string }, string> = { name: 'tell-it', result: 'text' };
export const list: ViewTool<object, number[]> = { name: 'list', result: 'wrapped' };
`;
const stories = `
import type { Story } from '@sigil/view';
import type { list, roll, tell } from './tools.generated.js';
const sides = 6;
console.log('a print of the author');
export const six: Story<typeof roll> = { name: 'Six', input: { sides }, partialInputs: [{}, { sides: 0 }], result: { total: 4 } };
export const told: Story<typeof tell>[] = [{ name: 'Told', input: {}, result: 'a text' }];
const link = { type: 'resource_link', uri: 'dice://1', name: 'Dice' } as const;
export const ends: Story<typeof roll>[] = [
  { name: 'With a link', input: { sides }, result: { total: 4 }, content: [link] },
  { name: 'Failed', input: { sides }, error: 'no dice' },
  { name: 'Cancelled', input: { sides }, cancelled: 'by its user' },
  { name: 'Running', input: { sides }, pending: true },
  { name: 'Being written', partialInputs: [{}], pending: true },
];
export const listed = { name: 'Listed', input: {}, result: [1, 2] } satisfies Story<typeof list>;
`;

let plugin: PluginFolder;

beforeEach(() => {
  plugin = makePlugin();
  plugin.write('views/tools.generated.ts', tools);
});
afterEach(() => plugin.remove());

test('each recorded input has the tool of its type, and the result that the tool’s server would send', async () => {
  plugin.write('views/board.story.ts', stories);

  expect(await readRecordedStories(plugin.path)).toEqual({
    problems: [],
    stories: [
      {
        tool: 'roll',
        name: 'Six',
        input: { sides: 6 },
        partialInputs: [{}, { sides: 0 }],
        result: { content: [{ type: 'text', text: '{"total":4}' }], structuredContent: { total: 4 } },
      },
      { tool: 'tell-it', name: 'Told', input: {}, result: { content: [{ type: 'text', text: 'a text' }] } },
      {
        tool: 'roll',
        name: 'With a link',
        input: { sides: 6 },
        result: {
          content: [
            { type: 'text', text: '{"total":4}' },
            { type: 'resource_link', uri: 'dice://1', name: 'Dice' },
          ],
          structuredContent: { total: 4 },
        },
      },
      {
        tool: 'roll',
        name: 'Failed',
        input: { sides: 6 },
        result: { content: [{ type: 'text', text: 'no dice' }], isError: true },
      },
      { tool: 'roll', name: 'Cancelled', input: { sides: 6 }, cancelled: 'by its user' },
      { tool: 'roll', name: 'Running', input: { sides: 6 } },
      { tool: 'roll', name: 'Being written', partialInputs: [{}] },
      {
        tool: 'list',
        name: 'Listed',
        input: {},
        result: { content: [{ type: 'text', text: '[1,2]' }], structuredContent: { result: [1, 2] } },
      },
    ],
  });
});

test('a file that cannot be loaded is reported, and others are read', async () => {
  plugin.write('views/board.story.ts', stories);
  plugin.write('views/broken.story.ts', `${stories}\nthrow new Error('no luck');`);
  plugin.write('views/empty.story.ts', 'export const nothing = 1;');
  plugin.write('views/faulty.story.ts', stories.replace("name: 'Six',", '').replace('typeof tell', 'typeof absent'));

  const { stories: read, problems } = await readRecordedStories(plugin.path);

  const ends = ['With a link', 'Failed', 'Cancelled', 'Running', 'Being written'];
  expect(read.map(({ name }) => name)).toEqual(['Six', 'Told', ...ends, 'Listed', ...ends, 'Listed']);
  expect(problems).toEqual([
    'broken.story.ts cannot be loaded: no luck',
    'empty.story.ts exports no constant of a type such as Story<typeof roll>.',
    'faulty.story.ts: "six" has no "name".',
    'faulty.story.ts: the tool "absent" of "told" is no constant of tools.generated.js.',
  ]);
});

test('a file that ends the process is reported', async () => {
  plugin.write('views/board.story.ts', `${stories}\nprocess.exit(3);`);

  expect(await readRecordedStories(plugin.path)).toEqual({
    stories: [],
    problems: ['The recorded inputs were not read: their process ended with code 3.'],
  });
});

test('a plugin without recorded inputs has none', async () => {
  expect(await readRecordedStories(plugin.path)).toEqual({ stories: [], problems: [] });
});
