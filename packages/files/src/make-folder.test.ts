import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeFolder } from './make-folder.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sigil-make-folder-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

test('missing folders are created, and the outermost is returned', async () => {
  expect(await makeFolder(join(root, 'a', 'b', 'c'), 0o700)).toBe(join(root, 'a'));

  expect(statSync(join(root, 'a', 'b', 'c')).isDirectory()).toBe(true);
  expect(await makeFolder(join(root, 'a', 'b', 'c'))).toBeUndefined();
  expect(await makeFolder(join(root, 'a', 'd'))).toBe(join(root, 'a', 'd'));
});

test('parallel calls can create the same folder', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => makeFolder(join(root, 'a', 'b'))));

  expect(made).toHaveLength(20);
});

test('a file in the way is an error', async () => {
  writeFileSync(join(root, 'file'), '');

  await expect(makeFolder(join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(root, 'file', 'in'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test.runIf(existsSync('/proc/self'))('a folder that cannot hold others causes an error at once', async () => {
  await expect(makeFolder('/proc/none-such/in')).rejects.toMatchObject({ code: 'ENOENT' });
});
