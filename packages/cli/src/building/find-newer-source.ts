/**
 * Determines whether a plugin's source changed after it was built, by the modification times of its files.
 *
 * Checks the plugin's own folder, and the files of linked packages that its code is made of. A false positive costs a build.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

const ignoredFolders: ReadonlySet<string> = new Set(['node_modules', 'dist', 'out-tsc', 'coverage']);
const source = /\.[cm]?[jt]sx?$|\.json$/;
const test = /\.(?:test|spec|test-support)\.[cm]?[jt]sx?$/;

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
    const linked = files.filter((path) => relative(folder, path).startsWith('..'));
    return [...linked, ...new Set(linked.flatMap(findPackageFile))];
  } catch {
    // A build without a readable map was not made by this program.
    return [];
  }
}

/** Returns the package.json of the package that a file belongs to, which says where its code is. */
function findPackageFile(file: string): string[] {
  for (let place = dirname(file); dirname(place) !== place; place = dirname(place)) {
    const found = join(place, 'package.json');
    if (existsSync(found)) return [found];
  }
  return [];
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
