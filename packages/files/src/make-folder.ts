/**
 * Creates a folder and its missing parents.
 *
 * Node's own recursive `mkdir` retries for ever in an existing folder that reports new ones as missing, as `/proc` does.
 */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from './read-plain-file.js';

/**
 * @param path absolute
 * @param mode of the created folders
 * @returns the outermost created folder; `undefined` when all existed
 * @throws the system's error, at once
 */
export async function makeFolder(path: string, mode = 0o777): Promise<string | undefined> {
  try {
    return await makeOne(path, mode);
  } catch (error) {
    const above = dirname(path);
    if (!hasCode(error, 'ENOENT') || above === path) throw error;
    const outermost = await makeFolder(above, mode);
    const own = await makeOne(path, mode);
    return outermost ?? own;
  }
}

/** @returns the folder; `undefined` when it exists already */
async function makeOne(path: string, mode: number): Promise<string | undefined> {
  try {
    await mkdir(path, mode);
    return path;
  } catch (error) {
    // Systems report an existing folder with several codes.
    if (!hasCode(error, 'ENOENT') && (await isFolder(path))) return undefined;
    throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
