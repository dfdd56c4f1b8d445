/**
 * Finds the plugins in a folder: every sub-folder whose package.json says that it is one.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from './configuration.js';

/** A folder that says it is a plugin. */
export interface PluginFolder {
  /** Also the name of its mount. */
  readonly name: string;
  readonly path: string;
}

/**
 * @returns in the order of their names
 * @throws ConfigurationError when the folder cannot be read
 */
export async function findPluginFolders(folder: string): Promise<PluginFolder[]> {
  const names = await subFolders(folder);
  const found = await Promise.all(
    names.map(async (name) => ({ name, path: join(folder, name), isPlugin: await isPlugin(join(folder, name)) })),
  );
  return found.filter((it) => it.isPlugin).map(({ name, path }) => ({ name, path }));
}

async function subFolders(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .sort();
  } catch (cause) {
    throw new ConfigurationError(`MCP_PLUGINS: cannot read the folder "${folder}"`, { cause });
  }
}

async function isPlugin(folder: string): Promise<boolean> {
  try {
    const described: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return typeof described === 'object' && described !== null && 'sigil' in described;
  } catch {
    // No package.json, or one that is not JSON: a folder of something else.
    return false;
  }
}
