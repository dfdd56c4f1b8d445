/**
 * Finds the plugins in a folder: every sub-folder, or link to a folder, whose package.json declares a plugin.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '@sigil/core';
import type { LinkKind } from '@sigil/plugin-host';
import { ConfigurationError } from './configuration-error.js';
import { readPackage } from './read-package.js';

/** A folder whose package.json declares a plugin. */
export interface PluginFolder {
  /** The plugin's name, which is also the name of its server unless one is configured. */
  readonly name: string;
  readonly path: string;
  /** `false` when its package.json has a value other than `true` for `mcp_enabled`: then it is a server only if configured. */
  readonly isDiscovered: boolean;
  /** The link that its package.json asks for: `sigil.link`. The operator's setting takes precedence. */
  readonly link?: LinkKind;
}

/**
 * @returns the plugins, sorted by name
 * @throws ConfigurationError when the folder cannot be read
 */
export async function findPluginFolders(folder: string): Promise<PluginFolder[]> {
  const names = await listFolders(folder);
  const found = await Promise.all(names.map((name) => readPluginFolder(name, join(folder, name))));
  return found.filter((it) => it !== undefined);
}

/**
 * Lists the names of the folders, and links to folders, in which plugins may be.
 *
 * @throws ConfigurationError when the folder cannot be read
 */
export async function listFolders(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return (
      entries
        // A link may lead to the current release, or to an author's folder; a target that is not a folder has no package.json.
        .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
        .map((entry) => entry.name)
        .sort()
    );
  } catch (cause) {
    throw new ConfigurationError(`--plugins or MCP_PLUGINS: cannot read the folder "${folder}"`, { cause });
  }
}

/** Ignores a value that is not the name of a link. */
export function readLink(sigil: unknown): Pick<PluginFolder, 'link'> {
  const link = isJsonObject(sigil) ? sigil['link'] : undefined;
  return link === 'inline' || link === 'worker' || link === 'process' ? { link } : {};
}

async function readPluginFolder(name: string, path: string): Promise<PluginFolder | undefined> {
  const { sigil } = (await readPackage(path)) ?? {};
  if (sigil === undefined) return undefined;
  const enabled = isJsonObject(sigil) ? sigil['mcp_enabled'] : undefined;
  // Any other value was meant to restrict discovery, which opens everything.
  return { name, path, isDiscovered: enabled === undefined || enabled === true, ...readLink(sigil) };
}
