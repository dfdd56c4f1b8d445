import { expect, test } from 'vitest';
import { isShortRun } from './expect-short-run.js';

test.each([
  [['build', 'plugins/echo', '--no-type-check'], true],
  [['check', '--target', 'gemini'], true],
  [['build', '--watch'], false],
  [['build', '-w', '.'], false],
  [['dev'], false],
  [['serve', 'build'], false],
  [[], false],
])('%j counts as a short run: %j', (args, isShort) => {
  expect(isShortRun(args)).toBe(isShort);
});
