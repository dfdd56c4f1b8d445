/**
 * Lets one program after the other change a file: the one that makes the file `<path>.lock` has the turn.
 */
import { rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { KeyFileError } from './key-file-error.js';

const retryMs = 20;
const waitMs = 5_000;
/** A change takes milliseconds, so an older lock is that of a program that was ended meanwhile. */
const staleMs = 10_000;

/** @throws KeyFileError when others have the turn for five seconds; whatever the change throws */
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
