/**
 * Runs the server from its configuration to its end: hosts the plugins, serves them, follows changes, and closes everything in
 * order.
 */
import type { Writable } from 'node:stream';
import { Clients } from '@sigil/core/engine';
import { collectWhenIdle, type LoopWatch } from '@sigil/plugin-host';
import type { GuardedStdout } from '@sigil/transport-stdio';
import type { Configuration } from '../configuration/configuration.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { findPluginFolders } from '../configuration/find-plugin-folders.js';
import { shownServers, type ShownServer } from '../mounts/mount.js';
import { openMounts, type Mounts } from '../mounts/open-mounts.js';
import { openServerLog, type ServerLog } from '../log/server-log.js';
import { followChanges } from './follow-changes.js';
import { requirePlugins } from './require-plugins.js';
import { watchEventLoop } from './watch-event-loop.js';
import { watchSources } from './watch-sources.js';
import { onDemand } from './web-on-demand.js';

/** The server while it runs. Whoever ran it closes it. */
export interface RunningServer {
  /** Where it listens, without a path; undefined over stdio. */
  readonly url: string | undefined;
  /** Every server as it is now, refused ones too; the one of all together last. */
  readonly servers: readonly ShownServer[];
  /** Settles when the server ends by itself: its standard input was closed. Never, over HTTP. */
  readonly ended: Promise<void>;
  /** Looks for new builds, plugins and configuration now. Never rejects: the log says what is wrong. */
  reload(): Promise<void>;
  /** Stops taking work, lets what runs finish for a while, stops the plugins. May be called again. */
  close(): Promise<void>;
}

/** How long running calls may go on after the server was told to stop. */
const closeGraceMs = 10_000;

/** Beside the configuration. */
export interface RunOptions {
  /** Program and arguments that rebuild the plugins of the folders put behind them, until the program is killed; needed to watch. */
  readonly builder?: readonly string[];
}

/**
 * @throws ConfigurationError, ListenError, or RequiredPluginError, with everything closed that was open
 */
export async function runServer(configuration: Configuration, { builder }: RunOptions = {}): Promise<RunningServer> {
  // Before any plugin's code is loaded: from here on nothing but the protocol reaches standard output.
  const guarded = configuration.stdioMount === undefined ? undefined : await keepStdout();
  const log = openServerLog((line) => process.stderr.write(line));
  const loop = watchEventLoop(configuration, log);
  const mounts = await openMounts(configuration, log);
  const closers: (() => void)[] = [() => void loop.close(), collectWhenIdle()];
  try {
    requirePlugins(mounts.hosts);
    const reload = reloader(mounts, log);
    if (configuration.watch) closers.push(await watchPlugins(configuration, builder, log));
    if (configuration.follow) closers.push(follow(mounts, log));
    const serving = guarded
      ? await serveMount(mounts, configuration, guarded.output)
      : await serveAll(mounts, configuration, { log, reload, loop });
    return withCleanUp(serving, reload, { mounts, closers });
  } catch (error) {
    for (const close of closers) close();
    await mounts.close();
    throw error;
  }
}

/** Over HTTP nobody needs it, so it is loaded only here. */
async function keepStdout(): Promise<GuardedStdout> {
  const { guardStdout } = await import('@sigil/transport-stdio');
  return guardStdout();
}

function reloader(mounts: Mounts, log: ServerLog): () => Promise<void> {
  return async () => {
    try {
      await mounts.refresh();
      await mounts.hosts.reload();
    } catch (error) {
      log.failure('reload', error);
    }
  };
}

async function watchPlugins(
  { pluginsFolder }: Configuration,
  builder: readonly string[] | undefined,
  log: ServerLog,
): Promise<() => void> {
  if (!builder) throw new ConfigurationError('--watch: nothing here builds plugins');
  const watcher = watchSources(await findPluginFolders(pluginsFolder), { builder, log });
  return () => watcher.close();
}

function follow(mounts: Mounts, log: ServerLog): () => void {
  const following = followChanges({
    hasNews: () => mounts.hosts.hasNews(),
    files: () => mounts.files,
    refresh: () => mounts.refresh(),
    onProblem: (error) => log.failure('follow', error),
  });
  return () => following.close();
}

/** Closed in this order. */
interface Opened {
  readonly closers: readonly (() => void)[];
  readonly mounts: Mounts;
}

function withCleanUp(serving: Serving, reload: () => Promise<void>, { mounts, closers }: Opened): RunningServer {
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    for (const end of closers) end();
    for (const { engine } of mounts.all) engine.endSubscriptions();
    await serving.close();
    await mounts.close();
  };
  return {
    ...serving,
    get servers() {
      return shownServers(mounts.all, mounts.refused);
    },
    reload,
    close: () => (closing ??= close()),
  };
}

type Serving = Pick<RunningServer, 'url' | 'ended' | 'close'>;

async function serveMount(
  mounts: Mounts,
  { stdioMount, stdioView, sharedLimits }: Configuration,
  output: Writable,
): Promise<Serving> {
  const mount = mounts.all.find(({ name }) => name === stdioMount);
  const refused = mounts.refused.find(({ name }) => name === stdioMount);
  if (refused) throw new ConfigurationError(`--stdio: the server is refused: ${refused.problems.join('\n')}`);
  if (!mount) {
    const names = mounts.all.map(({ name }) => `"${name}"`).join(', ');
    throw new ConfigurationError(`--stdio: there is no server "${stdioMount}"; there are ${names}`);
  }
  const { serveNativeStdio, serveStdio } = await import('@sigil/transport-stdio');
  const serve = stdioView === 'native' ? serveNativeStdio : serveStdio;
  const server = serve(mount.engine, { output, clients: new Clients(sharedLimits) });
  return { url: undefined, ended: server.done, close: () => server.close() };
}

interface ServiceParts {
  readonly log: ServerLog;
  readonly reload: () => Promise<void>;
  readonly loop: LoopWatch;
}

async function serveAll(
  mounts: Mounts,
  configuration: Configuration,
  { log, reload, loop }: ServiceParts,
): Promise<Serving> {
  const fallback = onDemand(
    async () => {
      const { openWeb } = await import('./open-web.js');
      return openWeb(mounts, configuration, { log, reload, loop }).callback();
    },
    (error) => log.failure('page', error),
  );
  const clients = new Clients(configuration.sharedLimits);
  const { serveHttp } = await import('./serve-http.js');
  const service = await serveHttp(mounts.all, { configuration, fallback, log, clients });
  mounts.onMounts = service.showMounts;
  return {
    url: service.url,
    ended: new Promise(() => undefined),
    close: () => service.close(closeGraceMs),
  };
}
