/**
 * Shows the result of a query as a chart and a table, and splits a row by another dimension.
 */
import { mount, useHost, useKeptState, useResult, useTool } from '@sigil/view/preact';
import { useState } from 'preact/hooks';
import { Chart } from './chart.js';
import { formatCell, type Cell, type Result } from './cells.js';
import { splitRow, stepOfQuery, stepOfView, type Question, type Step } from './steps.js';
import { describe, query, view as namedView } from './tools.generated.js';
import './result.css';

function Results() {
  const { context } = useHost();
  const asked = useResult(query);
  const named = useResult(namedView);
  const [steps, setSteps] = useKeptState<readonly Step[]>('steps', []);
  const next = useTool(query);
  const fields = useTool(describe);
  const [chosen, setChosen] = useState<number>();

  const opened = asked.result ?? named.result;
  const error = asked.error ?? named.error ?? next.error ?? fields.error;
  if (!opened) return <p role={error ? 'alert' : 'status'}>{error ? error.message : 'Asking …'}</p>;

  const first = asked.result ? stepOfQuery(asked.input, asked.result) : stepOfView(named.input, opened, fields.result);
  const trail = [first, ...steps];
  const step = trail.at(-1)!;
  const { question, result } = step;
  const row = chosen === undefined ? undefined : result.rows[chosen];

  const choose = (index: number): void => {
    setChosen(chosen === index ? undefined : index);
    if (!fields.result && !fields.pending) void fields.call({});
  };
  const split = async (cells: readonly Cell[], dimension: string): Promise<void> => {
    if (!question) return;
    const split = splitRow(question, result, cells, dimension);
    const found = await next.call(split.question);
    if (!found) return;
    setChosen(undefined);
    setSteps([...steps, { ...split, result: found }]);
  };
  const source = fields.result?.sources.find(({ name }) => name === question?.source);
  const dimensions = (source?.fields ?? []).flatMap(({ name, kind }) =>
    kind === 'dimension' && question?.dimensions.includes(name) === false ? [name] : [],
  );

  return (
    <main lang={context.locale}>
      {trail.length > 1 && (
        <nav aria-label="Steps">
          {trail.map(({ title }, index) => (
            <button
              key={index}
              disabled={index === trail.length - 1}
              onClick={() => {
                setChosen(undefined);
                setSteps(steps.slice(0, index));
              }}
            >
              {title}
            </button>
          ))}
        </nav>
      )}
      <h1>{step.title}</h1>
      <Chart result={result} dimensionCount={question?.dimensions.length ?? 1} onChoose={choose} chosen={chosen} />
      {row && (
        <section aria-label="Split">
          <p>
            Split <strong>{titleOf(row, question)}</strong> by
          </p>
          {fields.pending && <p role="status">Reading the fields …</p>}
          {dimensions.map((dimension) => (
            <button key={dimension} disabled={next.pending} onClick={() => void split(row, dimension)}>
              {dimension}
            </button>
          ))}
        </section>
      )}
      {error && <p role="alert">{error.message}</p>}
      <Table result={result} chosen={chosen} onChoose={choose} />
      <p class="note">{describeRows(result)}</p>
    </main>
  );
}

const numeric: ReadonlySet<string> = new Set(['number', 'integer', 'decimal']);

interface TableProps {
  readonly result: Result;
  readonly chosen: number | undefined;
  readonly onChoose: (row: number) => void;
}

function Table({ result, chosen, onChoose }: TableProps) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Rows">
      <table>
        <thead>
          <tr>
            {result.columns.map(({ name, type, unit }) => (
              <th key={name} scope="col" class={numeric.has(type) ? 'is-number' : ''}>
                {name}
                {unit && ` (${unit})`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {result.rows.map((cells, row) => (
            <tr key={row} class={row === chosen ? 'is-chosen' : ''}>
              {cells.map((cell, column) =>
                column === 0 ? (
                  <th key={column} scope="row">
                    <button aria-pressed={row === chosen} onClick={() => onChoose(row)}>
                      {formatCell(cell)}
                    </button>
                  </th>
                ) : (
                  <td key={column} class={numeric.has(result.columns[column]?.type ?? '') ? 'is-number' : ''}>
                    {formatCell(cell)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function titleOf(cells: readonly Cell[], question: Question | undefined): string {
  return cells
    .slice(0, question?.dimensions.length ?? 1)
    .map(formatCell)
    .join(' · ');
}

/** A reader must see that figures are of a part. */
function describeRows({ rows, rowCount, limit }: Result): string {
  const shown = rows.length < rowCount ? `The first ${rows.length} of ${rowCount} rows.` : `${rowCount} rows.`;
  return limit.reached ? `${shown} There are more: the limit of ${limit.rows} rows was reached.` : shown;
}

mount(<Results />);
