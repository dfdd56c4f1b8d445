/**
 * Opens the server that a configuration describes: hosts the plugins, serves them, and follows changes.
 */
import { collectWhenIdle } from '@sigil/plugin-host/program';
import type { ErrorsByPlugin } from '../building/build-errors.js';
import type { Configuration } from '../configuration/configuration.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { findPluginPlaces } from '../configuration/find-plugin-places.js';
import { openExtending, type OpenExtending, type OwnExtending } from '../extending/open-extending.js';
import type { PluginHosts } from '../hosts/plugin-hosts.js';
import type { ServerLog } from '../log/server-log.js';
import { describeUnenforced } from '../mounts/declared-scopes.js';
import { openMounts, type Mounts } from '../mounts/open-mounts.js';
import { StdioClient } from '../remotes/stdio-client.js';
import { StdioCallers } from '../remotes/stdio-callers.js';
import { UpstreamCallers } from '../remotes/upstream-callers.js';
import { openObservation } from '../observing/open-observation.js';
import type { OpenStore } from '../store/open-shared-store.js';
import { chooseStore } from '../store/choose-store.js';
import { followChanges } from './follow-changes.js';
import { describeUnusedSettings, requirePlugins } from './require-plugins.js';
import { serveConfigured, serveMounts, type Serve, type ServingServer } from './serve-mounts.js';
import { openGuardedStreams } from './serve-over-stdio.js';
import type { RunningServer, Serving, StdioStreams } from './running-server.js';
import { watchEventLoop } from './watch-event-loop.js';
import { watchSources, type SourceWatcher } from './watch-sources.js';
import { onlyProcess, type Membership } from '../workers/membership.js';
import { reportToPrimary, separateSettings } from '../workers/separate-settings.js';
import { openWorkerLogLevels } from '../workers/worker-log-levels.js';

/** Options besides the configuration. */
export interface ServerOptions {
  /** Program and arguments of the builder, which takes the messages of `builder-messages`; required for `watch`. */
  readonly builder?: readonly string[];
  /** The operator's log; by default lines on standard error. */
  readonly log?: ServerLog;
  /** Writes the log's lines, when no log is given; by default to standard error. */
  readonly write?: (line: string) => void;
  /** The part of this process among the workers of one primary; by default it serves alone. */
  readonly member?: Membership | undefined;
  /** Extensions and interceptors of this program, beside those that the configuration names. */
  readonly extending?: OwnExtending | undefined;
}

/**
 * Serves until the caller closes it, also at a signal: the server handles no signals and never ends the process. Over stdio, standard
 * output belongs to the protocol from the first moment on. A broken plugin becomes a server without components and a line in the log.
 *
 * @param configuration as `readConfiguration` returns it
 * @throws ConfigurationError, ListenError, or RequiredPluginError, after everything has been closed
 */
export function openServer(configuration: Configuration, options: ServerOptions = {}): Promise<RunningServer> {
  return openServerOver(configuration, options, serveConfigured);
}

/**
 * Opens a server whose transports the caller chooses.
 *
 * @throws as `openServer`, and the error of `serve`
 */
export async function openServerOver<Served extends Serving>(
  given: Configuration,
  {
    builder,
    log: ownLog,
    write = (line) => void process.stderr.write(line),
    member = onlyProcess,
    extending,
  }: ServerOptions,
  serve: Serve<Served>,
): Promise<ServingServer<Served>> {
  const configuration = separateSettings(given, member);
  if (configuration.watch && !builder) throw new ConfigurationError('--watch: nothing here builds plugins');
  // Comes before any plugin's code is loaded: from here on, only the protocol reaches standard output.
  const stdio = configuration.stdioMount === undefined ? undefined : await openStdio();
  const prefix = configuration.log === 'text' ? member.linePrefix : '';
  const observation = await openObservation(configuration, {
    log: ownLog,
    write: (line) => write(prefix + line),
    levels: openWorkerLogLevels(member),
  });
  const { observer, onUpstreamRequest } = observation;
  const opened: { mounts?: Mounts; store?: OpenStore | undefined; sources?: SourceWatcher } = {};
  const log = reportToPrimary(observation.log, member, () => opened.mounts?.hosts);
  const loop = watchEventLoop(configuration, log);
  const closers: (() => void)[] = [() => void loop.close(), collectWhenIdle()];
  try {
    const store = (opened.store = await chooseStore(configuration, log, member.shared));
    const user = stdio && new StdioCallers(configuration, log);
    if (user) closers.push(() => user.close());
    const callers = user?.callers ?? new UpstreamCallers(configuration);
    const openPages = async (): Promise<void> => user?.openFor(opened.mounts?.remotes?.values() ?? []);
    const onRefreshed = (hosts: PluginHosts): void => {
      // Reports the builds after each refresh, since a removed plugin causes no event.
      member.tellBuilds(hosts);
      void openPages().catch((error: unknown) => log.failure('sign-in', error));
    };
    const extended = await openExtending(configuration, log, extending);
    closers.push(() => extended.close());
    const surroundings = {
      observer,
      extended: extended.engine,
      onUpstreamRequest,
      callers,
      onlyClient: stdio?.client,
      store,
      onRefreshed,
    };
    const mounts = (opened.mounts = await openMounts(configuration, log, surroundings));
    await openPages();
    requirePlugins(mounts.hosts, await mounts.findMissingRemotes());
    for (const why of describeUnusedSettings(mounts.hosts)) log.note('plugins', why);
    if (isEmpty(mounts)) log.note('plugins', `there are no plugins in the folder "${configuration.pluginsFolder}" yet`);
    if (configuration.watch && builder) {
      const sources = (opened.sources = await watchSources(configuration, { builder, log }));
      closers.push(() => sources.close());
    }
    if (configuration.follow) closers.push(await follow(mounts, configuration, log));
    const { auth, stdioMount } = configuration;
    const isAsked = stdioMount === undefined ? auth !== undefined : auth?.stdio !== undefined;
    const unenforced = isAsked ? undefined : describeUnenforced(mounts.all.slice(0, -1));
    if (unenforced !== undefined) log.note('auth', unenforced);
    const reload = buildReload(mounts, extended, log);
    const streams = stdio && { ...stdio.streams, input: await stdio.client.serve() };
    const builds = {
      changes: undefined,
      stories: undefined,
      errors: (): ErrorsByPlugin => ({ ...member.buildErrors, ...opened.sources?.errors }),
    };
    const parts = { log, loop, reload, closers, streams, builds, observation, callers, store, member };
    return await serveMounts(mounts, configuration, parts, serve);
  } catch (error) {
    for (const close of closers) close();
    await opened.mounts?.close();
    await opened.store?.close();
    await observation.close();
    throw error;
  }
}

/** Returns whether nothing is served, and no folder is named that looks like a plugin. */
function isEmpty({ all, hosts }: Mounts): boolean {
  // The server of all servers is always there.
  return all.length === 1 && hosts.entries.size === 0 && hosts.leftOut.length === 0;
}

async function openStdio(): Promise<{ streams: StdioStreams; client: StdioClient }> {
  return { streams: await openGuardedStreams(), client: new StdioClient(process.stdin) };
}

function buildReload(mounts: Mounts, extended: OpenExtending, log: ServerLog): () => Promise<void> {
  return async () => {
    try {
      await mounts.refresh();
      await mounts.hosts.reload();
      await extended.reload();
    } catch (error) {
      log.failure('reload', error);
    }
  };
}

async function follow(mounts: Mounts, configuration: Configuration, log: ServerLog): Promise<() => void> {
  const following = await followChanges({
    hasNews: () => mounts.hosts.hasNews(),
    findPlaces: () => findPluginPlaces(configuration),
    hasRegistry: configuration.registry !== undefined,
    files: () => mounts.files,
    refresh: () => mounts.refresh(),
    onProblem: (error) => log.failure('follow', error),
  });
  return () => following.close();
}
