/**
 * Determines whether a plugin's source changed after it was built, by the modification times of its files.
 *
 * Checks only the plugin's own folder. A false positive costs a build.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const ignoredFolders: ReadonlySet<string> = new Set(['node_modules', 'dist', 'out-tsc', 'coverage']);
const source = /\.[cm]?tsx?$|^(?:package|tsconfig.*)\.json$/;
const test = /\.(?:test|spec|test-support)\.[cm]?tsx?$/;

/** @returns the path of one such file */
export async function findNewerSource(folder: string, builtAtMs: number): Promise<string | undefined> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !ignoredFolders.has(entry.name) && !entry.name.startsWith('.')) {
      const newer = await findNewerSource(path, builtAtMs);
      if (newer !== undefined) return newer;
    }
    const isSource = entry.isFile() && source.test(entry.name) && !test.test(entry.name);
    if (isSource && (await stat(path)).mtimeMs > builtAtMs) return path;
  }
  return undefined;
}
