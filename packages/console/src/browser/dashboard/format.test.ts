import { expect, test } from 'vitest';
import { formatDuration, formatFailures, formatPercentile } from './format.js';

test.each([
  [undefined, '–'],
  [0.049, '0.05 ms'],
  [9.99, '10.0 ms'],
  [12.4, '12 ms'],
  [1_240, '1.2 s'],
  [61_000, '61 s'],
])('a duration of %d is shown as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test('fewer than ten calls have no percentile', () => {
  expect(formatPercentile({ calls: 9, failures: 0, p95: 3 }, 'p95')).toBe('–');
  expect(formatPercentile({ calls: 10, failures: 0, p95: 3 }, 'p95')).toBe('3.0 ms');
});

test('one failure in many calls is not shown as zero', () => {
  expect(formatFailures({ calls: 20_000, failures: 1 })).toBe('0.01 %');
});
