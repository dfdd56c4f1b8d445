import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { chooseLimits, defaultEndpointLimits, defaultServerLimits } from './limits.js';

describe.each([
  ['endpoint', defaultEndpointLimits],
  ['server', defaultServerLimits],
])('the limits of the %s', (_what, defaults) => {
  test('are documented with their defaults', async () => {
    const rows = await readFile(new URL('../../../docs/reference/limits.md', import.meta.url), 'utf8');

    for (const [name, value] of Object.entries(defaults)) {
      expect(rows).toMatch(new RegExp(`\\| \`${name}\` +\\| +${value.toLocaleString('en-US')}[ |]`));
    }
  });
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('a limit of %s is rejected by name', (value) => {
  expect(() => chooseLimits(defaultEndpointLimits, { maxBodyBytes: value })).toThrow(
    `limit maxBodyBytes must be a whole number of at least 1, got ${value}`,
  );
});

test('a given limit replaces its own default only', () => {
  expect(chooseLimits(defaultServerLimits, { maxHeaders: 7 })).toEqual({ ...defaultServerLimits, maxHeaders: 7 });
});
