/**
 * All servers with their numbers: searched, sorted, and one of them chosen for its detail.
 */
import type { ServerCalls } from '@sigil/core/internal';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ServedPlugin } from '../../dashboard-data.js';
import { Sparkline } from './chart.js';
import { DataTable, sortRows, type Column, type Order } from './data-table.js';
import { formatCount, formatDuration, formatPercentile } from './format.js';

/** A server, and the plugin of the same name if there is one. */
export interface ServerRow {
  readonly calls: ServerCalls;
  readonly plugin: ServedPlugin | undefined;
}

interface ServerListProps {
  readonly rows: readonly ServerRow[];
  readonly chosen: string | undefined;
  readonly onChoose: (server: string) => void;
}

/** Pairs the servers with their plugins, and adds the plugins that were not called. */
export function pairServers(servers: readonly ServerCalls[], plugins: readonly ServedPlugin[]): ServerRow[] {
  const known = new Set(servers.map(({ server }) => server));
  const called = servers.map((calls) => ({ calls, plugin: plugins.find(({ name }) => name === calls.server) }));
  const idle = plugins
    .filter(({ name }) => !known.has(name))
    .map((plugin) => ({
      calls: { server: plugin.name, calls: 0, failures: 0, steps: [], components: [] },
      plugin,
    }));
  return [...called, ...idle];
}

export function ServerList({ rows, chosen, onChoose }: ServerListProps): VNode {
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<Order>({ column: 'Calls', isDescending: true });
  const words = search.toLowerCase().split(/\s+/);
  const found = rows.filter((row) => words.every((word) => textOf(row).includes(word)));
  const columns = listColumns(chosen, onChoose);
  return (
    <div class="server-list">
      <div class="filter">
        <label for="server-search">Search</label>
        <input
          id="server-search"
          type="search"
          autocomplete="off"
          spellcheck={false}
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <span class="filter-count" role="status">
          {search === '' ? '' : `${found.length} of ${rows.length}`}
        </span>
      </div>
      <DataTable
        label="Servers"
        columns={columns}
        rows={sortRows(found, columns, order)}
        keyOf={({ calls }) => calls.server}
        order={order}
        onOrder={setOrder}
        isChosen={({ calls }) => calls.server === chosen}
      />
    </div>
  );
}

function textOf({ calls, plugin }: ServerRow): string {
  return `${calls.server} ${plugin?.state ?? ''} ${plugin?.version ?? ''} ${plugin?.link ?? ''}`.toLowerCase();
}

function listColumns(chosen: string | undefined, onChoose: (server: string) => void): readonly Column<ServerRow>[] {
  return [
    {
      title: 'Server',
      sortBy: ({ calls }) => calls.server,
      cell: ({ calls: { server } }) => (
        <button type="button" class="choose" aria-pressed={server === chosen} onClick={() => onChoose(server)}>
          {server}
        </button>
      ),
    },
    {
      title: 'State',
      sortBy: ({ plugin }) => plugin?.state ?? '',
      cell: ({ plugin }) => plugin && <span class={`state state-${plugin.state}`}>{plugin.state}</span>,
    },
    {
      title: 'Calls',
      kind: 'number',
      sortBy: ({ calls }) => calls.calls,
      cell: ({ calls }) => formatCount(calls.calls),
    },
    {
      title: 'Failed',
      kind: 'number',
      sortBy: ({ calls }) => calls.failures,
      cell: ({ calls: { failures } }) => <span class={failures > 0 ? 'is-bad' : ''}>{formatCount(failures)}</span>,
    },
    {
      title: 'p95',
      kind: 'number',
      sortBy: ({ calls }) => calls.p95 ?? -1,
      cell: ({ calls }) => formatPercentile(calls, 'p95'),
    },
    {
      title: 'Slowest',
      kind: 'number',
      sortBy: ({ calls }) => calls.slowest ?? -1,
      cell: ({ calls }) => formatDuration(calls.slowest),
    },
    {
      title: 'Over time',
      cell: ({ calls: { server, calls, steps } }) =>
        calls > 0 && <Sparkline label={`Calls of ${server} over time`} values={steps.map((it) => it.calls)} />,
    },
  ];
}
