/**
 * Finds folders that their author takes for plugins and that are not served as they are, with the reason and the remedy.
 */
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isJsonObject, type JsonObject } from '@sigil/core';
import { findPluginFolders, listFolders } from './find-plugin-folders.js';
import { readDescription } from './read-package.js';

/** A folder in the plugins folder, or the plugins folder itself. */
export interface LeftOutFolder {
  readonly name: string;
  /** The reason and the remedy, one sentence. It names no path outside of the folder. */
  readonly why: string;
}

const keyLine = '"sigil": { "plugin": true }';

/** @throws ConfigurationError when the plugins folder cannot be read */
export async function findLeftOut(pluginsFolder: string): Promise<readonly LeftOutFolder[]> {
  if (!(await exists(pluginsFolder))) {
    const name = basename(pluginsFolder);
    return [{ name, why: `the plugins folder "${name}" does not exist; plugins are served once they are in it` }];
  }
  const plugins = await findPluginFolders(pluginsFolder);
  // The folder is a plugin, whose folders are its own.
  if (plugins.some(({ path }) => path === pluginsFolder)) return [];
  const names = await listFolders(pluginsFolder);
  const found = await Promise.all(names.map((name) => findReason(name, join(pluginsFolder, name))));
  // A package with plugins in its folders is none itself.
  const itself = plugins.length > 0 ? undefined : await findReason(basename(pluginsFolder), pluginsFolder);
  return [itself, ...found].filter((it) => it !== undefined);
}

/**
 * Returns the reason why a folder is not served as the plugin that its author takes it for; undefined for one that is a plugin, or has some.
 */
export async function findKeylessPlugin(folder: string): Promise<LeftOutFolder | undefined> {
  const plugins = await findPluginFolders(folder);
  return plugins.length > 0 ? undefined : findReason(basename(folder), folder);
}

async function findReason(name: string, folder: string): Promise<LeftOutFolder | undefined> {
  if (name === 'node_modules') return undefined;
  const description = await readDescription(folder);
  if (description.kind === 'mistaken') {
    const { at, why } = description;
    return {
      name,
      why: `${name}/package.json${at}: it is not valid JSON: ${why}; what it said before counts until it is saved again`,
    };
  }
  if (description.kind === 'missing') {
    if (!(await isBuilt(folder))) return undefined;
    return { name, why: `"${name}" is not served: it has no package.json; add one with ${keyLine}` };
  }
  const { described } = description;
  if (described['sigil'] !== undefined || !(usesSigil(described) || (await isBuilt(folder)))) return undefined;
  const remedy = `add ${keyLine}, or "plugin": false if it is none`;
  return { name, why: `"${name}" is not served: its package.json has no "sigil" key; ${remedy}` };
}

/** Returns whether a package may have published methods: it names the package that they import. */
function usesSigil(described: JsonObject): boolean {
  const lists = ['dependencies', 'devDependencies', 'peerDependencies'].map((name) => described[name]);
  return lists.some((list) => isJsonObject(list) && '@sigil/core' in list);
}

function isBuilt(folder: string): Promise<boolean> {
  return exists(join(folder, 'dist', 'manifest.json'));
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
