import { expect, test } from 'vitest';
import { backOffMs } from './back-off.js';

test('each pause is twice as long as the one before, up to the ceiling', () => {
  const pauses = [0, 1, 2, 3, 4, 5_000].map((count) => backOffMs({ firstMs: 100, longestMs: 500 }, count));

  expect(pauses).toEqual([100, 200, 400, 500, 500, 500]);
});

test('jitter shortens a pause by at most its share', () => {
  const backOff = { firstMs: 100, longestMs: 500, jitter: 0.25 };

  expect(backOffMs(backOff, 9, () => 0)).toBe(500);
  expect(backOffMs(backOff, 9, () => 0.5)).toBe(437.5);
  expect(backOffMs(backOff, 9, () => 1 - Number.EPSILON)).toBeCloseTo(375);
});
