import { expect, test } from 'vitest';
import { chooseLimits, defaultLimits } from './limits.js';

test('limits that are not given have their defaults', () => {
  expect(chooseLimits({ pageSize: 7 })).toEqual({ ...defaultLimits, pageSize: 7 });
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'a limit of %s is rejected, and the message names the limit',
  (pageSize) => {
    expect(() => chooseLimits({ pageSize })).toThrow(
      `limit pageSize must be a whole number of at least 1, got ${pageSize}`,
    );
  },
);
