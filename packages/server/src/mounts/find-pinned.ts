/**
 * Finds the plugins that a configuration names: by the CID of a build, or only by name.
 */
import { join } from 'node:path';
import { contentSource, isRemoteRegistry, type ContentStore, type BuildSource } from '@sigil/plugin-host';
import type { Configuration } from '../configuration/configuration.js';
import type { Mcps } from '../servers/load-mcps.js';
import { McpsError } from '../servers/mcps-error.js';
import type { ServerConfiguration } from '../servers/server-configuration.js';

/** @param mcps without servers that name different builds of one plugin @returns the sources by plugin name */
export async function findPinned(
  mcps: Mcps,
  { registry, stateFolder }: Pick<Configuration, 'registry' | 'stateFolder'>,
  store: ContentStore,
): Promise<ReadonlyMap<string, BuildSource>> {
  const cids = new Map<string, string>();
  for (const { name: server, plugin: name = server, pluginCid } of await soundConfigurations(mcps)) {
    if (pluginCid !== undefined) cids.set(name, pluginCid);
  }
  // The code's imports are resolved from the same place as for published plugins.
  const place = (registry === undefined || isRemoteRegistry(registry) ? stateFolder : registry) ?? '.';
  const pinned = [...cids].map(([name, manifestCid]): [string, BuildSource] => {
    return [name, contentSource(store, { name, manifestCid, importFolder: join(place, 'plugins', name) })];
  });
  return new Map(pinned);
}

/** Refuses every server of a plugin for which servers name different builds: the wanted build is unknown. */
export async function withoutAmbiguousBuilds(mcps: Mcps): Promise<Mcps> {
  const builds = new Map<string, Set<string>>();
  for (const { name: server, plugin = server, pluginCid } of await soundConfigurations(mcps)) {
    if (pluginCid !== undefined) builds.set(plugin, (builds.get(plugin) ?? new Set()).add(pluginCid));
  }
  return {
    ...mcps,
    async resolve(name) {
      const configuration = await mcps.resolve(name);
      const { plugin = name, enabled, pluginCid } = configuration;
      if (!enabled || pluginCid === undefined || (builds.get(plugin)?.size ?? 0) <= 1) return configuration;
      throw new McpsError([
        `server "${name}": "plugin_cid" must be the one of other servers of the plugin "${plugin}"`,
      ]);
    },
  };
}

/** Returns the unpinned plugins that servers name or share their name with. */
export async function findNamed(mcps: Mcps, pinned: ReadonlyMap<string, unknown>): Promise<ReadonlySet<string>> {
  const names = (await soundConfigurations(mcps)).map(({ name, plugin = name }) => plugin);
  return new Set(names.filter((name) => !pinned.has(name)));
}

/** Configurations of the enabled servers; opening the servers reports those that are refused. */
async function soundConfigurations(mcps: Mcps): Promise<readonly ServerConfiguration[]> {
  const found = await Promise.all(mcps.names.map((name) => mcps.resolve(name).catch(() => undefined)));
  return found.filter((it) => it !== undefined).filter(({ enabled }) => enabled);
}
