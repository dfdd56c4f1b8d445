/**
 * Determines from names, times and sizes of files whether the last build is current. Nx takes a
 * second for it, checking the files a tenth of that.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Files that determine the build, or are its output. */
const looked = ['packages', 'apps', 'tools/libraries', 'package-lock.json', 'tsconfig.base.json', 'nx.json'];
const skipped = new Set(['node_modules', 'out-tsc', 'coverage', '.sigil', '.tmp']);
/** Files that a type check writes too, and no program reads. */
const ofCompiler = /\.(d\.ts|tsbuildinfo)$/;

/**
 * @typedef {object} BuildState
 * @property {string} sources fingerprint of the sources
 * @property {string} built fingerprint of the output
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
 * Reads the state that was kept after the last build.
 *
 * @param {string} file
 * @returns {Partial<BuildState>}
 */
export function readKeptState(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {}; // Never kept, or truncated: it is built again.
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
