/**
 * Writes rows in columns without borders. In a window the last column wraps; elsewhere a row is one line.
 */
import Table from 'cli-table3';
import type { Output } from './terminal.js';

const gap = '  ';
const indent = '  ';
/** Narrowest last column; below it the window wraps the lines itself. */
const narrowestColumn = 20;

const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: indent,
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: gap,
};

/** @param rows each with as many cells as `head` */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { paint, columns }: Output,
): string {
  const lastWidth = chooseLastWidth(head, rows, columns);
  const table = new Table({
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    ...(lastWidth === undefined ? {} : { wordWrap: true, colWidths: [...head.slice(1).map(() => null), lastWidth] }),
  });
  table.push(
    head.map((title) => paint.dim(title)),
    ...rows.map((row) => [...row]),
  );
  const lines = table.toString().split('\n');
  return lines.map((line) => line.trimEnd()).join('\n');
}

/** Returns the width of the last column; undefined when nothing has to be wrapped. */
function chooseLastWidth(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number | undefined,
): number | undefined {
  if (columns === undefined) return undefined;
  const widths = head.map((title, index) => Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const last = widths.pop() ?? 0;
  const room = columns - indent.length - widths.reduce((sum, width) => sum + width + gap.length, 0);
  return last <= room || room < narrowestColumn ? undefined : room;
}
