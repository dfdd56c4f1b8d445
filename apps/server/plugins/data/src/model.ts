/**
 * A semantic model: the tables, what can be grouped by and added up, how tables belong together, and views of it.
 */

/** The kinds of values in results and filters. A decimal is text, so that no digit is lost. */
export type ValueType = 'string' | 'integer' | 'number' | 'decimal' | 'boolean' | 'date' | 'timestamp';

/** What rows can be grouped and filtered by. */
export interface Dimension {
  readonly name: string;
  /** An expression over the columns of its source, written by the model's owner. */
  readonly sql: string;
  readonly type: ValueType;
  readonly unit?: string;
  readonly description?: string;
}

/** What is added up over the rows of a group. */
export interface Measure extends Dimension {
  readonly isMeasure: true;
}

/** Rows of another source that a row belongs to: its `on` is the other's key. */
export interface Join {
  readonly name: string;
  readonly to: string;
  readonly on: string;
}

/** A rule on who sees which rows of a source. */
export interface RowRule {
  /** The column that is compared. */
  readonly column: string;
  /** The way to a fact of the caller: `['id']`, `['claims', 'country']`. */
  readonly equals: readonly string[];
  /** Callers with this scope see every row. */
  readonly unlessScope?: string;
}

/** One table. */
export interface Source {
  readonly name: string;
  readonly description?: string;
  readonly kind: 'csv' | 'parquet' | 'postgres';
  /** The absolute path of a file within the folder of the model, or a table of Postgres with or without its schema. */
  readonly place: string;
  /** By column, as DuckDB writes types; CSV files need all of them. */
  readonly columns: ReadonlyMap<string, string>;
  readonly key?: string;
  readonly dimensions: ReadonlyMap<string, Dimension>;
  readonly measures: ReadonlyMap<string, Measure>;
  readonly joins: ReadonlyMap<string, Join>;
  /** All of them hold for each caller. */
  readonly rows: readonly RowRule[];
}

/** A query that has a name. */
export interface View {
  readonly name: string;
  readonly description?: string;
  readonly source: string;
  readonly dimensions: readonly string[];
  readonly measures: readonly string[];
  readonly limit?: number;
}

/** Read from one file. */
export interface Model {
  readonly name: string;
  readonly description?: string;
  /** The Postgres that has all the tables, by its name in the settings; without it, they are files. */
  readonly database?: string;
  readonly sources: ReadonlyMap<string, Source>;
  readonly views: ReadonlyMap<string, View>;
}

/** The fields of a source that queries may name, those of joined sources as `join.field`. */
export function dimensionsOf(model: Model, source: Source): ReadonlyMap<string, Dimension> {
  const joined = [...source.joins.values()].flatMap((join) =>
    [...(model.sources.get(join.to)?.dimensions.values() ?? [])].map((it) => ({
      ...it,
      name: `${join.name}.${it.name}`,
    })),
  );
  return new Map([...source.dimensions.values(), ...joined].map((it) => [it.name, it]));
}
