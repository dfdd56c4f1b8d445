/**
 * Lets one process at a time change a folder. The lock is a file that names its holder; it appears whole, and its holder
 * renews it while it works.
 *
 * A lock is taken over when its process has ended, or when it was seen not to change for a while. That is measured by the
 * clock of the process that waits: what a file's own time says is a change or none, and nothing else.
 */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, lstat, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PluginError } from '@sigil/core/building';
import { movedAway, unfinishedIn } from './file-store.js';
import { makeFolder } from './make-folder.js';
import { findProcess, ownMark, readMark } from './process-mark.js';
import { hasCode, isMissing, readPlainFile } from './read-plain-file.js';

const lockFile = '.lock';
/** Longest wait for a holder that works. */
const longestWaitMs = 30_000;
const lookEveryMs = 15;
/** Interval of renewing a lock, and the time after which one that is not renewed counts as left behind. */
const renewEveryMs = 2_000;
const abandonedMs = 20_000;

/** Milliseconds that only ever grow; the time of day may be set back. */
const monotonicNow = (): number => performance.now();

/** A lock, and what taking it needs. */
interface LockPlace {
  readonly path: string;
  /** The folder of files before they have their name; on the same disk. */
  readonly unfinished: string;
  readonly now: () => number;
  /** By when it must be had. */
  readonly until: number;
}

/** A lock as it was seen, and since when it has been seen so. */
interface Sighting {
  readonly text: string;
  readonly state: string;
  readonly since: number;
}

/**
 * Runs `work` while nobody else holds the folder's lock.
 *
 * @param folder made where it is missing
 * @param now milliseconds that only ever grow
 * @throws PluginError `store-busy` when another process does not let go of it
 */
export async function withLock<Result>(
  folder: string,
  work: () => Promise<Result>,
  now: () => number = monotonicNow,
): Promise<Result> {
  const unfinished = unfinishedIn(folder);
  await makeFolder(unfinished);
  return holding({ path: join(folder, lockFile), unfinished, now, until: now() + longestWaitMs }, work);
}

async function holding<Result>(place: LockPlace, work: () => Promise<Result>): Promise<Result> {
  const { path } = place;
  const text = JSON.stringify({ id: randomUUID(), ...(await ownMark()) });
  await acquire(place, text);
  const renewal = setInterval(() => void renew(path), renewEveryMs).unref();
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    if ((await readLock(path))?.text === text) await rm(path, { force: true });
  }
}

async function acquire(place: LockPlace, text: string): Promise<void> {
  const { path, unfinished, now, until } = place;
  const whole = join(unfinished, randomUUID());
  await writeFile(whole, text, { flag: 'wx' });
  try {
    let seen: Sighting | undefined;
    while (!(await put(whole, path))) {
      seen = await look(path, seen, now());
      if (seen && (await isAbandoned(seen, now()))) await takeAway(place, seen.text);
      if (now() > until) throw new PluginError('store-busy', `another process holds ${path}; try again later`);
      await wait(lookEveryMs * (1 + Math.random()));
    }
  } finally {
    await rm(whole, { force: true });
  }
}

/** Gives the lock its name, content and all. @returns false when there is one */
async function put(whole: string, path: string): Promise<boolean> {
  try {
    await link(whole, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    if (isMissing(error)) throw error;
  }
  // A disk without hard links: for a moment the lock may be seen unfinished, and is then as good as one that cannot be read.
  return copyFile(whole, path, constants.COPYFILE_EXCL).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, 'EEXIST')) return false;
      throw error;
    },
  );
}

/** @returns undefined when there is none any more */
async function readLock(path: string): Promise<{ readonly text: string; readonly state: string } | undefined> {
  try {
    const { ino, mtimeMs } = await lstat(path);
    // A file that cannot be read is a lock all the same, of nobody who can be asked.
    const text = (await readPlainFile(path).catch(() => undefined))?.toString('utf8') ?? '';
    return { text, state: `${ino} ${mtimeMs} ${text}` };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function look(path: string, before: Sighting | undefined, at: number): Promise<Sighting | undefined> {
  const found = await readLock(path);
  if (!found) return undefined;
  return before?.state === found.state ? before : { ...found, since: at };
}

async function isAbandoned({ text, since }: Sighting, at: number): Promise<boolean> {
  const mark = readMark(parse(text));
  const state = mark ? await findProcess(mark) : 'elsewhere';
  if (state === 'ended') return true;
  // A process that is known for its start, and not for its number alone, is waited for. This one itself may have left a lock
  // behind too: a thread of it can end alone.
  if (state === 'running' && mark?.started !== undefined && mark.pid !== process.pid) return false;
  return at - since >= abandonedMs;
}

/** One at a time takes a lock away, and only the one that was seen: nobody loses a lock that is newly held. */
async function takeAway(place: LockPlace, text: string): Promise<void> {
  const { path, unfinished } = place;
  await holding({ ...place, path: `${path}.takeover` }, async () => {
    if ((await readLock(path))?.text !== text) return;
    const aside = join(unfinished, randomUUID());
    if (!(await movedAway(path, aside))) return;
    // Its holder was there after all, gave it back, and another took it in this very moment.
    if ((await readLock(aside))?.text !== text) await put(aside, path);
    await rm(aside, { recursive: true, force: true });
  });
}

/** Only that the time changes counts, not what it is. */
async function renew(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not one of ours, or cut off by a power cut: nobody can be asked.
    return undefined;
  }
}
