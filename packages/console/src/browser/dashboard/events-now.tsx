/**
 * The panels that an operator reads first: running calls, the last failures, swaps of builds, and remote servers.
 */
import type { BuildSwap, FailedCall, RunningCall } from '@sigil/core/internal';
import type { ComponentChildren, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { RemoteServer } from '../../dashboard-data.js';
import { isObject, textOf } from '../json.js';
import { DataTable, type Column } from './data-table.js';
import { formatDuration, formatSecond, nothing } from './format.js';

interface PanelProps {
  readonly title: string;
  /** Shown if there is nothing else. */
  readonly empty: string;
  readonly count: number;
  readonly children: ComponentChildren;
}

function Panel({ title, empty, count, children }: PanelProps): VNode {
  return (
    <section class="panel">
      <h2>
        {title} {count > 0 && <span class="count">{count}</span>}
      </h2>
      {count === 0 && <p class="empty">{empty}</p>}
      {children}
    </section>
  );
}

interface RunningPanelProps {
  readonly running: readonly RunningCall[];
  readonly canCancel: boolean;
}

/** The running calls. An operator with the admin token can cancel them; the page asks for it once. */
export function RunningPanel({ running, canCancel }: RunningPanelProps): VNode {
  const token = useRef<HTMLInputElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [report, setReport] = useState('');
  const cancel = async (call: RunningCall): Promise<void> => {
    const given = token.current?.value ?? '';
    setIsAsking(true);
    if (given === '') return token.current?.focus();
    setReport(await cancelCall(call.id, given));
  };
  const columns: readonly Column<RunningCall>[] = [
    { title: 'Call', cell: ({ name, method }) => name || method },
    { title: 'Server', cell: ({ server }) => server },
    { title: 'Who', cell: ({ caller }) => caller || nothing },
    { title: 'For', kind: 'number', cell: ({ forMs }) => formatDuration(forMs) },
  ];
  const cancelColumn: Column<RunningCall> = {
    title: 'Cancel',
    cell: (call) => (
      <button
        type="button"
        class="quiet"
        aria-label={`Cancel ${call.name || call.method}`}
        onClick={() => void cancel(call)}
      >
        Cancel
      </button>
    ),
  };
  return (
    <Panel title="Running calls" empty="No call runs right now." count={running.length}>
      <p class="token" hidden={!isAsking}>
        <label for="admin-token">Admin token, to cancel calls:</label>
        <input id="admin-token" type="password" autocomplete="off" ref={token} />
      </p>
      <p class="hint" role="status">
        {report}
      </p>
      {running.length > 0 && (
        <DataTable
          label="Running calls"
          columns={canCancel ? [...columns, cancelColumn] : columns}
          rows={running}
          keyOf={({ id }) => id}
        />
      )}
    </Panel>
  );
}

async function cancelCall(id: string, token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` };
  try {
    const answer = await fetch(`/admin/cancel?call=${encodeURIComponent(id)}`, { method: 'POST', headers });
    if (answer.ok) return 'The call was cancelled.';
    const body: unknown = await answer.json().catch(() => undefined);
    return `Not cancelled: ${(isObject(body) && textOf(body['error'])) || `HTTP ${answer.status}`}`;
  } catch {
    return 'Not cancelled: the server did not answer.';
  }
}

const failureColumns: readonly Column<FailedCall>[] = [
  { title: 'Call', cell: ({ name, method }) => name || method },
  { title: 'At', kind: 'number', cell: ({ at }) => formatSecond(at) },
  { title: 'Server', cell: ({ server }) => server },
  { title: 'Error', kind: 'text', cell: ({ message, problem }) => message || problem },
  { title: 'Incident', cell: ({ incident }) => (incident === undefined ? nothing : <code>{incident}</code>) },
  { title: 'Who', cell: ({ caller }) => caller || nothing },
  { title: 'Took', kind: 'number', cell: ({ tookMs }) => formatDuration(tookMs) },
];

/** The last failed calls, the newest first. */
export function FailuresPanel({ failures }: { readonly failures: readonly FailedCall[] }): VNode {
  return (
    <Panel title="Recent failures" empty="No call has failed." count={failures.length}>
      {failures.length > 0 && (
        <DataTable
          label="Recent failures"
          columns={failureColumns}
          rows={failures}
          keyOf={({ at, server, name, tookMs }) => `${at} ${server} ${name} ${tookMs}`}
        />
      )}
    </Panel>
  );
}

const swapColumns: readonly Column<BuildSwap>[] = [
  { title: 'Plugin', cell: ({ plugin }) => plugin },
  { title: 'Version', cell: ({ version }) => version },
  { title: 'Serves since', kind: 'number', cell: ({ at }) => formatSecond(at) },
];

/** The builds that began to serve, the newest first. */
export function SwapsPanel({ swaps }: { readonly swaps: readonly BuildSwap[] }): VNode {
  return (
    <Panel title="Swaps of builds" empty="No build has been swapped in the last hour." count={swaps.length}>
      {swaps.length > 0 && (
        <DataTable
          label="Swaps of builds"
          columns={swapColumns}
          rows={swaps.toReversed()}
          keyOf={({ at, plugin }) => `${at} ${plugin}`}
        />
      )}
    </Panel>
  );
}

const upstreamColumns: readonly Column<RemoteServer>[] = [
  { title: 'Server', cell: ({ server }) => server },
  { title: 'State', cell: ({ state }) => <span class={`state state-${state}`}>{state}</span> },
  { title: 'Latency', kind: 'number', cell: ({ latencyMs }) => formatDuration(latencyMs) },
  {
    title: 'Last error',
    kind: 'text',
    cell: ({ lastError }) => (lastError ? `${formatSecond(lastError.at)} ${lastError.message}` : nothing),
  },
];

/** The state of the remote servers. */
export function UpstreamsPanel({ upstreams }: { readonly upstreams: readonly RemoteServer[] }): VNode {
  return (
    <Panel title="Remote servers" empty="" count={upstreams.length}>
      <DataTable label="Remote servers" columns={upstreamColumns} rows={upstreams} keyOf={({ server }) => server} />
    </Panel>
  );
}
