/**
 * Results as callers receive them: columns, rows, and whether the limit was hit. Long ones are kept for a while, to be read in pages.
 */
import { randomUUID } from 'node:crypto';
import type { ValueType } from './model.js';
import type { Cell } from './query.js';

/** A column of a result. */
export interface ResultColumn {
  /** Name of the field */
  name: string;
  /** Kind of its values */
  type: ValueType;
  /** Unit, such as `EUR` */
  unit?: string;
}

/** The limit that a result was under. */
export interface AppliedLimit {
  /** Most rows */
  rows: number;
  /** Who set it: the query, the view, or nobody, so that the default holds */
  by: 'query' | 'view' | 'default';
  /** Whether there are more rows than these; figures over the rows then say nothing of the whole */
  reached: boolean;
}

/** The rows of a query. */
export interface QueryResult {
  /** The columns, in order */
  columns: ResultColumn[];
  /** The rows, or the first of them, each with a cell for each column */
  rows: Cell[][];
  /** How many rows the result has in all; `rows` has the first 200 */
  rowCount: number;
  /** The limit that the result was under */
  limit: AppliedLimit;
  /** Resource with the rows that follow, for ten minutes */
  next?: string;
  /** The statement that was run */
  sql: string;
}

/** A page of a result that was kept. */
export interface ResultPage {
  /** The columns, in order */
  columns: ResultColumn[];
  /** At most 200 rows */
  rows: Cell[][];
  /** Rows of the whole result */
  rowCount: number;
  /** Number of the first row of this page, from 0 */
  offset: number;
  /** Resource with the rows that follow */
  next?: string;
}

/** Rows of one page, in a result and in a resource. */
export const pageRows = 200;
const mostKept = 20;
const mostOfOneCaller = 10;
const keptMs = 600_000;

interface Kept {
  readonly columns: ResultColumn[];
  readonly rows: Cell[][];
  /** The caller that asked, and the only one that may read on. */
  readonly owner: string;
  readonly until: number;
}

/** Results by an id that nobody can guess; the oldest one goes when there are too many, of one caller or of all. */
export class KeptResults {
  readonly #kept = new Map<string, Kept>();

  /** @returns where the rows after the first page are; nothing where there are none */
  keep(columns: ResultColumn[], rows: Cell[][], owner: string): { next?: string } {
    if (rows.length <= pageRows) return {};
    const id = randomUUID();
    const own = [...this.#kept].filter(([, it]) => it.owner === owner).map(([known]) => known);
    if (own.length >= mostOfOneCaller) this.#kept.delete(own[0] ?? '');
    this.#kept.set(id, { columns, rows, owner, until: Date.now() + keptMs });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
    return { next: uriOf(id, pageRows) };
  }

  /** `undefined` for a result that is not kept, or no longer, or is another caller's, and for a row that it does not have. */
  find(id: string, offset: number, owner: string): ResultPage | undefined {
    const kept = this.#kept.get(id);
    if (!kept || kept.owner !== owner) return undefined;
    if (kept.until < Date.now()) {
      this.#kept.delete(id);
      return undefined;
    }
    const { columns, rows } = kept;
    if (!Number.isSafeInteger(offset) || offset < 0 || offset >= rows.length) return undefined;
    const end = offset + pageRows;
    const next = end < rows.length ? { next: uriOf(id, end) } : {};
    return { columns, rows: rows.slice(offset, end), rowCount: rows.length, offset, ...next };
  }
}

function uriOf(id: string, offset: number): string {
  return `data://results/${id}/${offset}`;
}

/** A Markdown table of the first rows. */
export function writeTable(columns: readonly ResultColumn[], rows: readonly Cell[][], mostRows: number): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const head = columns.map(({ name, unit }) => cellText(unit === undefined ? name : `${name} (${unit})`));
  const shown = rows.slice(0, mostRows).map((row) => line(row.map(cellText)));
  const more = rows.length > mostRows ? [`\n… and ${rows.length - mostRows} rows more`] : [];
  return [line(head), line(columns.map(() => '---')), ...shown, ...more].join('\n');
}

function cellText(cell: Cell): string {
  return cell === null ? '' : String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ');
}
