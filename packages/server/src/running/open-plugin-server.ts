/**
 * Opens a server for one plugin that the caller hosts, with the same transports, pages and health as every other server.
 */
import type { HostEvent } from '@sigil/plugin-host';
import type { LoopWatch } from '@sigil/plugin-host/program';
import type { ErrorsByPlugin } from '../building/build-errors.js';
import type { DiscoverySettings } from '../configuration/discovery-settings.js';
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import type { ExtendedEngine } from '../extending/open-extending.js';
import { chooseDiscovery } from '../mounts/choose-discovery.js';
import type { ServingLog } from '../log/server-log.js';
import type { BuildChange } from '../pages/build-change.js';
import { openPluginMounts, type OfferedPlugin, type PluginMountParts } from '../mounts/plugin-mounts.js';
import { observeByEnvironment, type ObservingParts } from '../observing/observe-by-environment.js';
import { observeNothing } from '../observing/observe-nothing.js';
import type { RecordedStories } from '../views/recorded-story.js';
import type { StoreLog } from '../store/open-shared-store.js';
import { chooseStore } from '../store/choose-store.js';
import { onlyProcess, type Membership } from '../workers/membership.js';
import { serveConfigured, serveMounts } from './serve-mounts.js';
import { openGuardedStreams } from './serve-over-stdio.js';
import type { RunningServer, StdioStreams } from './running-server.js';

/** The transports and settings of the server. By default: over HTTP on 127.0.0.1 and any free port, in sessions, with default limits. */
export interface PluginServerSettings extends Partial<
  Pick<
    ServingConfiguration,
    | 'host'
    | 'port'
    | 'allowedHosts'
    | 'allowedOrigins'
    | 'sandboxUrl'
    | 'sse'
    | 'ws'
    | 'streams'
    | 'stateless'
    | 'strictLifecycle'
    | 'skillsInSessions'
    | 'card'
    | 'limits'
    | 'sharedLimits'
    | 'store'
    | 'requestStateKeys'
  >
> {
  /** The protocol over standard input and output, which replaces HTTP. */
  readonly stdio?: ServingConfiguration['stdioView'] | undefined;
  /** Whether it lists all tools, or a few of them and a search for the others; all by default. */
  readonly discovery?: DiscoverySettings | undefined;
}

/** The parts that the caller supplies. */
export interface PluginServerParts {
  /** The log for faults. */
  readonly log: ServingLog;
  /** The watch whose blocked times the pages show; it stays open. */
  readonly loop?: Pick<LoopWatch, 'blocked'>;
  /** The replacements of builds since the start, newest first: the page shows them, and open pages notice a new one. */
  readonly changes?: () => readonly BuildChange[];
  /** Reads the recorded inputs of the plugin's views, for its page. Absent if there are none to serve. */
  readonly stories?: () => Promise<RecordedStories>;
  /** The standing errors of the latest build, by the plugin's name, for its pages. */
  readonly buildErrors?: () => ErrorsByPlugin;
  /** The caller's streams for stdio. By default those of the process, whose standard output is then guarded. */
  readonly streams?: StdioStreams;
  /** Time that running calls may take to finish after the request to stop the server; 10 seconds by default. */
  readonly closeGraceMs?: number;
  /** Extensions and interceptors; the caller closes them. */
  readonly extended?: ExtendedEngine | undefined;
  /** Absent for a server that nothing observes. */
  readonly observing?: ObservingParts | undefined;
  /** The part of this process among the workers of one primary; by default it serves alone. */
  readonly member?: Membership | undefined;
}

/** A server whose plugin the caller hosts. */
export interface PluginServer extends RunningServer {
  /** Reports an event of the plugin to the dashboard, metrics and audit trail. */
  hostEvent(event: HostEvent): void;
}

const defaultSettings = {
  host: '127.0.0.1',
  port: 0,
  allowedOrigins: [],
  sse: false,
  ws: false,
  stateless: false,
  card: 'off',
  // The only plugin changes while its author works on it.
  listHint: { ttlMs: 0 },
  limits: {},
  sharedLimits: {},
} as const;

/**
 * Serves until the caller closes it; the plugin stays open. The endpoint is at `/mcp/{name}` and at `/mcp`, where a browser gets the page of
 * instructions.
 *
 * @throws ListenError when the port cannot be opened; RangeError for an invalid limit
 */
export async function openPluginServer(
  offered: OfferedPlugin,
  { stdio, discovery, ...settings }: PluginServerSettings,
  {
    log: given,
    loop = { blocked: [] },
    streams,
    closeGraceMs,
    changes,
    stories,
    buildErrors = () => ({}),
    member = onlyProcess,
    extended,
    observing,
  }: PluginServerParts,
): Promise<PluginServer> {
  const { host = defaultSettings.host } = settings;
  const stdioMount = stdio && offered.name;
  const observed = observing && (await observeByEnvironment(observing, { host, log: given, member, stdioMount }));
  const observation = observed?.observation ?? observeNothing(given);
  const { log, observer } = observation;
  const configuration: ServingConfiguration = {
    ...defaultSettings,
    ...settings,
    metricsPort: observed?.metricsPort,
    closeGraceMs,
    profile: 'default',
    adminToken: undefined,
    requestStateKeys: settings.requestStateKeys ?? (member.shared && [member.shared.key]),
    stdioMount,
    stdioView: stdio ?? 'mcp',
  };
  const store = await chooseStore(configuration, logFailures(log), member.shared);
  const searched = await loadDiscovery(offered, chooseDiscovery(discovery, offered.plugin));
  const mounts = openPluginMounts(offered, configuration.stateless, {
    configuration,
    log,
    store,
    observer,
    ...extended,
    ...searched,
  });
  const reload = async (): Promise<void> => void (await offered.plugin?.reload());
  const used = stdio && (streams ?? (await openGuardedStreams()));
  try {
    const builds = { changes, stories, errors: buildErrors };
    const parts = { log, loop, reload, closers: [], streams: used || undefined, builds, observation, store, member };
    const server = await serveMounts(mounts, configuration, { ...parts, callers: undefined }, serveConfigured);
    return { ...server, hostEvent: (event) => log.hostEvent(offered.name, event) };
  } catch (error) {
    await mounts.close();
    await store?.close();
    await observation.close();
    throw error;
  }
}

/** Logs only problems of the store, since the log of such a server has no notes. */
function logFailures(log: ServingLog): StoreLog {
  return {
    note: () => undefined,
    problem: (subject, text) => log.failure(subject, new Error(text)),
    failure: (subject, error) => log.failure(subject, error),
  };
}

/** Loads the search only for a server that has one. */
async function loadDiscovery(
  { source }: OfferedPlugin,
  settings: DiscoverySettings | undefined,
): Promise<Pick<PluginMountParts, 'discovery' | 'problems'>> {
  if (!settings || settings.mode === 'all') return {};
  const { openDiscovery, problemsOfDiscovery } = await import('../discovery/open-discovery.js');
  return { discovery: openDiscovery(settings), problems: () => problemsOfDiscovery(settings, source) };
}
