/**
 * Recorded results, to work on the view without a query.
 */
import type { Story } from '@sigil/view';
import type { query } from './tools.generated.js';

const columns = [
  { name: 'book.genre', type: 'string' as const },
  { name: 'revenue', type: 'number' as const, unit: 'EUR' },
  { name: 'copies', type: 'integer' as const },
];
const limit = { rows: 1_000, by: 'default' as const, reached: false };

export const stories: Story<typeof query>[] = [
  {
    name: 'Genres',
    input: { source: 'sales', dimensions: ['book.genre'], measures: ['revenue', 'copies'] },
    partialInputs: [{ source: 'sales' }, { source: 'sales', dimensions: ['book.genre'] }],
    result: {
      columns,
      rows: [
        ['fantasy', 1_204.5, 80],
        ['poetry', 310, 25],
        [null, 12.25, 1],
      ],
      rowCount: 3,
      limit,
      sql: 'SELECT …',
    },
  },
  {
    name: 'Nothing found',
    input: { source: 'sales', dimensions: ['book.genre'], measures: ['revenue'] },
    result: { columns: columns.slice(0, 2), rows: [], rowCount: 0, limit, sql: 'SELECT …' },
  },
];
