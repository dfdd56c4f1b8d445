/**
 * Finds the folders with sources that import the decorators of `@sigil/core`: those are plugins, whatever their package.json
 * says.
 *
 * Caches the results by a hash of the folder's files, which Nx has already computed, so that only changed folders are read.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const keptIn = '.nx/workspace-data/sigil-decorated.json';
const decorators = new Set(['Tool', 'Resource', 'Prompt']);
const importOfCore = /^import\s+(?!type\b)(?:\{(?<names>[^}]*)\}|\*\s+as\s+\w+)\s+from\s+['"]@sigil\/core['"]/gm;
const testFile = /\.test(-support|-d)?\.[cm]?ts$/;
const skippedFolders = new Set(['node_modules', 'dist', 'out-tsc', 'coverage', 'test', 'fixtures']);

/**
 * @param {readonly string[]} roots folders, relative to the workspace's root
 * @param {import('@nx/devkit').CreateNodesContextV2} context
 * @returns {Promise<ReadonlySet<string>>} those with decorated sources
 */
export async function findDecorated(roots, context) {
  if (roots.length === 0) return new Set();
  // Loaded lazily: loading it takes as long as all the rest.
  const { calculateHashesForCreateNodes } = await import('@nx/devkit/internal');
  const hashes = await calculateHashesForCreateNodes([...roots], {}, context);
  const known = readKept(context.workspaceRoot);
  /** @type {Record<string, boolean>} */
  const found = {};
  roots.forEach((root, index) => {
    const hash = hashes[index] ?? root;
    found[hash] = known[hash] ?? isDecorated(join(context.workspaceRoot, root));
  });
  if (Object.keys(found).some((hash) => known[hash] === undefined)) keep(context.workspaceRoot, found);
  return new Set(roots.filter((root, index) => found[hashes[index] ?? root]));
}

/**
 * Returns whether a source imports a decorator as a value; a type-only import does not count.
 *
 * @param {string} text
 */
export function importsDecorators(text) {
  for (const { groups } of text.matchAll(importOfCore)) {
    const names = groups?.['names'];
    if (names === undefined || names.split(',').some((name) => decorators.has(name.trim().split(/\s/)[0] ?? '')))
      return true;
  }
  return false;
}

/** @param {string} folder @returns {boolean} */
function isDecorated(folder) {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return !entry.name.startsWith('.') && !skippedFolders.has(entry.name) && isDecorated(path);
    }
    return isSource(entry.name) && importsDecorators(readFileSync(path, 'utf8'));
  });
}

/** @param {string} name */
function isSource(name) {
  return /\.[cm]?ts$/.test(name) && !name.endsWith('.d.ts') && !testFile.test(name);
}

/** @param {string} workspaceRoot @returns {Record<string, boolean>} */
function readKept(workspaceRoot) {
  try {
    return JSON.parse(readFileSync(join(workspaceRoot, keptIn), 'utf8'));
  } catch {
    return {}; // Missing or truncated: everything is read again.
  }
}

/** @param {string} workspaceRoot @param {Readonly<Record<string, boolean>>} found */
function keep(workspaceRoot, found) {
  const file = join(workspaceRoot, keptIn);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(found));
}
