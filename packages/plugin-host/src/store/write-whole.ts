/**
 * Puts a file into place so that a reader sees all of it or what was there before, also after a power cut.
 */
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from './make-folder.js';

/**
 * Written under another name first, forced to disk, then renamed.
 *
 * @param path absolute; its folder is made where it is missing
 * @param unfinished the folder for the other name, on the same disk; what a killed process leaves there, others remove
 */
export async function writeWhole(path: string, bytes: Uint8Array | string, unfinished: string): Promise<void> {
  await makeFolder(dirname(path));
  await makeFolder(unfinished);
  const temporary = join(unfinished, randomUUID());
  try {
    await writeSynced(temporary, bytes);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function writeSynced(path: string, bytes: Uint8Array | string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // Not every system lets a folder be opened; there the rename alone has to do.
  }
}
