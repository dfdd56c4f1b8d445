/**
 * Lets one process at a time change a folder. The lock is a file that names its holder; that of an ended process is taken over.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PluginError } from '@sigil/core';
import { findProcess, ownMark, readMark } from './process-mark.js';

const lockFile = '.lock';
/** Longest wait for a holder that runs. */
const longestWaitMs = 30_000;
const lookEveryMs = 15;
/** A lock without a holder that can be asked counts as left behind after this time. */
const abandonedMs = 60_000;

/**
 * Runs `work` while nobody else holds the folder's lock.
 *
 * @param folder made where it is missing
 * @throws PluginError `store-busy` when another process does not let go of it
 */
export async function withLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, lockFile);
  const text = JSON.stringify({ id: randomUUID(), ...(await ownMark()) });
  await acquire(path, text);
  try {
    return await work();
  } finally {
    if ((await readLock(path)) === text) await rm(path, { force: true });
  }
}

async function acquire(path: string, text: string): Promise<void> {
  const lastTry = Date.now() + longestWaitMs;
  while (!(await created(path, text))) {
    const holder = await readLock(path);
    if (holder !== undefined && (await isAbandoned(path, holder))) await breakLock(path, holder);
    if (Date.now() > lastTry) throw new PluginError('store-busy', `another process holds ${path}; try again later`);
    await wait(lookEveryMs * (1 + Math.random()));
  }
}

async function created(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function readLock(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

async function isAbandoned(path: string, holder: string): Promise<boolean> {
  const mark = readMark(parse(holder));
  const state = mark && (await findProcess(mark));
  if (state === 'running') return false;
  if (state === 'ended') return true;
  // Of another machine, or not written to its end.
  return isOld(path);
}

/** Only one at a time breaks a lock, and only when it is still the same one: nobody takes away a lock that is newly held. */
async function breakLock(path: string, holder: string): Promise<void> {
  const breaking = `${path}.breaking`;
  if (!(await created(breaking, holder))) return removeAbandoned(breaking);
  try {
    if ((await readLock(path)) === holder) await rm(path, { force: true });
  } finally {
    await rm(breaking, { force: true });
  }
}

async function removeAbandoned(path: string): Promise<void> {
  if (await isOld(path)) await rm(path, { force: true });
}

async function isOld(path: string): Promise<boolean> {
  const since = await stat(path).catch(() => undefined);
  return since !== undefined && Date.now() - since.mtimeMs > abandonedMs;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Being written right now, or never finished; its age decides.
    return undefined;
  }
}
