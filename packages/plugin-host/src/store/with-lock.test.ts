import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findProcess, ownMark } from './process-mark.js';
import { withLock } from './with-lock.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const endedPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

async function leaveLock(holder: object | string): Promise<string> {
  const path = join(folder, '.lock');
  await writeFile(path, typeof holder === 'string' ? holder : JSON.stringify(holder));
  return path;
}

test('one works at a time', async () => {
  const counter = join(folder, 'counter');
  await writeFile(counter, '0');
  const add = async (): Promise<void> => writeFile(counter, String(Number(await readFile(counter, 'utf8')) + 1));

  await Promise.all(Array.from({ length: 12 }, () => withLock(folder, add)));

  expect(await readFile(counter, 'utf8')).toBe('12');
  expect(await readdir(folder)).toEqual(['counter']);
});

test('the lock is given back when the work fails', async () => {
  await expect(withLock(folder, () => Promise.reject(new Error('no')))).rejects.toThrow('no');

  expect(await withLock(folder, () => Promise.resolve('next'))).toBe('next');
});

test.each([
  ['a process that has ended', async () => ({ ...(await ownMark()), pid: endedPid() })],
  ['an ended process whose number another one has now', async () => ({ ...(await ownMark()), started: 'long ago' })],
])('the lock of %s is taken over, by one of many', async (_, holder) => {
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

test.each([
  ['of another machine', { pid: 1, host: 'elsewhere' }],
  ['that was not written to its end', '{"pid'],
])('a lock %s is taken over when it is old', async (_, holder) => {
  const long = new Date(0);
  await utimes(await leaveLock(holder), long, long);

  expect(await withLock(folder, () => Promise.resolve('done'))).toBe('done');
});

test('a process is told from another with its number', async () => {
  const mark = await ownMark();

  expect(await findProcess(mark)).toBe('running');
  expect(await findProcess({ ...mark, started: 'long ago' })).toBe('ended');
  expect(await findProcess({ ...mark, pid: endedPid() })).toBe('ended');
  expect(await findProcess({ ...mark, host: 'another' })).toBe('elsewhere');
});
