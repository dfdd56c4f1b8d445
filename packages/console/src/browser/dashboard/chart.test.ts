import { expect, test } from 'vitest';
import { countScale, durationScale } from './chart.js';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [40, [0, 10, 20, 30, 40]],
  [130, [0, 50, 100, 150]],
])('an axis up to %d has whole numbers as ticks', (most, ticks) => {
  expect(countScale(most).ticks.map(({ value }) => value)).toEqual(ticks);
});

test.each([[0], [1], [9], [11], [99], [250], [1_234], [99_999]])(
  'an axis up to %d has room for it, and few ticks',
  (most) => {
    const { ticks, place } = countScale(most);

    expect(place(most)).toBeLessThanOrEqual(1);
    expect(ticks.length).toBeLessThanOrEqual(6);
  },
);

test('durations are on a scale of powers of ten that has room for all of them', () => {
  const { ticks, place } = durationScale([0.4, 230]);

  expect(ticks.map(({ label }) => label)).toEqual(['0.1 ms', '1 ms', '10 ms', '100 ms', '1 s']);
  expect(place(230)).toBeLessThan(1);
  expect(place(0.4)).toBeGreaterThan(0);
});
