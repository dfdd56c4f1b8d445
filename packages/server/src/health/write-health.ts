/**
 * Reports the state of every plugin with its reason, for probes, for people and for `sigil inspect`. Never has a path or a stack.
 */
import { withFileNames } from '@sigil/core/catalog';
import type { SharedStore } from '@sigil/core/stores';
import type { ActivationState, BootReport, HostedPlugin, LinkCrash } from '@sigil/plugin-host';
import type { BlockedLoop } from '@sigil/plugin-host/program';
import type { RemoteServer, RemoteState } from '@sigil/gateway';
import type { PluginHosts } from '../hosts/plugin-hosts.js';
import type { ServedMounts } from '../mounts/served-mounts.js';
import type { FleetState } from '../workers/worker-messages.js';

/** The health of the server. */
export interface Health {
  /** `degraded`: a newest build or its code does not run, or an upstream or the store is away. `failed`: a required plugin serves nothing. */
  readonly status: 'ok' | 'degraded' | 'failed';
  readonly plugins: Readonly<Record<string, PluginHealth>>;
  /** All workers of the machine together. Absent in a process that serves alone. */
  readonly workers?: FleetState;
  /** The upstream servers, by the name of the server that offers each. Absent if there are none. */
  readonly upstreams?: Readonly<Record<string, UpstreamHealth>>;
  /** Servers that are refused because of a mistake, with the reasons. Absent if there are none. */
  readonly refused?: Readonly<Record<string, readonly string[]>>;
  /** The mistakes in the configuration of servers, while the previous one stays in use. Absent if there are none. */
  readonly configuration?: readonly string[];
  /** The latest times that inline code blocked the event loop, newest first. Absent if there were none. */
  readonly blockedLoop?: readonly BlockedLoopHealth[];
  /** The store that replicas share. Absent where this process serves alone. */
  readonly store?: StoreHealth;
}

/** The health of the store that replicas share. */
export interface StoreHealth {
  readonly kind: string;
  readonly state: 'serving' | 'away';
  /** The beginning of the state, in ISO 8601. */
  readonly since: string;
  /** The reason for the current or the latest outage. */
  readonly lastError?: string;
  /** Settings and clocks that may cause trouble later. Absent if there are none. */
  readonly warnings?: readonly string[];
}

/** Other sources of health. */
export interface HealthParts {
  readonly blocked: readonly BlockedLoop[];
  readonly store: Pick<SharedStore, 'kind' | 'status'> | undefined;
  readonly fleet: FleetState;
}

/** A period in which the event loop was blocked. */
export interface BlockedLoopHealth {
  /** The end of the period. */
  readonly at: string;
  readonly blockedMs: number;
  /** The plugin whose code it was; absent if unknown. */
  readonly plugin?: string;
  readonly component?: string;
  /** The component that began last, if the plugin is unknown. */
  readonly lastBegun?: { readonly plugin: string; readonly component: string };
}

/** The health of one upstream server. Absent members are not known yet. */
export interface UpstreamHealth {
  readonly state: RemoteState;
  readonly policy: 'required' | 'optional';
  readonly era?: 'legacy' | 'modern';
  readonly revision?: string;
  /** Its name and version, as it states them. */
  readonly server?: string;
  /** The last time its lists were read, in ISO 8601. */
  readonly listedAt?: string;
  readonly latencyMs?: number;
  readonly lastError?: { readonly at: string; readonly message: string };
}

/** The health of one plugin. An absent member means that nothing serves, or that nothing was refused. */
export interface PluginHealth {
  readonly state: 'serving' | 'failed';
  readonly policy: 'required' | 'optional';
  readonly link: string;
  /** The version that serves now. */
  readonly version?: string;
  readonly manifestCid?: string;
  /** The number of generations that served since this server started. */
  readonly generation?: number;
  /** The older generations that have not ended, and the calls that run on them. Absent if there are none. */
  readonly draining?: { readonly generations: number; readonly calls: number };
  /** True if the plugin's code runs; a plugin that is `waiting` starts on first use. */
  readonly activation?: ActivationState;
  /** The time since which the generation serves, in ISO 8601. */
  readonly since?: string;
  /** The error code of the build that was refused. */
  readonly reason?: string;
  readonly boot?: BootHealth;
  /** The last unexpected end of its worker or process in this generation. */
  readonly crash?: CrashHealth;
}

/** A worker or process that ended by itself; the server is degraded until it has `restarted`. */
export interface CrashHealth {
  readonly at: string;
  readonly state: LinkCrash['state'];
  readonly message: string;
}

/** The outcome of the last attempt to start the plugin. Times are in milliseconds. */
export interface BootHealth {
  readonly outcome: 'serving' | 'failed';
  readonly startedAt: string;
  readonly durationMs: number;
  readonly steps: readonly { readonly step: string; readonly durationMs: number }[];
  readonly reason?: string;
  readonly message?: string;
}

/** Writes the health of every plugin of the server, and of required plugins that are missing. */
export function writeHealth(
  { entries, missing }: Pick<PluginHosts, 'entries' | 'missing'>,
  { refused, problems, remotes }: Pick<ServedMounts, 'refused' | 'problems' | 'remotes'>,
  { blocked, store, fleet }: HealthParts,
): Health {
  const plugins = [
    ...[...entries].map(([name, { plugin }]) => [name, healthOf(plugin)] as const),
    ...missing.map((name) => [name, healthOfMissing] as const),
  ];
  const upstreams = [...remotes].map(([name, remote]) => [name, healthOfRemote(remote)] as const);
  const isFailed =
    plugins.some(([, it]) => it.policy === 'required' && it.generation === undefined) ||
    upstreams.some(([, it]) => it.policy === 'required' && it.listedAt === undefined);
  const isWell = plugins.every(([, it]) => it.state === 'serving' && (it.crash?.state ?? 'restarted') === 'restarted');
  const isReached = upstreams.every(([, it]) => it.state === 'serving');
  const isShared = !store || (store.status.state === 'serving' && store.status.warnings.length === 0);
  const isWhole = fleet.serving >= fleet.workers;
  const isConfigured = refused.length === 0 && problems.length === 0;
  const isFine = isWell && isReached && isConfigured && isShared && isWhole;
  return {
    status: isFailed ? 'failed' : isFine ? 'ok' : 'degraded',
    plugins: Object.fromEntries(plugins),
    ...(fleet.workers > 1 ? { workers: fleet } : {}),
    ...(upstreams.length > 0 ? { upstreams: Object.fromEntries(upstreams) } : {}),
    ...(refused.length > 0
      ? { refused: Object.fromEntries(refused.map((it) => [it.name, it.problems.map(withFileNames)])) }
      : {}),
    ...(problems.length > 0 ? { configuration: problems.map(withFileNames) } : {}),
    ...(blocked.length > 0 ? { blockedLoop: blocked.map(writeBlocked) } : {}),
    ...(store ? { store: writeStore(store) } : {}),
  };
}

function writeStore({ kind, status }: Pick<SharedStore, 'kind' | 'status'>): StoreHealth {
  const { state, since, lastError, warnings } = status;
  return {
    kind,
    state,
    since: since.toISOString(),
    ...(lastError === undefined ? {} : { lastError }),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

function healthOfRemote({ status, configuration }: RemoteServer): UpstreamHealth {
  const { state, era, revision, server, listedAt, latencyMs, lastError } = status;
  return {
    state,
    policy: configuration.required ? 'required' : 'optional',
    ...(era ? { era } : {}),
    ...(revision ? { revision } : {}),
    ...(server ? { server } : {}),
    ...(listedAt ? { listedAt: listedAt.toISOString() } : {}),
    ...(latencyMs === undefined ? {} : { latencyMs: Math.round(latencyMs) }),
    ...(lastError ? { lastError: { at: lastError.at.toISOString(), message: withFileNames(lastError.message) } } : {}),
  };
}

const healthOfMissing: PluginHealth = {
  state: 'failed',
  policy: 'required',
  link: 'none',
  reason: 'manifest-missing',
};

function healthOf({ status, serving, report, policy, link }: HostedPlugin): PluginHealth {
  return {
    state: status.state,
    policy,
    link,
    ...(serving
      ? {
          version: serving.version,
          manifestCid: serving.manifestCid,
          generation: serving.number,
          activation: serving.activation,
          since: serving.since.toISOString(),
          ...(serving.draining > 0
            ? { draining: { generations: serving.draining, calls: serving.drainingCalls } }
            : {}),
        }
      : {}),
    ...(status.state === 'failed' ? { reason: status.error.code } : {}),
    ...(report ? { boot: writeBoot(report) } : {}),
    ...(serving?.crash ? { crash: writeCrash(serving.crash) } : {}),
  };
}

function writeBoot({ outcome, startedAt, durationMs, steps, error }: BootReport): BootHealth {
  return {
    outcome,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(durationMs),
    steps: steps.map((it) => ({ step: it.step, durationMs: Math.round(it.durationMs * 10) / 10 })),
    ...(error ? { reason: error.code, message: withFileNames(error.message) } : {}),
  };
}

function writeBlocked({ at, blockedMs, by, lastBegun }: BlockedLoop): BlockedLoopHealth {
  return { at: at.toISOString(), blockedMs, ...by, ...(lastBegun ? { lastBegun } : {}) };
}

function writeCrash({ at, state, error }: LinkCrash): CrashHealth {
  return { at: at.toISOString(), state, message: withFileNames(error.message) };
}
