/**
 * Describes what is at a path at a moment, for those who watch it.
 */
import { statSync, type Stats } from 'node:fs';

/** Describes a file or folder such that every change differs. */
export function signatureOf(path: string): string {
  const found = findStatus(path);
  return found ? `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}` : 'missing';
}

/** Identifies the folder at a path; `undefined` if there is none. A new folder may have the inode of one that was just removed. */
export function inodeOf(path: string): string | undefined {
  const found = findStatus(path);
  return found?.isDirectory() ? `${found.dev}:${found.ino}:${found.birthtimeMs}` : undefined;
}

function findStatus(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A file in place of a folder above, or a folder that may not be read, hides whatever is there.
    return undefined;
  }
}
