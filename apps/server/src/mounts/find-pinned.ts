/**
 * Finds the plugins that a configuration names: by the CID of a build, or only by name.
 */
import { join } from 'node:path';
import { contentOrigin, type ContentStore, type PluginOrigin } from '@sigil/plugin-host';
import type { Configuration } from '../configuration/configuration.js';
import type { Mcps } from '../mcps/load-mcps.js';
import { McpsError } from '../mcps/mcps-error.js';
import type { ServerConfiguration } from '../mcps/server-configuration.js';

/**
 * @returns by the plugin's name
 * @throws McpsError when two servers name different builds of one plugin
 */
export async function findPinned(
  mcps: Mcps,
  { registry, stateFolder }: Pick<Configuration, 'registry' | 'stateFolder'>,
  store: ContentStore,
): Promise<ReadonlyMap<string, PluginOrigin>> {
  const cids = new Map<string, string>();
  for (const { name: server, plugin: name = server, pluginCid } of await soundConfigurations(mcps)) {
    if (pluginCid === undefined) continue;
    if ((cids.get(name) ?? pluginCid) !== pluginCid) {
      throw new McpsError([
        `server "${server}": "plugin_cid" must be the one of other servers of the plugin "${name}"`,
      ]);
    }
    cids.set(name, pluginCid);
  }
  // Imports of the code are looked for where they are for published plugins.
  const place = registry ?? stateFolder ?? '.';
  const pinned = [...cids].map(([name, manifestCid]): [string, PluginOrigin] => {
    return [name, contentOrigin(store, { name, manifestCid, importFolder: join(place, 'plugins', name) })];
  });
  return new Map(pinned);
}

/** The plugins that servers name, or have the name of, and that are not pinned. */
export async function findNamed(mcps: Mcps, pinned: ReadonlyMap<string, unknown>): Promise<ReadonlySet<string>> {
  const names = (await soundConfigurations(mcps)).map(({ name, plugin = name }) => plugin);
  return new Set(names.filter((name) => !pinned.has(name)));
}

/** Of the servers that are enabled; those that are refused are told of where servers are opened. */
async function soundConfigurations(mcps: Mcps): Promise<readonly ServerConfiguration[]> {
  const found = await Promise.all(mcps.names.map((name) => mcps.resolve(name).catch(() => undefined)));
  return found.filter((it) => it !== undefined).filter(({ enabled }) => enabled);
}
