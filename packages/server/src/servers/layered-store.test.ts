import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileStore, openMemoryStore } from '@sigil/plugin-host';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { layeredStore } from './layered-store.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-layers-'));
});
afterEach(() => rm(folder, { recursive: true }));

test.each([
  ['in a folder', () => openFileStore(folder)],
  ['in memory', () => openMemoryStore()],
])('a layered store %s reads from all layers, and writes, lists and removes only in its own', async (_where, open) => {
  const [own, other] = [open(), openMemoryStore()];
  const theirs = await other.put(Buffer.from('theirs'));
  const store = layeredStore(own, [other]);

  const cid = await store.put(Buffer.from('ours'));

  expect(await own.has(cid)).toBe(true);
  expect(await other.has(cid)).toBe(false);
  expect([await store.has(cid), (await store.find(cid))?.bytes, await store.list()]).toEqual([true, 4, [cid]]);
  expect(Buffer.from(await store.get(theirs)).toString()).toBe('theirs');
  expect([await store.remove(cid), await own.has(cid)]).toEqual([true, false]);
});
