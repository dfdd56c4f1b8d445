/**
 * The values in a table's rows.
 */

/** The value of a cell. */
export type Cell = string | number | null;

/** One row's cells, in the order of the table's columns. */
export type Row = readonly Cell[];
