/**
 * Makes a folder and those above it that are missing.
 *
 * Node's own recursive `mkdir` tries for ever where a folder is there and takes no new ones as if it were not, as `/proc` does.
 */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from './read-plain-file.js';

/**
 * @param path absolute
 * @param mode of the folders that are made
 * @returns the outermost folder that was made; nothing where all were there
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

/** @returns the folder; nothing where it is there already */
async function makeOne(path: string, mode: number): Promise<string | undefined> {
  try {
    await mkdir(path, mode);
    return path;
  } catch (error) {
    // Systems refuse a folder that is there in several ways.
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
