/**
 * Answers requests of the Fetch standard with the plugins of a folder, for programs whose framework listens.
 */
import type { FetchHandler } from '@sigil/transport-http';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { ConfigurationFile } from '../configuration/configuration-file.js';
import { openServerOver } from '../running/open-server.js';
import type { RunningServer } from '../running/running-server.js';
import { readEmbedding, type EmbeddingParts } from './embedding-options.js';
import { refusedByHandler } from './refused-settings.data.js';
import { serveOverFetch } from './serve-over-fetch.js';

/** The keys of a configuration file that do not concern listening, pages or the authentication of callers. */
export type HandlerSettings = Omit<ConfigurationFile, keyof typeof refusedByHandler>;

/** The options of a handler. */
export interface HandlerOptions extends EmbeddingParts, HandlerSettings {
  /** The name of the server that answers. Default: that of the only plugin, or `all` if there are several. */
  readonly server?: string;
}

/** The plugins that a handler serves. The code that opens it closes it. */
export interface OpenHandler extends Pick<RunningServer, 'servers' | 'reload'> {
  /** Answers one request, whatever its path: the framework has routed it. Nothing may read its body before. */
  readonly handler: FetchHandler;
  /** Refuses new requests, lets running ones finish for `closeGraceMs`, and stops the plugins. May be called again. */
  close(): Promise<void>;
}

/**
 * Opens the plugins of a folder, or the folder that is a plugin, as `serve` does, without listening. The handler answers as a server that
 * listens: in sessions, unless `stateless`, and to loopback names, unless `allowedHosts` has others.
 *
 * @throws ConfigurationError or RequiredPluginError, after everything has been closed
 */
export async function openHandler(
  folder: string | URL,
  { server: named, ...given }: HandlerOptions = {},
): Promise<OpenHandler> {
  const call = { name: 'openHandler', refused: refusedByHandler };
  const { configuration, options } = await readEmbedding(call, folder, given);
  // Without pages, nobody sees recorded calls.
  const opened = await openServerOver({ ...configuration, dashboard: false }, options, serveOverFetch);
  const names = opened.servers.map(({ name }) => name);
  // The last one is that of all together.
  const server = named ?? (names.length === 2 ? names[0] : names.at(-1));
  if (server === undefined || !names.includes(server)) {
    await opened.close();
    const known = names.map((name) => `"${name}"`).join(', ');
    throw new ConfigurationError(`"server": there is no server "${server ?? ''}"; there are ${known}`);
  }
  const { serving } = opened;
  return {
    handler: (request, caller) => serving.answer(server, request, caller),
    get servers() {
      return opened.servers;
    },
    reload: () => opened.reload(),
    close: () => opened.close(),
  };
}
