/**
 * All servers with their numbers: searched, sorted, and one of them chosen for its detail.
 */
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Sparkline } from './chart.js';
import { DataTable, sortRows, type Column, type Order } from './data-table.js';
import { formatCount, formatDuration, formatPercentile, readPercentile } from '../../dashboard/format.js';
import type { ServerRow } from '../../dashboard/server-row.js';

interface ServerListProps {
  readonly rows: readonly ServerRow[];
  readonly chosen: string | undefined;
  readonly onChoose: (server: string) => void;
}

export function ServerList({ rows, chosen, onChoose }: ServerListProps): VNode {
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<Order>({ column: 'Calls', isDescending: true });
  const words = search.toLowerCase().split(/\s+/);
  const found = rows.filter((row) => words.every((word) => textOf(row).includes(word)));
  const columns = listColumns(chosen, onChoose);
  const { sorted, hold, release } = useSteadyOrder(found, columns, order);
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
      <div onPointerEnter={hold} onPointerLeave={release}>
        <DataTable
          label="Servers"
          columns={columns}
          rows={sorted}
          keyOf={keyOf}
          order={order}
          onOrder={setOrder}
          isChosen={({ calls }) => calls.server === chosen}
        >
          {found.length === 0 && <p class="empty">No server has all of these words.</p>}
        </DataTable>
      </div>
    </div>
  );
}

function keyOf({ calls }: ServerRow): string {
  return calls.server;
}

interface SteadyOrder {
  readonly sorted: readonly ServerRow[];
  readonly hold: () => void;
  readonly release: () => void;
}

/** Sorts the rows. While they are held, new numbers move none of them, so that a press hits the row it was aimed at. */
function useSteadyOrder(rows: readonly ServerRow[], columns: readonly Column<ServerRow>[], order: Order): SteadyOrder {
  const [isHeld, setIsHeld] = useState(false);
  const last = useRef<{ readonly order: Order; readonly keys: readonly string[] }>();
  const fresh = sortRows(rows, columns, order);
  const places = isHeld && last.current?.order === order ? last.current.keys : [];
  const placeOf = (row: ServerRow): number => {
    const place = places.indexOf(keyOf(row));
    return place === -1 ? places.length : place;
  };
  const sorted = places.length === 0 ? fresh : fresh.toSorted((a, b) => placeOf(a) - placeOf(b));
  last.current = { order, keys: sorted.map(keyOf) };
  return { sorted, hold: () => setIsHeld(true), release: () => setIsHeld(false) };
}

function textOf({ calls, plugin, state }: ServerRow): string {
  return `${calls.server} ${state} ${plugin?.version ?? ''} ${plugin?.link ?? ''}`.toLowerCase();
}

const worstFirst = ['failed', 'degraded', 'serving', ''];

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
      sortBy: ({ state }) => worstFirst.indexOf(state),
      cell: ({ state }) => state !== '' && <span class={`state state-${state}`}>{state}</span>,
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
      sortBy: ({ calls }) => readPercentile(calls, 'p95') ?? -1,
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
