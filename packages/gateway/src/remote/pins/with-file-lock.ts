/**
 * Lets one process at a time change a file. The lock is an empty file beside it, which is held briefly.
 *
 * A killed process leaves its lock behind, so a lock that does not change for a while is removed.
 */
import { randomUUID } from 'node:crypto';
import { link, lstat, open, rename, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const lookEveryMs = 5;
/** Far longer than reading and writing a file takes. */
const abandonedMs = 5_000;

/**
 * Waits for the lock of the file, and runs `work` while holding it.
 *
 * @param path of the file; its folder must exist
 * @throws the system's error when no lock can be created, as in a read-only folder
 */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${path}.lock`;
  const own = await take(lock);
  try {
    return await work();
  } finally {
    // After a long time, the lock may have been removed, and may now belong to another process.
    if ((await stateOf(lock)) === own) await rm(lock, { force: true });
  }
}

/** @returns the state of the lock, which this process now holds */
async function take(lock: string): Promise<string> {
  for (let seen: string | undefined, since = 0; ;) {
    const own = await make(lock);
    if (own !== undefined) return own;
    const state = await stateOf(lock);
    if (state !== seen) [seen, since] = [state, performance.now()];
    else if (state !== undefined && performance.now() - since >= abandonedMs) await takeAway(lock, state);
    await pause(lookEveryMs * (1 + Math.random()));
  }
}

/** @returns the state of the new lock; `undefined` when there is a lock already */
async function make(lock: string): Promise<string | undefined> {
  const file = await open(lock, 'wx').catch((error: unknown) => {
    if (hasCode(error, 'EEXIST')) return undefined;
    throw error;
  });
  if (!file) return undefined;
  const made = await file.stat({ bigint: true });
  await file.close();
  return writeState(made);
}

/** @returns the same for as long as the lock is the same; `undefined` when there is none */
async function stateOf(lock: string): Promise<string | undefined> {
  try {
    return writeState(await lstat(lock, { bigint: true }));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function writeState({ ino, mtimeNs }: { readonly ino: bigint; readonly mtimeNs: bigint }): string {
  return `${ino} ${mtimeNs}`;
}

/** Removes only the lock that was seen. */
async function takeAway(lock: string, state: string): Promise<void> {
  const aside = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  // Another process has removed it and holds a new lock, which is put back. Without hard links, that process loses its lock.
  if ((await stateOf(aside)) !== state) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
