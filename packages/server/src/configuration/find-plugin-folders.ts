/**
 * Finds the plugins in a folder: every sub-folder, or link to a folder, whose package.json says that it is one.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '@sigil/core';
import type { LinkKind } from '@sigil/plugin-host';
import { ConfigurationError } from './configuration-error.js';
import { readPackage } from './read-package.js';

/** A folder that says it is a plugin. */
export interface PluginFolder {
  /** Also the name of its server, where none is configured. */
  readonly name: string;
  readonly path: string;
  /** `false` where its package.json has `mcp_enabled` as anything but `true`: it is a server only where one is configured. */
  readonly isDiscovered: boolean;
  /** Where its package.json wants its code to run: `sigil.link`. The operator's setting counts more. */
  readonly link?: LinkKind;
}

/**
 * @returns in the order of their names
 * @throws ConfigurationError when the folder cannot be read
 */
export async function findPluginFolders(folder: string): Promise<PluginFolder[]> {
  const names = await subFolders(folder);
  const found = await Promise.all(names.map((name) => readPluginFolder(name, join(folder, name))));
  return found.filter((it) => it !== undefined);
}

async function subFolders(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return (
      entries
        // A link may lead to the release of now, or to where an author works; one that leads to no folder has no package.json.
        .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
        .map((entry) => entry.name)
        .sort()
    );
  } catch (cause) {
    throw new ConfigurationError(`--plugins or MCP_PLUGINS: cannot read the folder "${folder}"`, { cause });
  }
}

/** Anything but the name of a link says nothing. */
export function readLink(sigil: unknown): Pick<PluginFolder, 'link'> {
  const link = isJsonObject(sigil) ? sigil['link'] : undefined;
  return link === 'inline' || link === 'worker' || link === 'process' ? { link } : {};
}

async function readPluginFolder(name: string, path: string): Promise<PluginFolder | undefined> {
  const { sigil } = (await readPackage(path)) ?? {};
  if (sigil === undefined) return undefined;
  const enabled = isJsonObject(sigil) ? sigil['mcp_enabled'] : undefined;
  // Another value was meant to say something, and discovery opens everything.
  return { name, path, isDiscovered: enabled === undefined || enabled === true, ...readLink(sigil) };
}
