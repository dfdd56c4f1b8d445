import { expect, test } from 'vitest';
import { describeNextSteps } from './next-steps.js';
import { quoteForShell } from './quote-for-shell.js';

test('the next steps quote the folder for the shell', () => {
  const steps = describeNextSteps('plugin', 'with spaces', 'npm');

  expect(steps).toContain(process.platform === 'win32' ? '  cd "with spaces"' : "  cd 'with spaces'");
});

test.each([
  ['weather', 'weather'],
  ['../plugins/größe_2.0', '../plugins/größe_2.0'],
  ['with spaces', "'with spaces'"],
  ["it's", String.raw`'it'\''s'`],
  ['a#b;c', "'a#b;c'"],
  ['$HOME', "'$HOME'"],
  ['-dash', './-dash'],
  ['-dash and space', "'./-dash and space'"],
  ['~', "'~'"],
])('%s is written as %s in a POSIX shell', (path, typed) => {
  expect(quoteForShell(path, 'linux')).toBe(typed);
});

test.each([
  [String.raw`plugins\weather`, String.raw`plugins\weather`],
  [String.raw`my plugins\weather`, String.raw`"my plugins\weather"`],
  ['a&b', '"a&b"'],
])('on Windows %s is written as %s', (path, typed) => {
  expect(quoteForShell(path, 'win32')).toBe(typed);
});
