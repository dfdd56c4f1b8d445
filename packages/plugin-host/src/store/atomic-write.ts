/**
 * Replaces a file so that a reader sees the whole new content or the old one, even after a power failure.
 */
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '@sigil/files';

/**
 * Writes the file under another name, flushes it to disk, then renames it.
 *
 * @param path absolute; its folder is created if missing
 * @param unfinished the folder for the other name, on the same disk; others remove what a killed process leaves there
 */
export async function writeAtomically(path: string, bytes: Uint8Array | string, unfinished: string): Promise<void> {
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
    // Some systems do not let a folder be opened; there, the rename is all that can be done.
  }
}
