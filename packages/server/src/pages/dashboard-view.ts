/**
 * Everything that the dashboard shows, for its page, its event stream and `sigil top`.
 */
import type { DashboardData, RemoteServer, ServedPlugin } from '@sigil/console';
import type { Clients } from '@sigil/core/engine';
import type { RecordedMinutes } from '@sigil/core/internal';
import type { CallRecorder } from '@sigil/observe/dashboard';
import type { ShownServer } from '../mounts/mount.js';
import type { ServedMounts } from '../mounts/served-mounts.js';
import { readUsage, sumUsage } from '../workers/process-usage.js';
import type { Workers } from '../workers/workers.js';
import { redactStrings } from '../observing/redact-pages.js';
import type { Redactor } from '../log/redact.js';
import { stateOf } from './server-view.js';

const periods: readonly RecordedMinutes[] = [15, 60, 1440];

/** Returns the period that an address asks for with `?minutes=`: an hour unless it is one of the others. */
export function choosePeriod(asked: unknown): RecordedMinutes {
  return periods.find((it) => String(it) === asked) ?? 60;
}

interface DashboardParts {
  readonly recorder: CallRecorder;
  readonly mounts: Pick<ServedMounts, 'shown' | 'hosts' | 'remotes'>;
  readonly clients: Clients;
  readonly redactor: Redactor | undefined;
  /** True if callers are authenticated, in which case a reader does not see other callers. */
  readonly isGuarded: boolean;
  readonly canCancel: boolean;
  readonly workers: Pick<Workers, 'readOtherCalls'>;
}

/**
 * @param minutes the period of the sums
 * @param shown the servers that the reader sees; by default all
 */
export async function readDashboard(
  parts: DashboardParts,
  minutes: RecordedMinutes,
  shown?: readonly ShownServer[],
): Promise<DashboardData> {
  const { recorder, mounts, redactor, isGuarded, canCancel } = parts;
  const others = await parts.workers.readOtherCalls();
  const recorded = recorder.read(
    shown && ((server, method, name) => isShown(shown, { server, method, name })),
    others.map(({ calls }) => calls),
    minutes,
  );
  const usage = sumUsage([readUsage(parts.clients), ...others.map((it) => it.usage)]);
  const view: DashboardData = {
    ...recorded,
    running: recorded.running.map((call) => (isGuarded ? { ...call, caller: '' } : call)),
    // A message may repeat what another caller sent.
    failures: recorded.failures.map((call) => (isGuarded ? { ...call, caller: '', message: '' } : call)),
    listed: (shown ?? mounts.shown).map((server) => ({ name: server.name, state: stateOf(server) })),
    upstreams: shown ? [] : readUpstreams(mounts),
    plugins: shown ? [] : readPlugins(mounts),
    swaps: shown ? [] : recorded.swaps,
    canCancel,
    ...(shown ? {} : { ...usage, uptimeSeconds: Math.round(process.uptime()) }),
  };
  return redactStrings(view, redactor);
}

interface Called {
  readonly server: string;
  readonly method: string;
  readonly name: string;
}

function isShown(shown: readonly ShownServer[], { server, method, name }: Called): boolean {
  const found = shown.find((it) => it.name === server);
  if (!found) return false;
  const catalog = found.source.current();
  if (method === 'tools/call') return catalog.tools.some(({ definition }) => definition.name === name);
  return method !== 'prompts/get' || catalog.prompts.some(({ definition }) => definition.name === name);
}

function readUpstreams({ remotes = new Map() }: DashboardParts['mounts']): RemoteServer[] {
  return [...remotes].map(([server, { status }]) => ({
    server,
    state: status.state,
    ...(status.latencyMs === undefined ? {} : { latencyMs: status.latencyMs }),
    ...(status.lastError
      ? { lastError: { at: status.lastError.at.getTime(), message: status.lastError.message } }
      : {}),
  }));
}

function readPlugins({ hosts }: DashboardParts['mounts']): ServedPlugin[] {
  return [...hosts.entries].map(([name, { plugin }]) => ({
    name,
    state: plugin.status.state,
    link: plugin.link,
    ...(plugin.serving
      ? {
          version: plugin.serving.version,
          since: plugin.serving.since.getTime(),
          draining: plugin.serving.draining,
        }
      : {}),
  }));
}
