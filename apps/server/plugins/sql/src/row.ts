/**
 * What a table's rows are made of.
 */

/** What a cell can hold. */
export type Cell = string | number | null;

/** One row's cells, in the order of the table's columns. */
export type Row = readonly Cell[];
