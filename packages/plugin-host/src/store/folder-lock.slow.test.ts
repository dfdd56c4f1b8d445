import { spawn, spawnSync } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findProcess, markOf, ownMark } from '@sigil/files';
import { withLock } from './folder-lock.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const endedPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

/** Returns the start of a process of this boot with the same id. */
async function otherStart(): Promise<{ readonly started: string }> {
  return { started: (await ownMark()).started!.replace(/\d+$/, '1') };
}

async function leaveLock(holder: object | string): Promise<string> {
  const path = join(folder, '.lock');
  await writeFile(path, typeof holder === 'string' ? holder : JSON.stringify(holder));
  return path;
}

test('only one holder works at a time', async () => {
  const counter = join(folder, 'counter');
  await writeFile(counter, '0');
  const add = async (): Promise<void> => writeFile(counter, String(Number(await readFile(counter, 'utf8')) + 1));

  await Promise.all(Array.from({ length: 12 }, () => withLock(folder, add)));

  expect(await readFile(counter, 'utf8')).toBe('12');
  expect((await readdir(folder)).sort()).toEqual(['content', 'counter']);
  expect(await readdir(join(folder, 'content', 'unfinished'))).toEqual([]);
});

test('the lock is released when the work fails', async () => {
  await expect(withLock(folder, () => Promise.reject(new Error('no')))).rejects.toThrow('no');

  expect(await withLock(folder, () => Promise.resolve('next'))).toBe('next');
});

test.each([
  ['a process that has ended', async () => ({ ...(await ownMark()), pid: endedPid() })],
  [
    'an ended process whose number another one has now',
    async () => ({ ...(await ownMark()), ...(await otherStart()) }),
  ],
])('the lock of %s is taken over, by one process at a time', async (_, holder) => {
  await leaveLock(await holder());
  let working = 0;
  const most: number[] = [];
  const work = async (): Promise<void> => {
    most.push(++working);
    await readdir(folder);
    working--;
  };

  await Promise.all(Array.from({ length: 8 }, () => withLock(folder, work)));

  expect(most).toEqual(Array.from({ length: 8 }, () => 1));
});

/** Makes a clock that advances one second with each reading, so that the test need not wait. */
function secondsCounter(): { readonly now: () => number; readonly readings: () => number } {
  let readings = 0;
  return { now: () => ++readings * 1_000, readings: () => readings };
}

const leftBehind: readonly (readonly [string, () => Promise<string>])[] = [
  ['of another machine', () => leaveLock({ pid: 1, host: 'elsewhere' })],
  ['of another boot of this machine', async () => leaveLock({ ...(await ownMark()), started: 'another-boot 77' })],
  ['of a thread of this process that has ended', async () => leaveLock({ id: 'x', ...(await ownMark()) })],
  ['of a process that is known by its number alone', async () => leaveLock({ pid: 1, host: (await ownMark()).host })],
  ['that was not written to its end', () => leaveLock('{"pid')],
  ['that is empty', () => leaveLock('')],
  [
    'that is a folder',
    async () => {
      const path = join(folder, '.lock');
      await mkdir(join(path, 'inner'), { recursive: true });
      return path;
    },
  ],
];
const times: readonly (readonly [string, Date])[] = [
  ['now', new Date()],
  ['long ago', new Date(0)],
  ['in the future', new Date('2100-01-01T00:00:00Z')],
];

describe.each(leftBehind)('a lock %s', (_what, leave) => {
  test.each(times)('is taken over when its file, dated %s, stays unchanged', async (_when, time) => {
    const path = await leave();
    await utimes(path, time, time);
    const { now, readings } = secondsCounter();

    expect(await withLock(folder, () => Promise.resolve('done'), now)).toBe('done');

    expect(readings()).toBeGreaterThan(20);
    expect(await readdir(folder)).toEqual(['content']);
  });

  test('is left alone while it is renewed', async () => {
    const path = await leave();
    const { now, readings } = secondsCounter();
    const renewing = (): number => {
      const time = new Date(readings() * 1_000);
      utimesSync(path, time, time);
      return now();
    };

    const waiting = withLock(folder, () => Promise.resolve('done'), renewing);

    await expect(waiting).rejects.toMatchObject({ code: 'store-busy' });
  });
});

test('the lock of another running process is left alone, however long it stays unchanged', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
  onTestFinished(() => void other.kill('SIGKILL'));
  await leaveLock(await markOf(other.pid!));

  const waiting = withLock(folder, () => Promise.resolve('done'), secondsCounter().now);

  await expect(waiting).rejects.toMatchObject({ code: 'store-busy' });
});

test('a lock that was left behind with a claim to it is taken over', async () => {
  const ended = { ...(await ownMark()), pid: endedPid() };
  await writeFile(join(folder, '.lock'), JSON.stringify({ id: 'a', ...ended }));
  await writeFile(join(folder, '.lock.takeover'), JSON.stringify({ id: 'b', ...ended }));
  await writeFile(join(folder, '.lock.takeover.takeover'), '');

  expect(await withLock(folder, () => Promise.resolve('done'), secondsCounter().now)).toBe('done');
  expect(await readdir(folder)).toEqual(['content']);
});

test('a lock is never seen without its content', async () => {
  const seen: string[] = [];
  const over = new AbortController();
  const look = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const text = await readFile(join(folder, '.lock'), 'utf8').catch(() => undefined);
      if (text !== undefined) seen.push(text);
    }
  };
  const looking = [look(), look()];

  for (let round = 0; round < 200; round++) await withLock(folder, () => Promise.resolve());
  over.abort();
  await Promise.all(looking);

  expect(seen.length).toBeGreaterThan(0);
  for (const text of seen) expect(JSON.parse(text)).toMatchObject({ pid: process.pid });
});

test('a process is told apart from another one with the same id', async () => {
  const mark = await ownMark();

  expect(await findProcess(mark)).toBe('running');
  expect(await findProcess({ ...mark, ...(await otherStart()) })).toBe('ended');
  expect(await findProcess({ ...mark, started: 'another-boot 77' })).toBe('elsewhere');
  expect(await findProcess({ ...mark, pid: endedPid() })).toBe('ended');
  expect(await findProcess({ ...mark, host: 'another' })).toBe('elsewhere');
});
