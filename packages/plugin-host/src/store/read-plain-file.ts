/**
 * Reads a file that others may have tampered with: only a plain one, never a link, a pipe or a folder.
 */
import { lstat, readFile } from 'node:fs/promises';

/**
 * @returns undefined when there is nothing under the path
 * @throws Error when there is something else than a plain file, or it cannot be read
 */
export async function readPlainFile(path: string): Promise<Buffer | undefined> {
  try {
    // A pipe would be waited for without end, a link leads out of the folder.
    if (!(await lstat(path)).isFile()) throw new Error(`${path} is not a plain file`);
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** True when a file operation failed because nothing is there. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR');
}

/** True when the system refused a file operation with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
