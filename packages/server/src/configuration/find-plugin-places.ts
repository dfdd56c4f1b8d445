/**
 * Lists the places on disk that decide which plugins there are, so that a change there can be noticed.
 */
import { readFile, readlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isJsonObject } from '@sigil/core';
import type { Configuration } from './configuration.js';
import { listFolders } from './find-plugin-folders.js';
import { parseJsonFile } from '@sigil/core/building';

/** The places in which plugins are found. */
export interface PluginPlaces {
  /** Folders whose entries are plugins. */
  readonly folders: readonly string[];
  /** The files that make a folder a plugin, whether they exist or not. */
  readonly files: readonly string[];
}

/** @throws ConfigurationError when the plugins folder cannot be read */
export async function findPluginPlaces({
  pluginsFolder,
  packageFile,
}: Pick<Configuration, 'pluginsFolder' | 'packageFile'>): Promise<PluginPlaces> {
  const names = await listFolders(pluginsFolder);
  const entries = names.map((name) => join(pluginsFolder, name));
  // A link may lead to a folder that comes later, which no event of the plugins folder announces.
  const targets = (await Promise.all(entries.map(followLinks))).flat();
  const inFolder = [...entries, ...targets].map((folder) => join(folder, 'package.json'));
  const installed = packageFile === undefined ? [] : [packageFile, ...(await listDependencies(packageFile))];
  const itself = join(pluginsFolder, 'package.json');
  return { folders: [pluginsFolder], files: [itself, ...inFolder, ...installed] };
}

/** The most links in a row that systems follow. */
const mostLinks = 40;

/** Lists the paths that a chain of links leads to, whether they exist or not. */
async function followLinks(path: string): Promise<string[]> {
  const targets: string[] = [];
  for (let at = path; targets.length < mostLinks;) {
    const target = await readlink(at).catch(() => undefined);
    if (target === undefined) break;
    at = resolve(dirname(at), target);
    targets.push(at);
  }
  return targets;
}

/** Lists where the package.json of each dependency may be: in the folder, and in each folder above it. */
async function listDependencies(packageFile: string): Promise<string[]> {
  const { dependencies, optionalDependencies } = await readMembers(packageFile);
  const names = [dependencies, optionalDependencies].flatMap((it) => (isJsonObject(it) ? Object.keys(it) : []));
  const places = foldersFrom(dirname(packageFile));
  return names.flatMap((name) => places.map((place) => join(place, 'node_modules', name, 'package.json')));
}

async function readMembers(packageFile: string): Promise<Record<string, unknown>> {
  try {
    const described: unknown = parseJsonFile(await readFile(packageFile, 'utf8'));
    return isJsonObject(described) ? described : {};
  } catch {
    // The search for plugins reports it.
    return {};
  }
}

function foldersFrom(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersFrom(above)];
}
