/**
 * Determines whether a plugin's source changed after it was built, by the modification times of its files.
 *
 * Checks the plugin's own folder, and the files of linked packages that its code is made of. A false positive costs a build.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

const ignoredFolders: ReadonlySet<string> = new Set(['node_modules', 'dist', 'out-tsc', 'coverage']);
const source = /\.[cm]?tsx?$|^(?:package|tsconfig.*)\.json$/;
const test = /\.(?:test|spec|test-support)\.[cm]?tsx?$/;

/** @returns the path of one such file */
export async function findNewerSource(folder: string, builtAtMs: number): Promise<string | undefined> {
  const own = await findNewerFile(folder, builtAtMs);
  if (own !== undefined) return own;
  for (const path of await findLinkedFiles(folder)) {
    // A deleted file counts as changed.
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    );
    if (changedAt > builtAtMs) return path;
  }
  return undefined;
}

/** Returns the files outside of the plugin's folder that its build was made from, by the source map of its code. */
async function findLinkedFiles(folder: string): Promise<readonly string[]> {
  try {
    const dist = join(folder, 'dist');
    const { sources } = JSON.parse(await readFile(join(dist, 'plugin.cjs.map'), 'utf8')) as { sources: string[] };
    const files = sources.filter((source) => !/^sigil[\w-]*:/.test(source)).map((source) => join(dist, source));
    return files.filter((path) => relative(folder, path).startsWith('..'));
  } catch {
    // A build without a readable map was not made by this program.
    return [];
  }
}

async function findNewerFile(folder: string, builtAtMs: number): Promise<string | undefined> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !ignoredFolders.has(entry.name) && !entry.name.startsWith('.')) {
      const newer = await findNewerFile(path, builtAtMs);
      if (newer !== undefined) return newer;
    }
    const isSource = entry.isFile() && source.test(entry.name) && !test.test(entry.name);
    if (isSource && (await stat(path)).mtimeMs > builtAtMs) return path;
  }
  return undefined;
}
