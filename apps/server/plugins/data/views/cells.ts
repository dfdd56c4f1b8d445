/**
 * The rows of a result, and how a cell is written.
 */
import type { query } from './tools.generated.js';

/** The result of a query, as the tool's method returns it. */
export type Result = NonNullable<NonNullable<(typeof query)['types']>['result']>;

/** The value of a cell. */
export type Cell = Result['rows'][number][number];

/** Writes a cell for people: numbers with separators, an empty cell as a dash. */
export function formatCell(cell: Cell): string {
  if (cell === null) return '–';
  return typeof cell === 'number' ? cell.toLocaleString(undefined, { maximumFractionDigits: 2 }) : String(cell);
}

/** Reads a cell as a number; an integer beyond 2^53 and a decimal are text. */
export function numberOf(cell: Cell | undefined): number {
  return cell === null || cell === undefined || typeof cell === 'boolean' ? Number.NaN : Number(cell);
}
