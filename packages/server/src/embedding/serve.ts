/**
 * Serves the plugins of a folder over HTTP, in the program of the caller.
 */
import type { ConfigurationFile } from '../configuration/configuration-file.js';
import { openServer } from '../running/open-server.js';
import type { RunningServer } from '../running/running-server.js';
import { readEmbedding, type EmbeddingParts } from './embedding-options.js';
import { refusedByServe } from './refused-settings.data.js';

/** The keys of a configuration file, but for those of a program: the folder is a parameter, and there is one process. */
export interface ServeOptions extends EmbeddingParts, Omit<ConfigurationFile, keyof typeof refusedByServe> {}

/** A server that listens. The code that opens it closes it. */
export interface ServedFolder extends RunningServer {
  /** Without a path or a trailing slash. The server of a plugin is at `/mcp/{name}`, all of them together at `/mcp/all`. */
  readonly url: string;
}

/**
 * Serves the plugins of a folder, or the folder that is a plugin, as they were built; later builds are swapped in. With `watch`, they are
 * built first and whenever their sources change, by `@sigil/cli`.
 *
 * Listens to no signals, never ends the process, and keeps no state unless `stateFolder` is given. A plugin that is broken or not built is a
 * server without components; `servers` and the log say why.
 *
 * @param options by default 127.0.0.1, and any free port for `port: 0`
 * @throws ConfigurationError, ListenError or RequiredPluginError, after everything has been closed
 */
export async function serve(folder: string | URL, given: ServeOptions = {}): Promise<ServedFolder> {
  const call = { name: 'serve', refused: refusedByServe };
  const { configuration, options } = await readEmbedding(call, folder, given);
  const server = await openServer(configuration, options);
  return server as ServedFolder; // over HTTP it has a URL
}
