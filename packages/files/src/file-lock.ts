/**
 * Lets one process at a time change a file or a folder. The lock is a file that names its holder; it appears whole, and its holder
 * renews it while it works.
 *
 * A lock is taken over when its process has ended, or when it has not changed for a while. The waiting process measures that with
 * its own clock; of the file's time, only a change counts.
 */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, lstat, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findProcess, ownMark, readMark } from './process-mark.js';
import { moveAway } from './move-away.js';
import { hasCode, isMissing, readPlainFile } from './read-plain-file.js';

/** Longest wait for a holder that is alive. */
const longestWaitMs = 30_000;
const lookEveryMs = 15;
/** Interval of renewing a lock, and the time after which a lock without renewal counts as abandoned. */
const renewEveryMs = 2_000;
const abandonedMs = 20_000;

/** Monotonic milliseconds, since the time of day may be set back. */
const monotonicNow = (): number => performance.now();

/** Another process holds the lock and does not release it. */
export class LockBusyError extends Error {
  override readonly name = 'LockBusyError';

  constructor(readonly path: string) {
    super(`another process holds ${path}; try again later`);
  }
}

/** Options of a lock. */
export interface LockOptions {
  /** The folder for files that become the lock by renaming; on the same disk. By default the lock's own folder. */
  readonly unfinished?: string;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

/** A lock, and the parameters of taking it. */
interface LockPlace {
  readonly path: string;
  readonly unfinished: string;
  readonly now: () => number;
  /** The deadline for taking it. */
  readonly until: number;
}

/** A lock as it was read, and since when it has been the same. */
interface Sighting {
  readonly text: string;
  readonly state: string;
  readonly since: number;
}

/**
 * Runs `work` while no other process holds the lock.
 *
 * @param path of the lock; its folder must exist
 * @throws LockBusyError when another process holds it for 30 seconds; the system's error when no lock can be created, as in a read-only folder
 */
export async function withLock<Result>(
  path: string,
  work: () => Promise<Result>,
  { unfinished = dirname(path), now = monotonicNow }: LockOptions = {},
): Promise<Result> {
  return holding({ path, unfinished, now, until: now() + longestWaitMs }, work);
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
  const whole = join(unfinished, `${basename(path)}.${randomUUID()}`);
  await writeFile(whole, text, { flag: 'wx', mode: 0o600 });
  try {
    let seen: Sighting | undefined;
    while (!(await put(whole, path))) {
      seen = await look(path, seen, now());
      if (seen && (await isAbandoned(seen, now()))) await takeAway(place, seen.text);
      if (now() > until) throw new LockBusyError(path);
      await wait(lookEveryMs * (1 + Math.random()));
    }
  } finally {
    await rm(whole, { force: true });
  }
}

/** Gives the lock its name, with its content. @returns false when there is a lock already */
async function put(whole: string, path: string): Promise<boolean> {
  try {
    await link(whole, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    if (isMissing(error)) throw error;
  }
  // Without hard links, the lock may be seen unfinished for a moment, which counts as an unreadable lock.
  return copyFile(whole, path, constants.COPYFILE_EXCL).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, 'EEXIST')) return false;
      throw error;
    },
  );
}

/** @returns `undefined` when the lock is gone */
async function readLock(path: string): Promise<{ readonly text: string; readonly state: string } | undefined> {
  try {
    const { ino, mtimeMs } = await lstat(path);
    // An unreadable file is a lock too, whose holder is unknown.
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
  // Waits for a process that is identified by its start time, not only by its id. This process may have left a lock itself,
  // when one of its threads ended.
  if (state === 'running' && mark?.started !== undefined && mark.pid !== process.pid) return false;
  return at - since >= abandonedMs;
}

/** Takes a lock away, one process at a time and only the lock that was seen, so that no new holder loses its lock. */
async function takeAway(place: LockPlace, text: string): Promise<void> {
  const { path, unfinished } = place;
  await holding({ ...place, path: `${path}.takeover` }, async () => {
    if ((await readLock(path))?.text !== text) return;
    const aside = join(unfinished, `${basename(path)}.${randomUUID()}`);
    if (!(await moveAway(path, aside))) return;
    // The holder was alive after all and released the lock, and another process took it at that moment.
    if ((await readLock(aside))?.text !== text) await put(aside, path);
    else await removeUnfinished(place, aside);
    await rm(aside, { recursive: true, force: true });
  });
}

/** Removes the file that a process left which was killed between giving its lock the name and removing the other one. */
async function removeUnfinished({ path, unfinished }: LockPlace, lock: string): Promise<void> {
  const { ino, nlink } = await lstat(lock);
  if (nlink < 2) return;
  const names = (await readdir(unfinished)).filter((name) => name.startsWith(`${basename(path)}.`));
  for (const file of names.map((name) => join(unfinished, name))) {
    const found = await lstat(file).catch(() => undefined);
    if (file !== lock && found?.isFile() && found.ino === ino) await rm(file, { force: true });
  }
}

/** Renews the lock. Only the change of the time counts, not its value. */
async function renew(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The file is foreign, or was cut off by a power failure, so the holder is unknown.
    return undefined;
  }
}
