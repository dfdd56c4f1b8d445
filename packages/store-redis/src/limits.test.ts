import { expect, test } from 'vitest';
import { chooseRedisLimits, defaultRedisLimits } from './limits.js';

test('omitted limits have their defaults', () => {
  expect(chooseRedisLimits({ commandTimeoutMs: 7 })).toEqual({ ...defaultRedisLimits, commandTimeoutMs: 7 });
});

test.each([0, -1, 1.5, Number.NaN])('a limit of %s is refused', (value) => {
  expect(() => chooseRedisLimits({ maxContentBytes: value })).toThrow(RangeError);
});
