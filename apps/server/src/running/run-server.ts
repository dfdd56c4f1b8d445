/**
 * Runs the server from its configuration to its end: hosts the plugins, serves them, and closes everything in order.
 */
import type { Writable } from 'node:stream';
import { guardStdout, serveStdio } from '@sigil/transport-stdio';
import type { Configuration } from '../configuration/configuration.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { findPluginFolders } from '../configuration/find-plugin-folders.js';
import { openMounts, type Mounts } from '../mounts/open-mounts.js';
import { openServerLog, type ServerLog } from '../terminal/server-log.js';
import { writeBanner } from '../terminal/write-banner.js';
import { serveHttp } from './serve-http.js';
import { watchSources, type SourceWatcher } from './watch-sources.js';

/** The server while it runs. Whoever ran it closes it. */
export interface RunningServer {
  /** What to tell the operator now that it serves; nothing over stdio. */
  readonly banner: string;
  /** Settles when the server ends by itself: its standard input was closed. Never, over HTTP. */
  readonly ended: Promise<void>;
  /** Stops taking work, lets what runs finish for a while, stops the plugins. May be called again. */
  close(): Promise<void>;
}

/** How long running calls may go on after the server was told to stop. */
const closeGraceMs = 10_000;

/**
 * @param mainProgram the file that a client starts to get this server over stdio
 * @throws ConfigurationError or ListenError, with everything closed that was open
 */
export async function runServer(configuration: Configuration, mainProgram: string): Promise<RunningServer> {
  // Before any plugin's code is loaded: from here on nothing but the protocol reaches standard output.
  const guarded = configuration.stdioMount === undefined ? undefined : guardStdout();
  const log = openServerLog((line) => process.stderr.write(line));
  const folders = await findPluginFolders(configuration.pluginsFolder);
  const mounts = await openMounts(folders, configuration, log);
  const watcher = configuration.watch ? watchSources(folders, log) : undefined;
  try {
    if (guarded) return withCleanUp(serveMount(mounts, configuration, guarded.output), mounts, watcher);
    return withCleanUp(await serveAll(mounts, configuration, { log, mainProgram }), mounts, watcher);
  } catch (error) {
    watcher?.close();
    await mounts.close();
    throw error;
  }
}

function withCleanUp(serving: RunningServer, mounts: Mounts, watcher: SourceWatcher | undefined): RunningServer {
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    watcher?.close();
    for (const { engine } of mounts.all) engine.endSubscriptions();
    await serving.close();
    await mounts.close();
  };
  return { banner: serving.banner, ended: serving.ended, close: () => (closing ??= close()) };
}

function serveMount(mounts: Mounts, { stdioMount }: Configuration, output: Writable): RunningServer {
  const mount = mounts.all.find(({ name }) => name === stdioMount);
  if (!mount) {
    const names = mounts.all.map(({ name }) => `"${name}"`).join(', ');
    throw new ConfigurationError(`--stdio: there is no server "${stdioMount}"; there are ${names}`);
  }
  const server = serveStdio(mount.engine, { output });
  return { banner: '', ended: server.done, close: () => server.close() };
}

async function serveAll(
  mounts: Mounts,
  configuration: Configuration,
  { log, mainProgram }: { log: ServerLog; mainProgram: string },
): Promise<RunningServer> {
  const server = await serveHttp(mounts.all, configuration, log);
  return {
    banner: writeBanner(mounts.all, server.url, ['node', mainProgram, '--stdio']),
    ended: new Promise(() => undefined),
    close: () => server.close({ graceMs: closeGraceMs }),
  };
}
