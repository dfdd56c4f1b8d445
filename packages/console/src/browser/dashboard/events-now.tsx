/**
 * The panels that an operator reads first: running calls, the last failures, swaps of builds, and remote servers.
 */
import type { BuildSwap, FailedCall, RunningCall } from '@sigil/core/internal';
import type { ComponentChildren, RefObject, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RemoteServer } from '../../dashboard-data.js';
import { isObject, textOf } from '../json.js';
import { DataTable, type Column } from './data-table.js';
import { formatDuration, formatMoment, nameRemoteState, nothing } from '../../dashboard/format.js';

interface PanelProps {
  readonly title: string;
  /** Shown if there is nothing else. */
  readonly empty: string;
  readonly count: number;
  /** The heading, for the focus of a reader whose row has gone. */
  readonly heading?: RefObject<HTMLHeadingElement>;
  readonly children: ComponentChildren;
}

function Panel({ title, empty, count, heading, children }: PanelProps): VNode {
  return (
    <section class="panel">
      <h2 {...(heading ? { ref: heading, tabIndex: -1 } : {})}>
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
  const heading = useRef<HTMLHeadingElement>(null);
  const token = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<RunningCall>();
  /** The call that waits for the token, unless it has ended. */
  const waiting = running.find(({ id }) => id === asked?.id);
  const [report, setReport] = useState('');
  useLayoutEffect(() => {
    if (asked) token.current?.focus();
  }, [asked]);
  const cancel = async (call: RunningCall): Promise<void> => {
    const given = token.current?.value ?? '';
    if (given === '') return setAsked(call);
    const problem = await cancelCall(call.id, given);
    setReport(problem === undefined ? 'The call was cancelled.' : `Not cancelled: ${problem}`);
    setAsked(problem === undefined ? undefined : call);
    if (problem === undefined) heading.current?.focus();
  };
  const columns: readonly Column<RunningCall>[] = [
    { title: 'Call', cell: nameCall },
    { title: 'Server', cell: ({ server }) => server },
    { title: 'Who', cell: ({ caller }) => caller || nothing },
    { title: 'For', kind: 'number', cell: ({ forMs }) => formatDuration(forMs) },
  ];
  const cancelColumn: Column<RunningCall> = {
    title: 'Cancel',
    cell: (call) => (
      <button type="button" class="quiet" aria-label={`Cancel ${nameCall(call)}`} onClick={() => void cancel(call)}>
        Cancel
      </button>
    ),
  };
  return (
    <Panel title="Running calls" empty="No call runs right now." count={running.length} heading={heading}>
      <form
        class="token"
        hidden={!waiting}
        onSubmit={(event) => {
          event.preventDefault();
          if (waiting) void cancel(waiting);
        }}
      >
        <label for="admin-token">Admin token, to cancel calls:</label>
        <input id="admin-token" type="password" autocomplete="off" ref={token} />
        <button type="submit" class="quiet">
          {`Go on with ${waiting ? nameCall(waiting) : ''}`}
        </button>
      </form>
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

function nameCall({ name, method }: RunningCall | FailedCall): string {
  return name || method;
}

/** @returns the reason if the call was not cancelled */
async function cancelCall(id: string, token: string): Promise<string | undefined> {
  const headers = { Authorization: `Bearer ${token}` };
  try {
    const answer = await fetch(`/admin/cancel?call=${encodeURIComponent(id)}`, { method: 'POST', headers });
    if (answer.ok) return undefined;
    const body: unknown = await answer.json().catch(() => undefined);
    return (isObject(body) && textOf(body['error'])) || `HTTP ${answer.status}`;
  } catch {
    return 'the server did not answer.';
  }
}

const failureColumns = (now: number): readonly Column<FailedCall>[] => [
  { title: 'Call', cell: nameCall },
  { title: 'At', kind: 'number', cell: ({ at }) => formatMoment(at, now) },
  { title: 'Server', cell: ({ server }) => server },
  { title: 'Error', kind: 'text', cell: ({ message, problem }) => message || problem },
  { title: 'Incident', cell: ({ incident }) => (incident === undefined ? nothing : <code>{incident}</code>) },
  { title: 'Who', cell: ({ caller }) => caller || nothing },
  { title: 'Took', kind: 'number', cell: ({ tookMs }) => formatDuration(tookMs) },
];

interface FailuresPanelProps {
  readonly failures: readonly FailedCall[];
  readonly now: number;
}

/** The last failed calls, the newest first. */
export function FailuresPanel({ failures, now }: FailuresPanelProps): VNode {
  return (
    <Panel title="Recent failures" empty="No call has failed." count={failures.length}>
      {failures.length > 0 && (
        <DataTable
          label="Recent failures"
          columns={failureColumns(now)}
          rows={failures}
          keyOf={({ at, server, name, tookMs }) => `${at} ${server} ${name} ${tookMs}`}
        />
      )}
    </Panel>
  );
}

const swapColumns = (now: number): readonly Column<BuildSwap>[] => [
  { title: 'Plugin', cell: ({ plugin }) => plugin },
  { title: 'Version', cell: ({ version }) => version },
  { title: 'Serves since', kind: 'number', cell: ({ at }) => formatMoment(at, now) },
];

interface SwapsPanelProps {
  readonly swaps: readonly BuildSwap[];
  readonly now: number;
}

/** The builds that began to serve, the newest first. */
export function SwapsPanel({ swaps, now }: SwapsPanelProps): VNode {
  return (
    <Panel title="Swaps of builds" empty="No build has been swapped in the last 24 hours." count={swaps.length}>
      {swaps.length > 0 && (
        <DataTable
          label="Swaps of builds"
          columns={swapColumns(now)}
          rows={swaps.toReversed()}
          keyOf={({ at, plugin }) => `${at} ${plugin}`}
        />
      )}
    </Panel>
  );
}

const upstreamColumns = (now: number): readonly Column<RemoteServer>[] => [
  { title: 'Server', cell: ({ server }) => server },
  { title: 'State', cell: ({ state }) => <span class={`state state-${state}`}>{nameRemoteState(state)}</span> },
  { title: 'Latency', kind: 'number', cell: ({ latencyMs }) => formatDuration(latencyMs) },
  {
    title: 'Last error',
    kind: 'text',
    cell: ({ lastError }) => (lastError ? `${formatMoment(lastError.at, now)} ${lastError.message}` : nothing),
  },
];

interface UpstreamsPanelProps {
  readonly upstreams: readonly RemoteServer[];
  readonly now: number;
}

/** The state of the remote servers. */
export function UpstreamsPanel({ upstreams, now }: UpstreamsPanelProps): VNode {
  return (
    <Panel title="Remote servers" empty="" count={upstreams.length}>
      <DataTable
        label="Remote servers"
        columns={upstreamColumns(now)}
        rows={upstreams}
        keyOf={({ server }) => server}
      />
    </Panel>
  );
}
