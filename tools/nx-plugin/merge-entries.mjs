/**
 * Lets an entry be the module of what it shares: an entry that only passes on what one shared module exports takes its place.
 *
 * Whoever loads two entries loads two modules then, and not three.
 */
import { basename } from 'node:path';

/**
 * @param {import('esbuild').Metafile} metafile of a build with splitting
 * @returns {Map<string, string>} by the output of a shared module, the output of the entry that it becomes
 */
export function mergedEntries({ outputs }) {
  /** @type {Map<string, string>} */
  const merged = new Map();
  for (const [entry, { entryPoint, imports, exports }] of Object.entries(outputs)) {
    const [shared, ...others] = imports;
    if (entryPoint === undefined || shared === undefined || others.length > 0 || holdsCode(outputs, entry)) continue;
    const isWhole = exports.every((name) => outputs[shared.path]?.exports.includes(name));
    if (isWhole && !merged.has(shared.path)) merged.set(shared.path, entry);
  }
  return merged;
}

/**
 * @param {string} text of one output
 * @param {ReadonlyMap<string, string>} merged
 */
export function renameImports(text, merged) {
  // The name of a shared module ends with a hash, so it occurs nowhere but in imports.
  return [...merged].reduce(
    (changed, [from, to]) => changed.replaceAll(`"./${basename(from)}"`, `"./${basename(to)}"`),
    text,
  );
}

/** @param {import('esbuild').Metafile['outputs']} outputs @param {string} path */
function holdsCode(outputs, path) {
  return Object.values(outputs[path]?.inputs ?? {}).some(({ bytesInOutput }) => bytesInOutput > 0);
}
