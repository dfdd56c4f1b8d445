/**
 * Hosts the plugins and makes a server of each, and one of all together with their names as namespaces.
 *
 * A plugin that is broken or not built is a mount that offers nothing yet; the others go on.
 */
import { createRequire } from 'node:module';
import { createEngine, type CatalogSource, type Fault, type Implementation } from '@sigil/core';
import { composeSources, hostPlugin, type HostedPlugin } from '@sigil/plugin-host';
import { everythingMount, type Configuration } from '../configuration/configuration.js';
import type { PluginFolder } from '../configuration/find-plugin-folders.js';
import type { ServerLog } from '../terminal/server-log.js';
import type { Mount } from './mount.js';

/** Everything that is served. Whoever opened it closes it. */
export interface Mounts {
  readonly all: readonly Mount[];
  /** Ends every conversation, then drains and stops the plugins. */
  close(): Promise<void>;
}

export async function openMounts(
  folders: readonly PluginFolder[],
  { watch, requestStateKey }: Pick<Configuration, 'watch' | 'requestStateKey'>,
  log: ServerLog,
): Promise<Mounts> {
  const plugins = await Promise.all(folders.map(({ name, path }) => openPlugin(name, path, { watch, log })));
  const composed = composeSources(
    plugins.map((plugin, index) => ({ source: plugin, namespace: folders[index]!.name })),
    (why) => log.problem(everythingMount, why),
  );
  const shared = { log, requestStateKey };
  const single = plugins.map((plugin, index) => mountPlugin(folders[index]!.name, plugin, shared));
  const info = { name: everythingMount, version: serverVersion, title: 'All plugins' };
  const together = mount({ info, description: 'All plugins together', source: composed }, shared);
  const all = [...single, together];
  return {
    all,
    async close() {
      for (const { engine } of all) engine.close();
      await Promise.all(plugins.map((plugin) => plugin.close()));
    },
  };
}

// The package's own version: both the sources and the build are two folders below its package.json.
const { version: serverVersion } = createRequire(import.meta.url)('../../package.json') as { version: string };

async function openPlugin(
  name: string,
  path: string,
  { watch, log }: { watch: boolean; log: ServerLog },
): Promise<HostedPlugin> {
  return hostPlugin(path, { watch, onEvent: (event) => log.hostEvent(name, event) });
}

function mountPlugin(name: string, plugin: HostedPlugin, shared: Shared): Mount {
  const manifest = plugin.status.state === 'serving' ? plugin.status.manifest : undefined;
  const description = manifest?.plugin.description ?? '';
  const info = { name, version: manifest?.plugin.version ?? serverVersion, ...(description ? { description } : {}) };
  return { ...mount({ info, description, source: plugin }, shared), plugin };
}

interface Offer {
  readonly info: Implementation;
  readonly description: string;
  readonly source: CatalogSource;
}

/** What all mounts have in common. */
interface Shared {
  readonly log: ServerLog;
  readonly requestStateKey: Uint8Array | undefined;
}

function mount({ info, description, source }: Offer, { log, requestStateKey }: Shared): Mount {
  const { name } = info;
  const onFault = (fault: Fault): void => log.fault(name, fault);
  const options = { info, source, onFault };
  return {
    name,
    path: `/mcp/${name}`,
    description,
    engine: createEngine(requestStateKey ? { ...options, requestStateKey } : options),
    source,
    plugin: undefined,
  };
}
