/**
 * Finds the plugins in a folder: every sub-folder, or link to a folder, whose package.json declares a plugin. A folder that is itself a
 * plugin has only that one.
 */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isJsonObject } from '@sigil/core';
import { readLinkKind, type LinkKind } from '@sigil/plugin-host';
import { ConfigurationError } from './configuration-error.js';
import { readDescription } from './read-package.js';

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
 * A folder that does not exist yet has no plugins. One that had plugins must not lose them all because it is moved or unmounted.
 *
 * @param before the plugins of the last search, which stay while their package.json is being edited
 * @returns the plugins, sorted by name
 * @throws ConfigurationError when the folder cannot be read
 */
export async function findPluginFolders(folder: string, before: readonly PluginFolder[] = []): Promise<PluginFolder[]> {
  const known = new Map(before.filter(({ path }) => dirname(path) === folder).map((it) => [it.name, it]));
  if (known.size > 0 && !(await exists(folder))) throw unreadable(folder);
  const itself = await readPluginFolder(
    basename(folder),
    folder,
    before.find(({ path }) => path === folder),
  );
  if (itself) return [itself];
  const names = await listFolders(folder);
  const found = await Promise.all(names.map((name) => readPluginFolder(name, join(folder, name), known.get(name))));
  return found.filter((it) => it !== undefined);
}

/**
 * Lists the names of the folders, and links to folders, in which plugins may be. A folder that does not exist has none.
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
    if (isMissing(cause)) return [];
    throw unreadable(folder, cause);
  }
}

function unreadable(folder: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError(`--plugins or MCP_PLUGINS: cannot read the folder "${folder}"`, { cause });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => !isMissing(error),
  );
}

async function readPluginFolder(
  name: string,
  path: string,
  before: PluginFolder | undefined,
): Promise<PluginFolder | undefined> {
  const description = await readDescription(path);
  if (description.kind === 'mistaken') return before;
  if (description.kind === 'missing') return undefined;
  const { sigil } = description.described;
  // Folders beside the plugins, such as a library of theirs, are marked by `false`.
  if (sigil === undefined || (isJsonObject(sigil) && sigil['plugin'] === false)) return undefined;
  const enabled = isJsonObject(sigil) ? sigil['mcp_enabled'] : undefined;
  // Any other value was meant to restrict discovery, which opens everything.
  const link = readLinkKind(sigil);
  return { name, path, isDiscovered: enabled === undefined || enabled === true, ...(link && { link }) };
}
