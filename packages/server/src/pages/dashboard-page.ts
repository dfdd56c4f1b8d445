/**
 * The page at `/dashboard`. A browser with scripts replaces its numbers by those of the event stream; without, they are those of this moment.
 */
import type { DashboardData } from '@sigil/console';
import {
  buildServerRows,
  formatAge,
  formatCount,
  formatDuration,
  formatFailures,
  formatPercentile,
  formatSize,
  nameRemoteState,
  nothing,
  type ServerRow,
} from '@sigil/console/dashboard';
import { formatDate } from './page-texts.js';
import { renderPage } from './render-page.js';

/** A cell of a table: its text, and the address of a page or the state that it names. */
interface Cell {
  readonly text: string;
  readonly href?: string;
  readonly state?: string;
}

interface Column<Row> {
  readonly title: string;
  /** `number` is aligned to the right, `text` may break. */
  readonly kind?: 'number' | 'text';
  readonly read: (row: Row) => Cell | string;
}

interface Table {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly kind: string }[];
  readonly rows: readonly (readonly Cell[])[];
  /** Whether the page shows all rows, and not a box that scrolls. */
  readonly isWhole?: boolean;
}

const periods = [
  { minutes: 15, name: 'the last 15 minutes' },
  { minutes: 60, name: 'the last hour' },
  { minutes: 1440, name: 'the last 24 hours' },
] as const;

/** The addresses of the page. */
interface DashboardPlace {
  readonly assets: string;
  readonly dashboardPath?: string;
}

export function buildDashboardPage(data: DashboardData, place: DashboardPlace): string {
  const { at, minutes, running, failures, upstreams, swaps } = data;
  return renderPage('dashboard', {
    ...place,
    title: 'Dashboard · Sigil',
    script: 'dashboard-page.js',
    fillsScreen: true,
    at: formatDate(new Date(at)),
    period: periods.find((it) => it.minutes === minutes)?.name ?? `the last ${minutes} minutes`,
    otherPeriods: periods.filter((it) => it.minutes !== minutes),
    totals: describeTotals(data),
    tables: [
      ...(running.length > 0 ? [tableOf('Running calls', runningColumns, running)] : []),
      ...(upstreams.length > 0 ? [tableOf('Remote servers', upstreamColumns, upstreams)] : []),
      { ...tableOf('Servers', serverColumns, buildServerRows(data)), isWhole: true },
      ...(failures.length > 0 ? [tableOf('Recent failures', failureColumns, failures)] : []),
      ...(swaps.length > 0 ? [tableOf('Swaps of builds', swapColumns, swaps.toReversed())] : []),
    ],
  });
}

function describeTotals({
  servers,
  running,
  clients,
  memory,
  uptimeSeconds,
}: DashboardData): readonly (readonly [name: string, value: string])[] {
  const calls = servers.reduce((sum, server) => sum + server.calls, 0);
  const failed = servers.reduce((sum, server) => sum + server.failures, 0);
  return [
    ['Calls', formatCount(calls)],
    [
      failed === 0 ? 'Failed' : `Failed: ${formatCount(failed)}`,
      calls === 0 ? nothing : formatFailures({ calls, failures: failed }),
    ],
    ['Running', formatCount(running.length)],
    ...(clients
      ? ([
          ['Sessions', formatCount(clients.sessions)],
          ['Streams', formatCount(clients.streams)],
        ] as const)
      : []),
    ...(memory ? ([['Memory', formatSize(memory.resident)]] as const) : []),
    ...(uptimeSeconds === undefined ? [] : ([['Up for', formatAge(uptimeSeconds)]] as const)),
  ];
}

function tableOf<Row>(title: string, columns: readonly Column<Row>[], rows: readonly Row[]): Table {
  return {
    title,
    columns: columns.map((column) => ({ title: column.title, kind: column.kind ?? '' })),
    rows: rows.map((row) =>
      columns.map(({ read }) => {
        const cell = read(row);
        return typeof cell === 'string' ? { text: cell } : cell;
      }),
    ),
  };
}

const serverColumns: readonly Column<ServerRow>[] = [
  {
    title: 'Server',
    read: ({ calls: { server }, hasPage }) => ({
      text: server,
      ...(hasPage ? { href: `/mcp/meta/${encodeURIComponent(server)}` } : {}),
    }),
  },
  { title: 'State', read: ({ state }) => (state === '' ? '' : { text: state, state }) },
  { title: 'Build', read: ({ plugin }) => plugin?.version ?? '' },
  { title: 'Calls', kind: 'number', read: ({ calls }) => formatCount(calls.calls) },
  { title: 'Failed', kind: 'number', read: ({ calls }) => formatCount(calls.failures) },
  { title: 'p95', kind: 'number', read: ({ calls }) => formatPercentile(calls, 'p95') },
  { title: 'Slowest', kind: 'number', read: ({ calls }) => formatDuration(calls.slowest) },
];

const runningColumns: readonly Column<DashboardData['running'][number]>[] = [
  { title: 'Call', read: ({ name, method }) => name || method },
  { title: 'Server', read: ({ server }) => server },
  { title: 'Who', read: ({ caller }) => caller || nothing },
  { title: 'For', kind: 'number', read: ({ forMs }) => formatDuration(forMs) },
];

const failureColumns: readonly Column<DashboardData['failures'][number]>[] = [
  { title: 'Call', read: ({ name, method }) => name || method },
  { title: 'At', read: ({ at }) => formatDate(new Date(at)) },
  { title: 'Server', read: ({ server }) => server },
  { title: 'Error', kind: 'text', read: ({ message, problem }) => message || problem },
  { title: 'Incident', read: ({ incident }) => incident ?? nothing },
  { title: 'Who', read: ({ caller }) => caller || nothing },
  { title: 'Took', kind: 'number', read: ({ tookMs }) => formatDuration(tookMs) },
];

const upstreamColumns: readonly Column<DashboardData['upstreams'][number]>[] = [
  { title: 'Server', read: ({ server }) => server },
  { title: 'State', read: ({ state }) => ({ text: nameRemoteState(state), state }) },
  { title: 'Latency', kind: 'number', read: ({ latencyMs }) => formatDuration(latencyMs) },
  {
    title: 'Last error',
    kind: 'text',
    read: ({ lastError }) => (lastError ? `${formatDate(new Date(lastError.at))}: ${lastError.message}` : nothing),
  },
];

const swapColumns: readonly Column<DashboardData['swaps'][number]>[] = [
  { title: 'Plugin', read: ({ plugin }) => plugin },
  { title: 'Version', read: ({ version }) => version },
  { title: 'Serves since', read: ({ at }) => formatDate(new Date(at)) },
];
