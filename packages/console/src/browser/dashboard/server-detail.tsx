/**
 * The numbers of one server: its charts, its steps of time, its components, and the build that serves.
 */
import type { BuildSwap, CallSums, ComponentCalls, ServerCalls, StepCalls } from '@sigil/core/internal';
import type { RefObject, VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ServedPlugin } from '../../dashboard-data.js';
import { Chart, countScale, durationScale, Sparkline, type ChartArea, type ChartMark } from './chart.js';
import { DataTable, sortRows, type Column, type Order } from './data-table.js';
import {
  fewestForPercentiles,
  formatAge,
  formatClock,
  formatCount,
  formatDuration,
  formatFailures,
  formatPercentile,
  nameStep,
  readPercentile,
} from '../../dashboard/format.js';
import type { ServerRow } from '../../dashboard/server-row.js';

interface ServerDetailProps {
  readonly row: ServerRow;
  readonly place?: RefObject<HTMLElement>;
  readonly swaps: readonly BuildSwap[];
  readonly period: string;
  readonly stepMinutes: number;
  readonly now: number;
}

const percentiles = ['p50', 'p95', 'p99'] as const;

export function ServerDetail({ row, place, swaps, period, stepMinutes, now }: ServerDetailProps): VNode {
  const { calls: server, plugin, state, hasPage } = row;
  const { steps } = server;
  const step = nameStep(stepMinutes);
  const [chosen, setCursor] = useState<number>();
  // Another period may have fewer steps.
  const cursor = chosen !== undefined && chosen < steps.length ? chosen : undefined;
  const marks = readMarks(row, swaps);
  const describe = (index: number): string => describeStep(steps[index], stepMinutes, marks).join(' · ');
  const shared = {
    steps: steps.map(({ at }) => at),
    stepMinutes,
    marks,
    cursor,
    onCursor: setCursor,
    describe,
  };
  const durations = steps.flatMap((one) => [one.slowest, ...percentiles.map((name) => one[name])]);
  const busiest = Math.max(0, ...steps.map(({ calls }) => calls));
  return (
    <article class="card detail" {...(place ? { ref: place } : {})}>
      <header class="card-head">
        <h2>
          {hasPage ? <a href={`/mcp/meta/${encodeURIComponent(server.server)}`}>{server.server}</a> : server.server}
        </h2>
        <p class="build-facts">
          {state !== '' && <span class={`state state-${state}`}>{state}</span>}
          {plugin && describeBuild(plugin, now)}
        </p>
      </header>
      <Figures server={server} />
      {server.calls === 0 ? (
        <p class="empty">{`Not called in ${period}.`}</p>
      ) : (
        <>
          <p class="readout">
            {cursor === undefined
              ? 'Point at a chart, or use the arrow keys.'
              : describeStep(steps[cursor], stepMinutes, marks).map((part, index) => (
                  <span key={index}>{index === 0 ? part : ` · ${part}`}</span>
                ))}
          </p>
          <figure>
            <figcaption>
              {`Calls per ${step}`}
              <Legend keys={['calls', 'failed', ...(marks.length > 0 ? ['another build serves'] : [])]} />
            </figcaption>
            <Chart
              {...shared}
              label={`Calls per ${step} of ${server.server} in ${period}, at most ${busiest}`}
              scale={countScale(busiest)}
              draw={(area) => <Bars steps={steps} area={area} />}
            />
          </figure>
          <figure>
            <figcaption>
              Durations
              <Legend keys={[...percentiles, `slowest of fewer than ${fewestForPercentiles}`]} />
            </figcaption>
            <Chart
              {...shared}
              label={`Durations of ${server.server} by ${step} in ${period}`}
              scale={durationScale(durations.filter((it) => it !== undefined))}
              draw={(area) => <Lines steps={steps} area={area} />}
            />
          </figure>
          <StepTable server={server.server} step={step} steps={steps} />
          <ComponentTable server={server} />
        </>
      )}
    </article>
  );
}

/** Returns the swaps in the period of a server. One of several plugins has no plugin of its own name, and has every swap. */
function readMarks({ calls: { steps }, plugin, isRemote }: ServerRow, swaps: readonly BuildSwap[]): ChartMark[] {
  const begin = steps[0]?.at ?? Infinity;
  return swaps
    .filter((swap) => swap.at >= begin && !isRemote && (!plugin || swap.plugin === plugin.name))
    .map(({ at, plugin: name, version }) => ({ at, text: `${name} ${version} serves` }));
}

/** Describes a plugin: ` 1.2.0, worker, for 3 h`. */
function describeBuild({ version, link, since, draining = 0 }: ServedPlugin, now: number): string {
  const age = since === undefined ? [] : [`for ${formatAge((now - since) / 1_000)}`];
  const older = draining > 0 ? [`${draining} on older builds`] : [];
  return ` ${[...(version === undefined ? [] : [version]), link, ...age, ...older].join(', ')}`;
}

function Figures({ server }: { readonly server: ServerCalls }): VNode {
  const isFew = server.calls < fewestForPercentiles;
  const durations = isFew
    ? [['slowest', formatDuration(server.slowest)] as const]
    : percentiles.map((name) => [name, formatDuration(server[name])] as const);
  const figures = [['calls', formatCount(server.calls)], ['failed', formatFailures(server)], ...durations] as const;
  return (
    <dl class="numbers">
      {figures.map(([name, value]) => (
        <div key={name} class={name === 'failed' && server.failures > 0 ? 'is-bad' : ''}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Legend({ keys }: { readonly keys: readonly string[] }): VNode {
  return (
    <span class="legend">
      {keys.map((key) => (
        <span key={key} class={`key key-${key.split(' ')[0]}`}>
          {key}
        </span>
      ))}
    </span>
  );
}

interface DrawingProps {
  readonly steps: readonly StepCalls[];
  readonly area: ChartArea;
}

/** Bars of calls, with the failed ones at their foot. */
function Bars({ steps, area: { step, x, y, foot } }: DrawingProps): VNode {
  const bar = (index: number, count: number, kind: string): VNode => {
    const top = Math.min(y(count), foot - 1.5);
    const wide = Math.max(1, step * 0.76);
    return <rect class={kind} x={x(index) + (step - wide) / 2} y={top} width={wide} height={foot - top} rx={1} />;
  };
  return (
    <>
      {steps.map(({ at, calls, failures }, index) =>
        calls === 0 ? null : (
          <g key={at}>
            {bar(index, calls, 'chart-calls')}
            {failures > 0 && bar(index, failures, 'chart-failures')}
          </g>
        ),
      )}
    </>
  );
}

/** Lines of percentiles with gaps, and a dot for a step with few calls. */
function Lines({ steps, area: { step, x, y } }: DrawingProps): VNode {
  const middle = (index: number): number => x(index) + step / 2;
  return (
    <>
      {percentiles.map((name) => (
        <path key={name} class={`chart-line chart-${name}`} d={writePath(steps, name, { step, middle, y })} />
      ))}
      {steps.map(({ at, calls, slowest }, index) =>
        calls > 0 && calls < fewestForPercentiles && slowest !== undefined ? (
          <circle key={at} class="chart-few" cx={middle(index)} cy={y(slowest)} r={2.5} />
        ) : null,
      )}
    </>
  );
}

interface PathPlaces extends Pick<ChartArea, 'step' | 'y'> {
  readonly middle: (index: number) => number;
}

function writePath(
  steps: readonly StepCalls[],
  name: (typeof percentiles)[number],
  { step, middle, y }: PathPlaces,
): string {
  let path = '';
  let isDrawing = false;
  for (const [index, one] of steps.entries()) {
    const value = one.calls < fewestForPercentiles ? undefined : one[name];
    // A step alone is a short stroke.
    if (value !== undefined)
      path += isDrawing
        ? `L${middle(index)} ${y(value)}`
        : `M${middle(index) - step * 0.3} ${y(value)}L${middle(index) + step * 0.3} ${y(value)}`;
    isDrawing = value !== undefined;
  }
  return path;
}

const mostNamedBuilds = 2;

/** Describes a step in parts: its time, its calls, how long they took, and the builds that began to serve in it. */
function describeStep(step: StepCalls | undefined, minutes: number, marks: readonly ChartMark[]): string[] {
  if (!step) return [];
  const { at, calls, failures } = step;
  const end = at + minutes * 60_000;
  const time = minutes === 1 ? formatClock(at) : `${formatClock(at)}–${formatClock(end)}`;
  const swapped = marks.filter((mark) => mark.at >= at && mark.at < end).map(({ text }) => text);
  const builds = swapped.length > mostNamedBuilds ? [`${swapped.length} other builds serve`] : swapped;
  if (calls === 0) return [time, 'no calls', ...builds];
  const count = `${formatCount(calls)} ${calls === 1 ? 'call' : 'calls'}`;
  return [time, count, `${formatCount(failures)} failed`, ...describeDurations(step), ...builds];
}

function describeDurations(sums: CallSums): string[] {
  if (sums.calls < fewestForPercentiles) return [`slowest ${formatDuration(sums.slowest)}`];
  return percentiles.map((name) => `${name} ${formatDuration(sums[name])}`);
}

const stepColumns: readonly Column<StepCalls>[] = [
  { title: 'From', cell: ({ at }) => formatClock(at) },
  { title: 'Calls', kind: 'number', cell: ({ calls }) => formatCount(calls) },
  { title: 'Failed', kind: 'number', cell: ({ failures }) => formatCount(failures) },
  ...percentiles.map((name): Column<StepCalls> => ({
    title: name,
    kind: 'number',
    cell: (step) => formatPercentile(step, name),
  })),
  { title: 'Slowest', kind: 'number', cell: ({ slowest }) => formatDuration(slowest) },
];

interface StepTableProps {
  readonly server: string;
  /** The name of a step. */
  readonly step: string;
  readonly steps: readonly StepCalls[];
}

function StepTable({ server, step, steps }: StepTableProps): VNode {
  const [isShown, setIsShown] = useState(false);
  return (
    <details class="step-table" onToggle={({ currentTarget }) => setIsShown(currentTarget.open)}>
      <summary>The same as a table</summary>
      {isShown && (
        <DataTable
          label={`Calls of ${server} by ${step}`}
          columns={stepColumns}
          rows={steps.filter(({ calls }) => calls > 0).toReversed()}
          keyOf={({ at }) => String(at)}
        />
      )}
    </details>
  );
}

function ComponentTable({ server }: { readonly server: ServerCalls }): VNode {
  const [order, setOrder] = useState<Order>({ column: 'Calls', isDescending: true });
  return (
    <DataTable
      label={`Calls of ${server.server} by component`}
      columns={componentColumns}
      rows={sortRows(server.components, componentColumns, order)}
      keyOf={({ method, name }) => `${method} ${name}`}
      order={order}
      onOrder={setOrder}
    />
  );
}

const componentColumns: readonly Column<ComponentCalls>[] = [
  {
    title: 'Component',
    sortBy: ({ name, method }) => name || method,
    cell: ({ name, method }) => (
      <>
        {name || method}
        {name && <span class="method">{method}</span>}
      </>
    ),
  },
  { title: 'Calls', kind: 'number', sortBy: ({ calls }) => calls, cell: ({ calls }) => formatCount(calls) },
  {
    title: 'Failed',
    kind: 'number',
    sortBy: ({ failures }) => failures,
    cell: ({ failures }) => <span class={failures > 0 ? 'is-bad' : ''}>{formatCount(failures)}</span>,
  },
  ...percentiles.map((name): Column<ComponentCalls> => ({
    title: name,
    kind: 'number',
    sortBy: (sums) => readPercentile(sums, name) ?? -1,
    cell: (sums) => formatPercentile(sums, name),
  })),
  {
    title: 'Slowest',
    kind: 'number',
    sortBy: ({ slowest }) => slowest ?? -1,
    cell: ({ slowest }) => formatDuration(slowest),
  },
  {
    title: 'Over time',
    cell: ({ name, method, perStep }) => <Sparkline label={`Calls of ${name || method} over time`} values={perStep} />,
  },
];
