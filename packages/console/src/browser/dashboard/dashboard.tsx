/**
 * The dashboard: the totals, what happens now, and the servers with the detail of one.
 */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DashboardData } from '../../dashboard-data.js';
import { FailuresPanel, RunningPanel, SwapsPanel, UpstreamsPanel } from './events-now.js';
import { formatAge, formatCount, formatFailures, formatSize, nameStep, nothing } from './format.js';
import { ServerDetail } from './server-detail.js';
import { pairServers, ServerList } from './server-list.js';

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
  const [chosen, setChosen] = useState(() => decodeURIComponent(location.hash.slice(1)));
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
  const { running, canCancel, failures, swaps, upstreams, servers, plugins, at, minutes, stepMinutes } = data;
  const period = periods.find((it) => it.minutes === minutes)?.name ?? `the last ${minutes} minutes`;
  const rows = pairServers(servers, plugins);
  const shown = rows.find(({ calls }) => calls.server === chosen) ?? rows[0];
  const hasCalls = servers.some(({ calls }) => calls > 0);
  return (
    <>
      <Totals data={data} period={period} />
      <div class="panels">
        <RunningPanel running={running} canCancel={canCancel} />
        <FailuresPanel failures={failures} />
        <SwapsPanel swaps={swaps} />
        {upstreams.length > 0 && <UpstreamsPanel upstreams={upstreams} />}
      </div>
      <section aria-labelledby="servers" class="servers-section">
        <h2 id="servers">Servers</h2>
        {!hasCalls && <p class="empty">{`No calls in ${period}. They show here as they come.`}</p>}
        {shown && (
          <div class="list-and-detail">
            <ServerList rows={rows} chosen={shown.calls.server} onChoose={onChoose} />
            <ServerDetail
              key={shown.calls.server}
              server={shown.calls}
              plugin={shown.plugin}
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

function Totals({ data, period }: { readonly data: DashboardData; readonly period: string }): VNode {
  const { servers, running, clients, memory, uptimeSeconds, stepMinutes } = data;
  const sum = (read: (server: (typeof servers)[number]) => number): number =>
    servers.reduce((total, server) => total + read(server), 0);
  const [calls, failures] = [sum((it) => it.calls), sum((it) => it.failures)];
  const figures = [
    [`Calls, ${period.replace('the ', '')}`, formatCount(calls)],
    [`Calls, last ${nameStep(stepMinutes)}`, formatCount(sum((it) => it.steps.at(-2)?.calls ?? 0))],
    ['Failed', calls === 0 ? nothing : formatFailures({ calls, failures })],
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
        <div key={name} class={name === 'Failed' && failures > 0 ? 'is-bad' : ''}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Stream {
  /** The latest data; kept while another period loads. */
  readonly data: DashboardData | undefined;
  readonly status: string;
}

/** Follows an event stream; the browser connects again by itself. */
function useEventStream(address: string): Stream {
  const [data, setData] = useState<DashboardData>();
  const [status, setStatus] = useState('Connecting …');
  useEffect(() => {
    const source = new EventSource(address);
    source.addEventListener('message', (event: MessageEvent<string>) => {
      setData(JSON.parse(event.data) as DashboardData); // sent by our own server
      setStatus('Live');
    });
    source.addEventListener('error', () => setStatus('Connection lost, trying again …'));
    return () => source.close();
  }, [address]);
  return { data, status };
}
