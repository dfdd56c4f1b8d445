/**
 * Tells from names, times and sizes of files whether the last build still holds. Nx takes a second to find out, a look at the files
 * a tenth of it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Files that decide what is built, or are built. */
const looked = ['packages', 'apps', 'tools/libraries', 'package-lock.json', 'tsconfig.base.json', 'nx.json'];
const skipped = new Set(['node_modules', 'out-tsc', 'coverage', '.sigil', '.tmp']);
/** Files that a type check writes too, and no program reads. */
const ofCompiler = /\.(d\.ts|tsbuildinfo)$/;

/**
 * @typedef {object} BuildState
 * @property {string} sources of what is built from
 * @property {string} built of what was built
 */

/** @param {string} root the workspace's @returns {BuildState} */
export function readBuildState(root) {
  const sources = createHash('sha256').update(process.version);
  const built = createHash('sha256');
  for (const path of looked.flatMap((top) => filesIn(root, top))) {
    const isBuilt = path.split(sep).includes('dist');
    if (isBuilt && ofCompiler.test(path)) continue;
    const { mtimeMs, size } = statSync(join(root, path));
    (isBuilt ? built : sources).update(`${path} ${mtimeMs} ${size}\n`);
  }
  return { sources: sources.digest('hex'), built: built.digest('hex') };
}

/**
 * The state that was kept after the last build.
 *
 * @param {string} file
 * @returns {Partial<BuildState>}
 */
export function readKeptState(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {}; // Never kept, or cut off: then it is built again.
  }
}

/** @param {string} root @param {string} path @returns {string[]} relative to the root, in a fixed order */
function filesIn(root, path) {
  const status = statSync(join(root, path), { throwIfNoEntry: false });
  if (!status?.isDirectory()) return status ? [path] : [];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(root, join(path, entry.name)) : [join(path, entry.name)]));
}
