import { expect, test } from 'vitest';
import { cutText } from './cut-text.js';

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'longe'],
  ['abc😀', 4, 'abc'],
  ['abc😀', 5, 'abc😀'],
  ['ab😀d', 4, 'ab😀'],
])('%j cut to %i is %j', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
});
