import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cidOf } from '@sigil/core/building';
import { runContentStoreContract } from '@sigil/testing/contracts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openMemoryStore } from './content-store.js';
import { openFileStore } from './file-store.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-store-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytes = Buffer.from('{"name":"Ada"}');
const cid = await cidOf(bytes);
const pathOf = (kept: string): string => join(folder, kept.slice(-2), kept);

runContentStoreContract('in memory', async () => ({ store: openMemoryStore(), close: async () => undefined }));
runContentStoreContract('in a folder', async () => ({ store: openFileStore(folder), close: async () => undefined }));

describe('a store folder that was tampered with', () => {
  test('returns no changed bytes, and accepts the right ones again', async () => {
    const store = openFileStore(folder);
    await store.put(bytes);
    await writeFile(pathOf(cid), '{"name":"Eve"}');

    await expect(store.get(cid)).rejects.toMatchObject({ code: 'content-mismatch' });
    await store.put(bytes);

    expect(Buffer.from(await store.get(cid))).toEqual(bytes);
  });

  test('reads nothing through a symbolic link, not even the right bytes', async () => {
    const store = openFileStore(folder);
    await writeFile(join(folder, 'elsewhere'), bytes);
    await mkdir(dirname(pathOf(cid)));
    await symlink(join(folder, 'elsewhere'), pathOf(cid));

    await expect(store.get(cid)).rejects.toMatchObject({ code: 'content-mismatch' });
  });

  test('does not wait for a pipe', async () => {
    const store = openFileStore(folder);
    await mkdir(dirname(pathOf(cid)));
    execFileSync('sh', ['-c', 'mkfifo "$0"', pathOf(cid)]);

    await expect(store.get(cid)).rejects.toMatchObject({ code: 'content-mismatch' });
  });

  test('rejects a folder in place of a file', async () => {
    const store = openFileStore(folder);
    await mkdir(pathOf(cid), { recursive: true });

    await expect(store.get(cid)).rejects.toMatchObject({ code: 'content-mismatch' });
    await expect(store.put(bytes)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(await readdir(join(folder, 'unfinished'))).toEqual([]);
  });

  test('lists only files that can be content', async () => {
    const store = openFileStore(folder);
    await store.put(bytes);
    await mkdir(join(folder, 'zz'));
    await writeFile(join(folder, 'zz', cid), bytes);
    await writeFile(join(dirname(pathOf(cid)), 'notes.txt'), '');

    expect(await store.list()).toEqual([cid]);
  });
});

test('putting bytes that are there already does not write them again', async () => {
  const store = openFileStore(folder);
  await store.put(bytes);
  const { ino } = await stat(pathOf(cid));

  await store.put(bytes);

  expect((await stat(pathOf(cid))).ino).toBe(ino);
});

test('several stores on one folder can put the same bytes at once', async () => {
  const stores = Array.from({ length: 20 }, () => openFileStore(folder));

  const cids = await Promise.all(stores.map((store) => store.put(bytes)));

  expect(new Set(cids)).toEqual(new Set([cid]));
  expect(await readFile(pathOf(cid))).toEqual(bytes);
  expect(await readdir(join(folder, 'unfinished'))).toEqual([]);
});

test('putting content while it is removed keeps it', async () => {
  const store = openFileStore(folder);
  const long = new Date(0);
  for (let round = 0; round < 20; round++) {
    await store.put(bytes);
    await utimes(pathOf(cid), long, long);

    await Promise.all([store.put(bytes), store.remove(cid, new Date(Date.now() - 60_000))]);

    expect(Buffer.from(await store.get(cid))).toEqual(bytes);
  }
});

test('a file that an ended process left unfinished is removed by the next put', async () => {
  const left = join(folder, 'unfinished', 'left');
  await mkdir(dirname(left));
  await writeFile(left, 'half');
  const long = new Date(0);
  await utimes(left, long, long);

  await openFileStore(folder).put(bytes);

  expect(await readdir(dirname(left))).toEqual([]);
});
