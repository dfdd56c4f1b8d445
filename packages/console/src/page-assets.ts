/**
 * Reads the style sheet and scripts of the pages, with one hash of all of them for their addresses.
 *
 * Browsers may cache them for a year, and scripts that import each other always have the same version.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';

/** One file as it is served. */
export interface PageAsset {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** All files, in memory. */
export interface PageAssets {
  /** The hash of all contents, for the address of their folder and as their ETag. */
  readonly hash: string;
  find(fileName: string): PageAsset | undefined;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

// Both `src` and `dist`, which have this file directly, are in the package's folder.
const folder = new URL('../dist/assets/', import.meta.url);

/** Reads all files at once. @throws Error if the package is not built */
export function readPageAssets(): PageAssets {
  const files = new Map<string, PageAsset>();
  const hash = createHash('sha256');
  for (const fileName of readdirSync(folder).toSorted()) {
    const type = types[extname(fileName)];
    if (type === undefined) continue;
    const bytes = readFileSync(new URL(fileName, folder));
    hash.update(`${fileName}\n${bytes.length}\n`).update(bytes);
    files.set(fileName, { type, bytes });
  }
  return { hash: hash.digest('hex').slice(0, 16), find: (fileName) => files.get(fileName) };
}
