/**
 * Lets one process at a time change a file. The lock is an empty file beside it, which is held for moments.
 *
 * A process that was killed leaves its lock behind: one that stays as it is for a while is taken away.
 */
import { randomUUID } from 'node:crypto';
import { link, lstat, open, rename, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const lookEveryMs = 5;
/** Far longer than a file takes to be read and written. */
const abandonedMs = 5_000;

/**
 * Runs `work` while nobody else holds the lock of the file, and waits for that.
 *
 * @param path of the file; its folder must be there
 * @throws what the system throws where no lock can be made, as in a folder that cannot be written
 */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${path}.lock`;
  const own = await take(lock);
  try {
    return await work();
  } finally {
    // One that took too long may have been taken away, and be another's by now.
    if ((await stateOf(lock)) === own) await rm(lock, { force: true });
  }
}

/** @returns the state of the lock, which is ours now */
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

/** @returns its state; `undefined` when there is one already */
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

/** @returns the same for as long as it is the same lock; `undefined` when there is none */
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

/** Takes only the lock away that was seen. */
async function takeAway(lock: string, state: string): Promise<void> {
  const aside = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  // Another had taken it away already, and has a lock of its own there. Where no link can be made, that one has lost it.
  if ((await stateOf(aside)) !== state) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
