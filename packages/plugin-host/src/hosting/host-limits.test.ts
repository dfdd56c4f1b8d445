import { expect, test } from 'vitest';
import { chooseHostLimits } from './host-limits.js';

test('a limit that is given replaces the default, and no other', () => {
  expect(chooseHostLimits({ maxDecodeSteps: 5 })).toEqual({ ...chooseHostLimits({}), maxDecodeSteps: 5 });
});

test.each([0, 1.5, Number.NaN])('maxDecodeSteps of %s is rejected by name', (value) => {
  expect(() => chooseHostLimits({ maxDecodeSteps: value })).toThrow(
    `limit maxDecodeSteps must be a whole number of at least 1, got ${value}`,
  );
});
