/**
 * Lets one process at a time change a folder of content.
 */
import { join } from 'node:path';
import { PluginError } from '@sigil/core/building';
import { LockBusyError, makeFolder, withLock as withLockFile } from '@sigil/files';
import { unfinishedIn } from './file-store.js';

const lockFile = '.lock';

/**
 * Runs `work` while no other process holds the folder's lock.
 *
 * @param folder created if missing
 * @param now monotonic milliseconds; by default those of this process
 * @throws PluginError `store-busy` when another process does not release the lock
 */
export async function withLock<Result>(
  folder: string,
  work: () => Promise<Result>,
  now?: () => number,
): Promise<Result> {
  const unfinished = unfinishedIn(folder);
  await makeFolder(unfinished);
  try {
    return await withLockFile(join(folder, lockFile), work, { unfinished, ...(now ? { now } : {}) });
  } catch (error) {
    if (error instanceof LockBusyError) throw new PluginError('store-busy', error.message);
    throw error;
  }
}
