import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { chooseLinkLimits, defaultLinkLimits } from './link-limits.js';

test('the documentation lists every limit with its default', async () => {
  const rows = await readFile(new URL('../../../../docs/reference/limits.md', import.meta.url), 'utf8');

  for (const [name, value] of Object.entries(defaultLinkLimits)) {
    expect(rows).toMatch(new RegExp(`\\| \`${name}\` +\\| +${value.toLocaleString('en-US')}[ |]`));
  }
});

test('a limit that is given replaces the default, and no other', () => {
  expect(chooseLinkLimits({ maxCrashes: 2 })).toEqual({ ...defaultLinkLimits, maxCrashes: 2 });
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('a limit of %s is rejected by name', (value) => {
  expect(() => chooseLinkLimits({ stuckMs: value })).toThrow(
    `limit stuckMs must be a whole number of at least 1, got ${value}`,
  );
});
