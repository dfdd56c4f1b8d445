import { expect, test } from 'vitest';
import { rowOf } from './record.mjs';

const about = { date: '2026-11-22T10:00:00.000Z', node: 'v20.20.2', load: '0.1 to 2' };
const figure = { metric: 'CPU ms', min: 1, max: 2 };

test('a row has our figures in their columns and a dash for each missing figure', () => {
  const figures = [
    { ...figure, scenario: 'cold start, 3 tools', subject: 'bare', median: 80, ratio: 1 },
    { ...figure, scenario: 'cold start, 3 tools', subject: 'sigil', median: 118.7, ratio: 1.4837 },
  ];

  const cells = rowOf(figures, about).split(' | ');

  expect(cells.slice(0, 3)).toEqual(['| 2026-11-22', 'v20.20.2', '0.1 to 2']);
  expect(cells.filter((cell) => !cell.includes('—')).slice(3)).toEqual(['1.48', '119']);
  expect(cells).toHaveLength(17);
});
