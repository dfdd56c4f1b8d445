import { expect, test } from 'vitest';
import { runQuietly } from './run-command.mjs';

test('a failed command is not green, and its output on both streams is kept', async () => {
  const outcome = await runQuietly(['-e', 'console.log("out"); console.error("err"); process.exitCode = 3']);

  expect(outcome.isGreen).toBe(false);
  expect(outcome.output).toContain('out');
  expect(outcome.output).toContain('err');
});

test('a command runs from the root of the workspace', async () => {
  const outcome = await runQuietly(['-p', 'require("./package.json").name']);

  expect(outcome).toMatchObject({ isGreen: true, output: 'sigil\n' });
});
