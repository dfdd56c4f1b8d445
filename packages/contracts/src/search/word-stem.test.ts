import { expect, test } from 'vitest';
import { stemOf } from './word-stem.js';

test('forms of one word have one stem', () => {
  expect(new Set(['cancel', 'cancels', 'cancelling', 'cancellation'].map(stemOf)).size).toBe(1);
});

test.each([
  ['customs', 'customer'],
  ['important', 'import'],
  ['organs', 'organization'],
  ['university', 'universal'],
])('%s and %s have different stems', (one, other) => {
  expect(stemOf(one)).not.toBe(stemOf(other));
});
