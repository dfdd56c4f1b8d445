/**
 * Writes the numbers of a server as tables for a terminal.
 */
import type { CallSums, ComponentCalls } from '@sigil/core/internal';
import { formatTable } from '../terminal/format-table.js';
import { printable } from '../terminal/printable.js';
import type { Output } from '../terminal/terminal.js';
import type { ServerNumbers } from './fetch-view.js';

/** The order of components. */
export type SortBy = 'calls' | 'failures' | 'p95' | 'name';

const bars = '▁▂▃▄▅▆▇█';
const shownMinutes = 20;

/** @param rows most rows of components */
export function formatView(view: ServerNumbers, output: Output, sort: SortBy, rows: number): string {
  const { paint } = output;
  const components = view.servers.flatMap(({ server, components }) => components.map((it) => ({ server, ...it })));
  const shown = [...components].sort(comparing(sort)).slice(0, rows);
  const left = components.length - shown.length;
  const table = formatTable(
    ['component', 'server', 'calls', 'failed', 'p50', 'p95', 'p99', 'last 20 min'],
    shown.map((it) => [
      printable(it.name || it.method),
      printable(it.server),
      String(it.calls),
      it.failures > 0 ? paint.red(String(it.failures)) : '0',
      time(it.p50),
      time(it.p95),
      time(it.p99),
      paint.cyan(sparkline(it.perStep.slice(-shownMinutes))),
    ]),
    output,
  );
  return [
    headline(view, output),
    '',
    shown.length === 0 ? paint.dim('  no calls in the last hour') : table,
    ...(left > 0 ? [paint.dim(`  and ${left} more`)] : []),
    ...runningLines(view, output),
    ...upstreamLines(view, output),
  ].join('\n');
}

function headline({ servers, running, clients }: ServerNumbers, { paint }: Output): string {
  const calls = servers.reduce((sum, it) => sum + it.calls, 0);
  const failures = servers.reduce((sum, it) => sum + it.failures, 0);
  const failed = failures === 0 ? '0 failed' : paint.red(`${failures} failed`);
  const held = clients ? `, ${clients.sessions} sessions, ${clients.streams} streams` : '';
  return `${paint.bold(`${calls} calls`)} in the last hour, ${failed}, ${running.length} running${held}`;
}

function runningLines({ running }: ServerNumbers, output: Output): string[] {
  if (running.length === 0) return [];
  const rows = running
    .slice(0, 10)
    .map((it) => [printable(it.name || it.method), printable(it.server), time(it.forMs)]);
  return ['', output.paint.bold('Running'), formatTable(['component', 'server', 'for'], rows, output)];
}

function upstreamLines({ upstreams = [] }: ServerNumbers, output: Output): string[] {
  if (upstreams.length === 0) return [];
  const { green, yellow } = output.paint;
  const rows = upstreams.map(({ server, state, latencyMs }) => [
    printable(server),
    state === 'serving' ? green(state) : yellow(state),
    time(latencyMs),
  ]);
  return ['', output.paint.bold('Remote servers'), formatTable(['server', 'state', 'latency'], rows, output)];
}

type Row = ComponentCalls & { readonly server: string };

function comparing(sort: SortBy): (a: Row, b: Row) => number {
  if (sort === 'name') return (a, b) => (a.name || a.method).localeCompare(b.name || b.method);
  const valueOf = (it: CallSums): number => it[sort] ?? 0;
  return (a, b) => valueOf(b) - valueOf(a) || b.calls - a.calls;
}

function time(ms: number | undefined): string {
  if (ms === undefined) return '–';
  if (ms < 1_000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return `${(ms / 1_000).toFixed(1)} s`;
}

function sparkline(values: readonly number[]): string {
  const most = Math.max(1, ...values);
  return values
    .map((value) => (value === 0 ? ' ' : (bars[Math.ceil((value / most) * bars.length) - 1] ?? '')))
    .join('');
}
