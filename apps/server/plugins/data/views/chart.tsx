/**
 * Draws one measure of a result as bars, which choose rows as the table does.
 */
import { useState } from 'preact/hooks';
import { formatCell, numberOf, type Result } from './cells.js';

const mostBars = 24;

interface ChartProps {
  readonly result: Result;
  readonly dimensionCount: number;
  readonly chosen: number | undefined;
  readonly onChoose: (row: number) => void;
}

/** The table has the same figures, so that the bars are hidden from screen readers. */
export function Chart({ result: { columns, rows }, dimensionCount, chosen, onChoose }: ChartProps) {
  const measures = columns.slice(dimensionCount);
  const [wanted, setWanted] = useState<string>();
  const measure = measures.find(({ name }) => name === wanted) ?? measures[0];
  const column = columns.findIndex((it) => it === measure);
  const values = rows.slice(0, mostBars).map((cells) => numberOf(cells[column]));
  const most = Math.max(0, ...values.filter(Number.isFinite));
  if (!measure || most === 0) return <></>;
  return (
    <figure>
      <figcaption>
        {measures.length === 1
          ? nameOf(measure)
          : measures.map((it) => (
              <button key={it.name} aria-pressed={it === measure} onClick={() => setWanted(it.name)}>
                {nameOf(it)}
              </button>
            ))}
      </figcaption>
      <div class="bars" aria-hidden="true">
        {values.map((value, row) => (
          <div key={row} class={row === chosen ? 'bar is-chosen' : 'bar'} onClick={() => onChoose(row)}>
            <span class="label">{(rows[row] ?? []).slice(0, dimensionCount).map(formatCell).join(' · ')}</span>
            <span class="track">
              <span class="fill" style={{ width: `${Math.max(0, (value / most) * 100)}%` }} />
            </span>
            <span class="value">{formatCell(Number.isFinite(value) ? value : null)}</span>
          </div>
        ))}
      </div>
      {rows.length > mostBars && <p class="note">{`The first ${mostBars} rows; the table has all.`}</p>}
    </figure>
  );
}

function nameOf({ name, unit }: Result['columns'][number]): string {
  return unit === undefined ? name : `${name} (${unit})`;
}
