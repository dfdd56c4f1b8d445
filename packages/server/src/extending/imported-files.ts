/**
 * Finds the files that a module of the operator imports, so that a change of one of them loads the module again.
 *
 * Reads texts and runs nothing: a path in a comment only adds a file to those that are followed.
 */
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The path of a relative import, of any form. */
const relativeImport = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"`])(\.{1,2}\/[^'"`\n]+)\1/g;
/** The ends that a path may leave out, or has in place of those of JavaScript. */
const ends = ['', '.ts', '.mts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js'];
const isCode = /\.[cm]?[jt]s$/;

/**
 * Returns the absolute paths of all files that a module imports, directly or through others; packages aside. A path that leads nowhere is
 * among them as it is written, since the file may be created later.
 */
export function collectImports(module: string): readonly string[] {
  const found = new Set([module]);
  for (const file of found) {
    if (!isCode.test(file)) continue;
    for (const [, , path = ''] of readText(file).matchAll(relativeImport)) {
      const written = resolve(dirname(file), path);
      found.add(findFile(written) ?? written);
    }
  }
  found.delete(module);
  return [...found];
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It went away; the loader says so.
    return '';
  }
}

function findFile(path: string): string | undefined {
  const stem = path.replace(/\.[cm]?js$/, '');
  const candidates = [...ends.map((end) => path + end), ...['.ts', '.mts', '.cts'].map((end) => stem + end)];
  return candidates.find((it) => statSync(it, { throwIfNoEntry: false })?.isFile() === true);
}
