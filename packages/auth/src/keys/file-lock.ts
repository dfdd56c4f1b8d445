/**
 * Serialises changes to a file between programs: the one that creates the file `<path>.lock` holds the lock.
 */
import { rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { KeyFileError } from './key-file-error.js';

const retryMs = 20;
const waitMs = 5_000;
/** Age at which a lock counts as abandoned: a change takes milliseconds. */
const staleMs = 10_000;

/** @throws KeyFileError when other programs hold the lock for five seconds; any error of the change */
export async function withFileLock<Value>(path: string, change: () => Promise<Value>): Promise<Value> {
  const lock = `${path}.lock`;
  const until = Date.now() + waitMs;
  while (!(await take(lock))) {
    if (Date.now() >= until) throw new KeyFileError(`another program changes it: if none does, remove "${lock}"`);
    await setTimeout(retryMs);
  }
  try {
    return await change();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const held = await stat(lock).catch(() => undefined);
    if (held && Date.now() - held.mtimeMs > staleMs) await rm(lock, { force: true });
    return false;
  }
}
