import { expect, test } from 'vitest';
import { buildCatalog, type PublishedTool } from '@sigil/core/catalog';
import { describeTokens, estimateTokens } from './count-tokens.js';

const toolOf = (name: string): PublishedTool => ({
  definition: { name, description: 'Says it. '.repeat(50), inputSchema: { type: 'object' }, _meta: { team: 'sky' } },
  run: async () => ({ kind: 'result', content: [], isError: false }),
});
const catalogOf = (...names: string[]) =>
  buildCatalog({ tools: names.map(toolOf), resources: [], resourceTemplates: [], prompts: [] });

test('tokens are estimated from the bytes of name, description and input schema', () => {
  const { name, description, inputSchema } = toolOf('a').definition;
  const bytes = JSON.stringify({ name, description, inputSchema }).length;

  expect(estimateTokens(catalogOf('a'))).toBe(Math.round(bytes / 4.67));
});

test('the tools of the search do not count', () => {
  expect(estimateTokens(catalogOf('a', 'search_tools', 'call_tool'))).toBe(estimateTokens(catalogOf('a')));
});

test('tools that are for views only do not count', () => {
  const { run, definition } = toolOf('b');
  const forViews = { run, definition: { ...definition, _meta: { ui: { visibility: ['app'] } } } } as const;
  const { tools, ...others } = catalogOf('a');

  expect(estimateTokens(buildCatalog({ ...others, tools: [...tools, forViews] }))).toBe(estimateTokens(catalogOf('a')));
});

test.each([
  [1_204, undefined, 'about 1,204 tokens'],
  [1_204, 4_000, 'about 1,204 tokens, 30 % of its budget of 4,000'],
  [9_000, 4_000, 'about 9,000 tokens, 225 % of its budget of 4,000'],
])('%d tokens of a budget of %s: %s', (tokens, budget, words) => {
  expect(describeTokens(tokens, budget)).toBe(words);
});
