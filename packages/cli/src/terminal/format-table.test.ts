import { expect, test } from 'vitest';
import { CapturedTerminal } from './captured-terminal.test-support.js';
import { formatTable } from './format-table.js';

const rows = [
  ['forecast', 'Forecast for a city, as many days ahead as there is a model for it'],
  ['now', 'Readings'],
];

test('columns are aligned without a border or trailing spaces', () => {
  const { out } = new CapturedTerminal().terminal;

  expect(formatTable(['NAME', 'DESCRIPTION'], rows, out)).toBe(
    [
      '  NAME      DESCRIPTION',
      '  forecast  Forecast for a city, as many days ahead as there is a model for it',
      '  now       Readings',
    ].join('\n'),
  );
});

test('on a terminal, the last column wraps within the width', () => {
  const { out } = new CapturedTerminal({ columns: 40, env: { NO_COLOR: '1' } }).terminal;

  const lines = formatTable(['NAME', 'DESCRIPTION'], rows, out).split('\n');

  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
  expect(lines).toContain('  forecast  Forecast for a city, as many');
  expect(lines).toContain('            days ahead as there is a');
});

test('a terminal that is too narrow for wrapping gets full lines', () => {
  const { out } = new CapturedTerminal({ columns: 24, env: { NO_COLOR: '1' } }).terminal;

  expect(formatTable(['NAME', 'DESCRIPTION'], rows, out)).toContain('as many days ahead as there is a model for it');
});
