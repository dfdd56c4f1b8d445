import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { showSteps } from './show-steps.mjs';

function shownOn(window: { isTTY?: boolean; columns?: number }): string {
  const stream = Object.assign(new PassThrough(), window);
  const steps = showSteps(stream);
  steps.begin('Bundling 2 packages');
  steps.end('packages/core', 0.25);
  steps.close();
  return String(stream.read());
}

test('a log gets one line with the time for each finished step', () => {
  expect(shownOn({})).toBe(`Bundling 2 packages …\n  packages/core${' '.repeat(20)}  0.3 s\n`);
});

test('a terminal also shows the current step, in a line that is cleared at the end', () => {
  const shown = shownOn({ isTTY: true, columns: 80 });

  expect(stripVTControlCharacters(shown)).toMatch(/⠙ Bundling 2 packages … 0 s/);
  expect(shown.endsWith('\r\u001b[2K')).toBe(true);
});

test('the line of the present step never wraps', () => {
  expect(stripVTControlCharacters(shownOn({ isTTY: true, columns: 12 }))).toContain('\r⠙ Bundling \r');
});
