import { expect, test } from 'vitest';
import { compareTokens, describeTokens } from './compare-tokens.js';

const inputSchema = { type: 'object' };
const short = { name: 'a', description: 'Says it.', inputSchema };
const long = { ...short, description: 'Says it, in many more words than before.' };
const other = { name: 'b', description: 'Another one.', inputSchema };

test('equal definitions have no tokens to compare, in any order', async () => {
  expect(await compareTokens([short, other], [other, { ...short }])).toBeUndefined();
});

test('tools that are for views only take none', async () => {
  const forViews = { ...other, _meta: { ui: { visibility: ['app'] } } };

  expect(await compareTokens([short], [short, forViews])).toBeUndefined();
});

test('tools that take more, fewer, all or none are listed, the greatest difference first', async () => {
  const change = await compareTokens([short, other], [long]);

  expect(change!.tools.map(({ name }) => name)).toEqual(['b', 'a']);
  expect(change!.tools[0]).toMatchObject({ name: 'b', after: 0 });
  expect(change!.after).toBe(change!.tools[1]!.after);
});

test.each([
  [10, 12, '12 tokens of definitions, 2 more than before'],
  [12, 10, '10 tokens of definitions, 2 fewer than before'],
  [12, 12, '12 tokens of definitions, as many as before'],
])('from %d to %d: %s', (before, after, sentence) => {
  expect(describeTokens({ before, after, tools: [] })).toBe(sentence);
});
