import { expect, test } from 'vitest';
import { summarize } from './measuring.mjs';

test('the ratio is the median of the ratios to the limit in each round', () => {
  const figures = summarize(
    'calls',
    new Map([
      ['bare', [{ cpu: 10 }, { cpu: 100 }, { cpu: 20 }]],
      ['other', [{ cpu: 20 }, { cpu: 150 }, { cpu: 80 }]],
    ]),
  );

  expect(figures.map(({ subject, median, min, max, ratio }) => ({ subject, median, min, max, ratio }))).toEqual([
    { subject: 'bare', median: 20, min: 10, max: 100, ratio: 1 },
    { subject: 'other', median: 80, min: 20, max: 150, ratio: 2 },
  ]);
});
