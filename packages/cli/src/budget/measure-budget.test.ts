import { expect, test } from 'vitest';
import { countDefinition, openTokenCounter } from './count-tokens.js';
import { measureBudget } from './measure-budget.js';

const inputSchema = { type: 'object' };
const tools = [
  { name: 'light', description: 'a', inputSchema },
  { name: 'heavy', description: 'a b c d e f g h', inputSchema },
  { name: 'also', description: 'b', inputSchema },
];

test('tools are sorted by their tokens, and equal ones by name', () => {
  const report = measureBudget({ name: 'sky', tools }, 10, ({ length }) => Math.round(length / 10));

  expect(report.tools.map(({ name }) => name)).toEqual(['heavy', 'also', 'light']);
  expect(report.total).toBe(report.tools.reduce((sum, { tokens }) => sum + tokens, 0));
});

test('tools that are for views only take none', () => {
  const forViews = { name: 'hold', inputSchema, _meta: { ui: { visibility: ['app'] } } };
  const forBoth = { name: 'roll', inputSchema, _meta: { ui: { visibility: ['app', 'model'] } } };

  const report = measureBudget({ name: 'sky', tools: [forViews, forBoth] }, 10, () => 1);

  expect(report.tools.map(({ name }) => name)).toEqual(['roll']);
});

test.each([
  [3, true],
  [2, false],
])('a total of 3 is within the budget %d: %s', (budget, isWithin) => {
  expect(measureBudget({ name: 'sky', tools }, budget, () => 1)).toMatchObject({ total: 3, budget, isWithin });
});

test('tokens are those of compact JSON in the vocabulary o200k, of name, description and input schema alone', async () => {
  const count = await openTokenCounter();
  const tool = { name: 'forecast', description: 'Says how the weather will be.', inputSchema };

  const tokens = countDefinition({ ...tool, outputSchema: inputSchema } as typeof tool, count);

  expect(tokens).toBe(count(JSON.stringify(tool)));
  expect(count('hello world')).toBe(2);
});

test('the name of a special token in a description is text', async () => {
  expect((await openTokenCounter())('<|endoftext|>')).toBeGreaterThan(0);
});
