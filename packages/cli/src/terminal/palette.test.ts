import { expect, test } from 'vitest';
import { Capture } from './captured-terminal.test-support.js';
import type { Environment } from './environment.js';
import { buildPalette } from './palette.js';

function paintOn(columns: number | undefined, env: Environment): string {
  return buildPalette(new Capture(columns).stream, env).red('stop');
}

test('a terminal gets colours', () => {
  expect(paintOn(80, {})).toBe('\u001b[31mstop\u001b[39m');
});

test('a file or a pipe gets no colours', () => {
  expect(paintOn(undefined, {})).toBe('stop');
});

test.each([{ NO_COLOR: '1' }, { NO_COLOR: '1', FORCE_COLOR: '1' }, { TERM: 'dumb' }, { FORCE_COLOR: '0' }])(
  'a terminal with %o gets no colours',
  (env) => {
    expect(paintOn(80, env)).toBe('stop');
  },
);

test('an empty NO_COLOR does not disable colours', () => {
  expect(paintOn(80, { NO_COLOR: '' })).not.toBe('stop');
});

test('FORCE_COLOR enables colours in a pipe', () => {
  expect(paintOn(undefined, { FORCE_COLOR: '1' })).not.toBe('stop');
});
