import { expect, test } from 'vitest';
import { buildCatalog } from './build-catalog.js';
import { deriveOnce } from './derive-once.js';

const emptyCatalog = () => buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] });

test('a value is derived once from each catalog', () => {
  const [one, other] = [emptyCatalog(), emptyCatalog()];
  const derive = deriveOnce((catalog) => ({ catalog }));

  const derived = [derive(one), derive(other), derive(one)];

  expect(derived.map(({ catalog }) => catalog)).toEqual([one, other, one]);
  expect(derived[2]).toBe(derived[0]);
  expect(derived[1]).not.toBe(derived[0]);
});
