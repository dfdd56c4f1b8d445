/**
 * Finds the plugins of a server in its plugins folder and among the dependencies of its package.json.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isJsonObject } from '@sigil/core';
import { readLinkKind } from '@sigil/plugin-host';
import { ConfigurationError } from './configuration-error.js';
import type { Configuration } from './configuration.js';
import { findPluginFolders, type PluginFolder } from './find-plugin-folders.js';
import { readPackage } from './read-package.js';
import { parseJsonFile } from '@sigil/core/building';

/**
 * Returns both of two dependencies with one name from different scopes; the first one is to be hosted.
 *
 * @param before the plugins of the last search: a listed dependency without a folder is being replaced, and a package.json that is not
 * JSON is being edited
 * @returns the plugins sorted by name; one in the folder comes before a dependency of the same name
 * @throws ConfigurationError when the folder or the package.json cannot be read
 */
export async function findPlugins(
  { pluginsFolder, packageFile }: Pick<Configuration, 'pluginsFolder' | 'packageFile'>,
  before: readonly PluginFolder[] = [],
): Promise<readonly PluginFolder[]> {
  const inFolder = await findPluginFolders(pluginsFolder, before);
  if (packageFile === undefined) return inFolder;
  const taken = new Set(inFolder.map(({ name }) => name));
  const installed = await findInstalled(packageFile, before);
  const all = [...inFolder, ...installed.filter(({ name }) => !taken.has(name))];
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function findInstalled(packageFile: string, before: readonly PluginFolder[]): Promise<PluginFolder[]> {
  const { dependencies, optionalDependencies } = await requirePackage(packageFile);
  const listed = [dependencies, optionalDependencies].flatMap((it) => (isJsonObject(it) ? Object.keys(it) : []));
  const names = [...new Set(listed)];
  const folder = dirname(packageFile);
  const found = await Promise.all(
    names.map(async (name) => {
      const described = await findPackage(name, folder);
      return described === undefined
        ? before.find(({ path }) => path.endsWith(join('node_modules', name)))
        : readPlugin(name, described);
    }),
  );
  return found.filter((it) => it !== undefined);
}

async function requirePackage(packageFile: string): Promise<Record<string, unknown>> {
  try {
    const described: unknown = parseJsonFile(await readFile(packageFile, 'utf8'));
    return isJsonObject(described) ? described : {};
  } catch (cause) {
    throw new ConfigurationError(`--package or MCP_PACKAGE: cannot read the package.json "${packageFile}"`, { cause });
  }
}

interface FoundPackage {
  readonly path: string;
  readonly described: Readonly<Record<string, unknown>>;
}

/** Looks where Node would: in the folder, then in each folder above it. */
async function findPackage(name: string, folder: string): Promise<FoundPackage | undefined> {
  const path = join(folder, 'node_modules', name);
  const described = await readPackage(path);
  if (described !== undefined) return { path, described };
  const above = dirname(folder);
  return above === folder ? undefined : findPackage(name, above);
}

/** Reads a package as a plugin; `@acme/weather` becomes the server "weather". */
function readPlugin(packageName: string, { path, described }: FoundPackage): PluginFolder | undefined {
  const { sigil } = described;
  if (!isJsonObject(sigil) || sigil['plugin'] !== true) return undefined;
  const { mcp_enabled: enabled } = sigil;
  const name = packageName.slice(packageName.indexOf('/') + 1);
  const link = readLinkKind(sigil);
  return { name, path, isDiscovered: enabled === undefined || enabled === true, ...(link && { link }) };
}
