import { expect, test } from 'vitest';
import { viewLimits } from '../../view-limits.js';
import { KeptState } from './kept-state.js';

test('values are kept by name, the last of each', () => {
  const state = new KeptState();

  for (const message of [
    { name: 'a', value: 1 },
    { name: 'b', value: null },
    { name: 'a', value: [2] },
  ])
    state.keep(message);

  expect(state.values).toEqual({ a: [2], b: null });
  state.clear();
  expect(state.values).toEqual({});
});

test('a value that makes the state too large is not kept, and others are', () => {
  const state = new KeptState();

  state.keep({ name: 'small', value: 'x' });
  state.keep({ name: 'large', value: 'x'.repeat(viewLimits.maxStateCharacters) });

  expect(state.values).toEqual({ small: 'x' });
});

test.each([{ value: 1 }, { name: 1, value: 1 }, { name: 'a' }])('%j keeps nothing', (message) => {
  const state = new KeptState();

  state.keep(message);

  expect(state.values).toEqual({});
});
