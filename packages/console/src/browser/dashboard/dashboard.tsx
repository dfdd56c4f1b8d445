/**
 * The dashboard: the totals, what happens now, and the servers with the detail of one.
 */
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { DashboardData } from '../../dashboard-data.js';
import { readHash } from '../location-hash.js';
import { FailuresPanel, RunningPanel, SwapsPanel, UpstreamsPanel } from './events-now.js';
import { formatAge, formatCount, formatFailures, formatSize, nameStep, nothing } from '../../dashboard/format.js';
import { ServerDetail } from './server-detail.js';
import { ServerList } from './server-list.js';
import { buildServerRows, type ServerRow } from '../../dashboard/server-row.js';
import { useEventStream } from './use-event-stream.js';

const periods = [
  { minutes: 15, label: '15 min', name: 'the last 15 minutes' },
  { minutes: 60, label: '1 h', name: 'the last hour' },
  { minutes: 1440, label: '24 h', name: 'the last 24 hours' },
] as const;

type Minutes = (typeof periods)[number]['minutes'];

/** @param events the address of the event stream */
export function Dashboard({ events }: { readonly events: string }): VNode {
  const [minutes, setMinutes] = useState<Minutes>(60);
  const { data, status } = useEventStream(`${events}?minutes=${minutes}`);
  const [chosen, setChosen] = useState(readHash);
  const choose = (server: string): void => {
    setChosen(server);
    history.replaceState(null, '', `#${encodeURIComponent(server)}`);
  };
  return (
    <>
      <div class="dashboard-head">
        <h1>Dashboard</h1>
        <p class="live" role="status">
          {status}
        </p>
        <fieldset class="period">
          <legend class="unseen">Period</legend>
          {periods.map((period) => (
            <label key={period.minutes}>
              <input
                type="radio"
                name="period"
                checked={period.minutes === minutes}
                onChange={() => setMinutes(period.minutes)}
              />
              <span>{period.label}</span>
            </label>
          ))}
        </fieldset>
      </div>
      {data ? <Numbers data={data} chosen={chosen} onChoose={choose} /> : <p class="empty">Waiting for numbers …</p>}
    </>
  );
}

interface NumbersProps {
  readonly data: DashboardData;
  readonly chosen: string;
  readonly onChoose: (server: string) => void;
}

function Numbers({ data, chosen, onChoose }: NumbersProps): VNode {
  const { running, canCancel, failures, swaps, upstreams, servers, at, minutes, stepMinutes } = data;
  const period = periods.find((it) => it.minutes === minutes)?.name ?? `the last ${minutes} minutes`;
  const rows = buildServerRows(data);
  const hasCalls = servers.some(({ calls }) => calls > 0);
  const busiest = useRef<string>();
  // The first busiest one stays until the reader chooses another; a detail that changes by itself cannot be read.
  if (hasCalls) busiest.current ??= rows[0]?.calls.server;
  const find = (name: string | undefined): ServerRow | undefined => rows.find(({ calls }) => calls.server === name);
  const shown = find(chosen) ?? find(busiest.current) ?? rows[0];
  const detail = useRef<HTMLElement>(null);
  const choose = (server: string): void => {
    onChoose(server);
    // After the detail is rendered.
    requestAnimationFrame(() => reveal(detail.current));
  };
  return (
    <>
      <Totals data={data} period={period} />
      <div class="panels">
        <RunningPanel running={running} canCancel={canCancel} />
        <FailuresPanel failures={failures} now={at} />
        <SwapsPanel swaps={swaps} now={at} />
        {upstreams.length > 0 && <UpstreamsPanel upstreams={upstreams} now={at} />}
      </div>
      <section class="servers-section">
        <h2>Servers</h2>
        {!hasCalls && <p class="empty">{`No calls in ${period}. They show here as they come.`}</p>}
        {shown && (
          <div class="list-and-detail">
            <ServerList rows={rows} chosen={shown.calls.server} onChoose={choose} />
            <ServerDetail
              key={shown.calls.server}
              place={detail}
              row={shown}
              swaps={swaps}
              period={period}
              stepMinutes={stepMinutes}
              now={at}
            />
          </div>
        )}
      </section>
    </>
  );
}

/** Scrolls to what is chosen if it is below the window, as on narrow screens. */
function reveal(detail: HTMLElement | null): void {
  if (detail && detail.getBoundingClientRect().top > innerHeight * 0.6) detail.scrollIntoView();
}

function Totals({ data, period }: { readonly data: DashboardData; readonly period: string }): VNode {
  const { servers, running, clients, memory, uptimeSeconds, stepMinutes } = data;
  const sum = (read: (server: (typeof servers)[number]) => number): number =>
    servers.reduce((total, server) => total + read(server), 0);
  const [calls, failures] = [sum((it) => it.calls), sum((it) => it.failures)];
  const figures = [
    [`Calls, ${period.replace('the ', '')}`, formatCount(calls)],
    [`Calls, last full ${nameStep(stepMinutes)}`, formatCount(sum((it) => it.steps.at(-2)?.calls ?? 0))],
    [
      failures === 0 ? 'Failed' : `Failed: ${formatCount(failures)}`,
      calls === 0 ? nothing : formatFailures({ calls, failures }),
    ],
    ['Running', formatCount(running.length)],
    ...(clients
      ? [
          ['Sessions', formatCount(clients.sessions)],
          ['Streams', formatCount(clients.streams)],
        ]
      : []),
    ...(memory ? [['Memory', formatSize(memory.resident)]] : []),
    ...(uptimeSeconds === undefined ? [] : [['Up for', formatAge(uptimeSeconds)]]),
  ];
  return (
    <dl class="totals">
      {figures.map(([name, value]) => (
        <div key={name} class={failures > 0 && name?.startsWith('Failed') ? 'is-bad' : ''}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
