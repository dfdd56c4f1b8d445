import { expect, test } from 'vitest';
import { formatDuration, formatFailures, formatMoment, formatPercentile, formatSize } from './format.js';

test.each([
  [undefined, '–'],
  [0.049, '0.05 ms'],
  [0.996, '1.0 ms'],
  [9.94, '9.9 ms'],
  [9.99, '10 ms'],
  [12.4, '12 ms'],
  [999.6, '1.0 s'],
  [1_240, '1.2 s'],
  [9_960, '10 s'],
  [59_700, '1 min 0 s'],
  [61_000, '1 min 1 s'],
  [3_840_000, '1 h 4 min'],
])('a duration of %d is shown as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test('fewer than ten calls have no percentile', () => {
  expect(formatPercentile({ calls: 9, failures: 0, p95: 3 }, 'p95')).toBe('–');
  expect(formatPercentile({ calls: 10, failures: 0, p95: 3 }, 'p95')).toBe('3.0 ms');
});

test.each([
  [20_000, 1, '0.01 %'],
  [90_000, 1, '0.01 %'],
  [1_000, 999, '99.9 %'],
  [9_999, 9_998, '99.9 %'],
  [3, 3, '100 %'],
  [3, 0, '0 %'],
])('of %d calls %d failures are %s: one failure is not none, and one success is not all', (calls, failures, text) => {
  expect(formatFailures({ calls, failures })).toBe(text);
});

test.each([
  [20_480, '20 kB'],
  [104_857_600, '100 MB'],
  [1_610_612_736, '1.5 GB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});

test('a moment of another day has its date', () => {
  const now = new Date(2026, 10, 29, 14, 5, 9).getTime();

  expect(formatMoment(now, now)).toBe('14:05:09');
  expect(formatMoment(now - 86_400_000, now)).toBe('28 Nov 14:05:09');
});
