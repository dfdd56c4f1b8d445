/**
 * A table that scrolls by itself, with rows from data.
 */
import type { ComponentChildren, VNode } from 'preact';

/** One column. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** `number` is aligned to the right, `text` may break. */
  readonly kind?: 'number' | 'text';
  /** Sorts by this column; a column without it cannot be sorted. */
  readonly sortBy?: (row: Row) => number | string;
}

/** The order of a table. */
export interface Order {
  readonly column: string;
  readonly isDescending: boolean;
}

interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly order?: Order;
  readonly onOrder?: (order: Order) => void;
  readonly isChosen?: (row: Row) => boolean;
  readonly children?: ComponentChildren;
}

/** The first column is the heading of its row. */
export function DataTable<Row>(props: DataTableProps<Row>): VNode {
  const { label, columns, rows, keyOf, order, onOrder, isChosen, children } = props;
  return (
    <div class="scroll data" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.title} column={column} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class={isChosen?.(row) ? 'is-chosen' : ''}>
              {columns.map(({ title, cell, kind }, index) =>
                index === 0 ? (
                  <th key={title} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title} class={kind ?? ''}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </div>
  );
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>;
  readonly order: Order | undefined;
  readonly onOrder: ((order: Order) => void) | undefined;
}

function HeadCell<Row>({ column: { title, kind, sortBy }, order, onOrder }: HeadCellProps<Row>): VNode {
  if (!sortBy || !onOrder)
    return (
      <th scope="col" class={kind ?? ''}>
        {title}
      </th>
    );
  const isSorted = order?.column === title;
  const direction = order?.isDescending ? 'descending' : 'ascending';
  // Names begin with A, and numbers with the largest.
  const isDescending = isSorted ? !order.isDescending : kind === 'number';
  return (
    <th scope="col" class={kind ?? ''} aria-sort={isSorted ? direction : 'none'}>
      <button type="button" class="sort" onClick={() => onOrder({ column: title, isDescending })}>
        {title}
      </button>
    </th>
  );
}

/** Returns the rows in an order. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], order: Order): Row[] {
  const sortBy = columns.find(({ title }) => title === order.column)?.sortBy;
  if (!sortBy) return [...rows];
  const sign = order.isDescending ? -1 : 1;
  return rows.toSorted((a, b) => sign * compare(sortBy(a), sortBy(b)));
}

function compare(a: number | string, b: number | string): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
}
