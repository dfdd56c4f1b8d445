/**
 * The rows of a list or a map, which the reader adds and removes. The focus stays near the change.
 */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The rows, and the elements that take the focus. */
export interface Rows<Row> {
  readonly rows: readonly (Row & { readonly key: number })[];
  readonly add: (row: Row) => void;
  readonly remove: (row: Row) => void;
  /** The element around the rows. */
  readonly list: RefObject<HTMLDivElement>;
  /** The button that adds one. */
  readonly more: RefObject<HTMLButtonElement>;
}

/** @param readFirst called once, for the rows at the beginning */
export function useRows<Row extends object>(readFirst: () => readonly Row[]): Rows<Row> {
  const lastKey = useRef(0);
  const list = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const withKey = (row: Row): Row & { readonly key: number } => ({ ...row, key: (lastKey.current += 1) });
  const [rows, setRows] = useState(() => readFirst().map(withKey));
  const changed = useRef<'added' | 'removed'>();
  // After rendering: a full list disables its button, which then takes no focus.
  useLayoutEffect(() => {
    if (changed.current === 'added') focusIn(list.current?.lastElementChild);
    if (changed.current === 'removed') more.current?.focus();
    changed.current = undefined;
  }, [rows]);
  return {
    rows,
    list,
    more,
    add: (row) => {
      changed.current = 'added';
      setRows([...rows, withKey(row)]);
    },
    remove: (row) => {
      changed.current = 'removed';
      setRows(rows.filter((it) => it !== row));
    },
  };
}

function focusIn(row: Element | null | undefined): void {
  row?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
}
