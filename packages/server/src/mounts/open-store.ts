/**
 * Opens the content store of a configuration: the place for writes, and the other places for reads.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isCid, openFileStore, openMemoryStore, type ContentStore } from '@sigil/plugin-host';
import type { Configuration } from '../configuration/configuration.js';
import { openConfiguredRegistry } from '../hosts/open-configured-registry.js';
import { layeredStore } from '../servers/layered-store.js';

/** Returns the folder that relative paths of the servers' configuration start from. */
export function folderOf({ mcps }: Pick<Configuration, 'mcps'>): { readonly folder?: string } {
  return mcps === undefined || isCid(mcps) ? {} : { folder: dirname(mcps) };
}

/** Writes go to the state folder; content deployed beside `mcps.json` or published is read from its place. */
export function openStore(configuration: Configuration, contentFolders: readonly string[]): ContentStore {
  const { stateFolder, mcps } = configuration;
  const registry = openConfiguredRegistry(configuration);
  const own = stateFolder === undefined ? openMemoryStore() : openFileStore(join(stateFolder, 'content'));
  const beside = mcps === undefined || isCid(mcps) ? [] : [join(dirname(mcps), 'content')];
  const folders = [...beside, ...contentFolders].filter((folder) => existsSync(folder));
  const others = [...folders.map(openFileStore), ...(registry ? [registry.content] : [])];
  return others.length === 0 ? own : layeredStore(own, others);
}
