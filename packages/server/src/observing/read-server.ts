/**
 * Reads numbers that a running server has anyway, when metrics are scraped.
 */
import type { Clients } from '@sigil/core/engine';
import type { Budget } from '@sigil/core/internal';
import type { RemoteServer } from '@sigil/gateway';
import type { Reading } from '@sigil/observe';
import type { HostedPlugin } from '@sigil/plugin-host';
import type { ServedMounts } from '../mounts/served-mounts.js';

/** The queues of what a shared store refused. */
export type StoreQueues = Readonly<Record<'events' | 'writes', { readonly size: number; readonly lostCount: number }>>;

const upstreamStates: readonly RemoteServer['status']['state'][] = [
  'connecting',
  'serving',
  'pinned',
  'degraded',
  'open',
  'failed',
  'unauthorized',
];

/** @param shared the sessions that this process shares with others; undefined where it serves alone */
export function readServer(mounts: ServedMounts, clients: Clients, shared?: StoreQueues): readonly Reading[] {
  return [
    ...readClients(clients),
    ...(shared ? readQueues(shared) : []),
    ...[...mounts.hosts.entries].flatMap(([name, { plugin }]) => readPlugin(name, plugin)),
    ...mounts.hosts.missing.map((plugin): Reading => ({ metric: 'sigil_plugin_up', labels: { plugin }, value: 0 })),
    ...[...(mounts.remotes ?? [])].flatMap(([name, remote]) => readUpstream(name, remote)),
    ...mounts.all.map(({ name, engine }): Reading => ({
      metric: 'sigil_tasks_running',
      labels: { server: name },
      value: engine.runningTaskCount,
    })),
  ];
}

function readQueues({ events, writes }: StoreQueues): Reading[] {
  return Object.entries({ events, writes }).flatMap(([kind, { size, lostCount }]): Reading[] => [
    { metric: 'sigil_store_waiting', labels: { kind }, value: size },
    { metric: 'sigil_store_lost_total', labels: { kind }, value: lostCount },
  ]);
}

function readClients({ sessions, listenStreams, nativeStreams, requestBytes, answerBytes }: Clients): Reading[] {
  const refusals = [sessions, listenStreams, nativeStreams, requestBytes, answerBytes].map(
    ({ limit, refusalCount }: Budget): Reading => ({
      metric: 'sigil_limit_hits_total',
      labels: { limit },
      value: refusalCount,
    }),
  );
  return [
    { metric: 'sigil_sessions', value: sessions.inUse },
    { metric: 'sigil_streams', labels: { kind: 'listen' }, value: listenStreams.inUse },
    { metric: 'sigil_streams', labels: { kind: 'native' }, value: nativeStreams.inUse },
    { metric: 'sigil_buffered_bytes', labels: { kind: 'request' }, value: requestBytes.inUse },
    { metric: 'sigil_buffered_bytes', labels: { kind: 'answer' }, value: answerBytes.inUse },
    ...refusals,
  ];
}

function readPlugin(plugin: string, { status, serving }: HostedPlugin): Reading[] {
  const up: Reading = { metric: 'sigil_plugin_up', labels: { plugin }, value: status.state === 'serving' ? 1 : 0 };
  if (!serving) return [up];
  const labels = { plugin, cid: serving.manifestCid };
  return [
    up,
    { metric: 'sigil_generation', labels, value: serving.number },
    { metric: 'sigil_draining_generations', labels: { plugin }, value: serving.draining },
    { metric: 'sigil_draining_calls', labels: { plugin }, value: serving.drainingCalls },
  ];
}

function readUpstream(upstream: string, { status: { state, latencyMs }, openings }: RemoteServer): Reading[] {
  const states = upstreamStates.map((it): Reading => ({
    metric: 'sigil_upstream_state',
    labels: { upstream, state: it },
    value: it === state ? 1 : 0,
  }));
  const opened: Reading = { metric: 'sigil_upstream_openings_total', labels: { upstream }, value: openings };
  if (latencyMs === undefined) return [...states, opened];
  return [
    ...states,
    opened,
    { metric: 'sigil_upstream_latency_seconds', labels: { upstream }, value: latencyMs / 1_000 },
  ];
}
