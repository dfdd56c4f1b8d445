/**
 * Reads a file that others may have tampered with: only a plain one, never a link, a pipe or a folder.
 */
import { lstat, readFile } from 'node:fs/promises';

/**
 * @returns `undefined` when nothing exists at the path
 * @throws Error when it is not a plain file, or cannot be read
 */
export async function readPlainFile(path: string): Promise<Buffer | undefined> {
  try {
    // Reading a pipe could wait for ever, and a link leads out of the folder.
    if (!(await lstat(path)).isFile()) throw new Error(`${path} is not a plain file`);
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Returns whether a file operation failed because the file does not exist. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR');
}

/** Returns whether a file operation failed with this system error code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
