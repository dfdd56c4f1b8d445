/**
 * The SQL in which DuckDB and Postgres differ, for statements over models.
 */
import type { Model, Source, ValueType } from './model.js';

/** How a statement is written for one engine. */
export interface Dialect {
  /** The table of a source. */
  readonly table: (source: Source) => string;
  /** Where the value with this number goes; the first one is 1. */
  readonly place: (number: number) => string;
  /** Whether a text has another in it. */
  readonly contains: (text: string, part: string) => string;
  /** A text that compares by code points, as everywhere else here. */
  readonly sortable: (expression: string) => string;
  /** Types that values of callers are cast to. */
  readonly castTypes: Readonly<Partial<Record<ValueType, string>>>;
}

const duckdb: Dialect = {
  table: ({ name }) => quote(name),
  place: () => '?',
  contains: (text, part) => `contains(${text}, ${part})`,
  sortable: (expression) => expression,
  castTypes: {
    integer: 'DOUBLE',
    number: 'DOUBLE',
    decimal: 'DECIMAL(38, 10)',
    date: 'DATE',
    timestamp: 'TIMESTAMP',
  },
};

const postgres: Dialect = {
  table: ({ place }) => place.split('.').map(quote).join('.'),
  place: (number) => `$${number}`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  sortable: (expression) => `${expression} COLLATE "C"`,
  castTypes: {
    string: 'TEXT',
    integer: 'DOUBLE PRECISION',
    number: 'DOUBLE PRECISION',
    decimal: 'NUMERIC',
    boolean: 'BOOLEAN',
    date: 'DATE',
    timestamp: 'TIMESTAMP',
  },
};

/** The dialect of the engine that answers for a model. */
export function dialectOf({ database }: Model): Dialect {
  return database === undefined ? duckdb : postgres;
}

/** A name as an identifier of SQL. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
