import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { PathWatcher } from './path-watcher.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sigil-paths-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

interface Watching {
  readonly watcher: PathWatcher;
  /** Resolves when the path was reported after this call. */
  next(path: string): Promise<void>;
  readonly seen: Set<string>;
}

function watchPaths(pollAllMs?: number): Watching {
  const waiting = new Map<string, () => void>();
  const seen = new Set<string>();
  const watcher = new PathWatcher((path) => {
    seen.add(path);
    waiting.get(path)?.();
  }, pollAllMs);
  onTestFinished(() => watcher.close());
  return { watcher, seen, next: (path) => new Promise((resolve) => void waiting.set(path, resolve)) };
}

const write = async (path: string, text = 'text'): Promise<void> => {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, text);
};

describe.each([
  ['events', undefined],
  ['polling', 20],
])('by %s', (_, pollAllMs) => {
  test('a file is reported when it changes, is removed and comes again', async () => {
    const path = join(root, 'a/b/file.txt');
    await write(path);
    const { watcher, next } = watchPaths(pollAllMs);
    watcher.add(path);

    let reported = next(path);
    await appendFile(path, 'more');
    await reported;
    reported = next(path);
    await rm(path);
    await reported;
    reported = next(path);
    await write(path);
    await reported;
  });

  test('a file is reported when it appears in folders that do not exist yet', async () => {
    const path = join(root, 'not/yet/here/file.txt');
    const { watcher, next } = watchPaths(pollAllMs);
    watcher.add(path);

    const reported = next(path);
    await write(path);
    await reported;
  });

  test('a file is reported again after a folder above it was removed and written again', async () => {
    const path = join(root, 'package/dist/deep/file.txt');
    await write(path);
    const { watcher, next } = watchPaths(pollAllMs);
    watcher.add(path);

    let reported = next(path);
    await rm(join(root, 'package'), { recursive: true });
    await reported;
    reported = next(path);
    await write(path);
    await reported;
    reported = next(path);
    await appendFile(path, 'more');
    await reported;
  });

  test('a file is reported when another folder takes the place of one above it', async () => {
    const path = join(root, 'package/dist/file.txt');
    await write(path);
    await cp(join(root, 'package'), join(root, 'other'), { recursive: true });
    const { watcher, next } = watchPaths(pollAllMs);
    watcher.add(path);

    let reported = next(path);
    await rename(join(root, 'package'), join(root, 'old'));
    await rename(join(root, 'other'), join(root, 'package'));
    await reported;
    reported = next(path);
    await appendFile(path, 'more');
    await reported;
  });

  test('a file is reported when a link above it leads elsewhere', async () => {
    await write(join(root, 'one/file.txt'), 'one');
    await write(join(root, 'two/file.txt'), 'the other');
    await symlink(join(root, 'one'), join(root, 'current'));
    const path = join(root, 'current/file.txt');
    const { watcher, next } = watchPaths(pollAllMs);
    watcher.add(path);

    let reported = next(path);
    await symlink(join(root, 'two'), join(root, 'next'));
    await rename(join(root, 'next'), join(root, 'current'));
    await reported;
    reported = next(path);
    await appendFile(path, 'more');
    await reported;
  });
});

test('a folder is followed that is removed and made again before its events are read', async () => {
  const path = join(root, 'package/dist/file.txt');
  await write(path);
  const { watcher, next } = watchPaths();
  watcher.add(path);

  for (const text of ['one', 'two', 'three']) {
    let reported = next(path);
    rmSync(join(root, 'package/dist'), { recursive: true });
    mkdirSync(join(root, 'package/dist'));
    writeFileSync(path, text);
    await reported;
    reported = next(path);
    appendFileSync(path, 'more');
    await reported;
  }
});

test('a watched folder reports every entry, and none of its sub-folders', async () => {
  await mkdir(join(root, 'src/deep'), { recursive: true });
  const { watcher, next, seen } = watchPaths();
  watcher.addFolder(join(root, 'src'));

  const reported = next(join(root, 'src/new.ts'));
  await write(join(root, 'src/deep/other.ts'));
  await write(join(root, 'src/new.ts'));
  await reported;

  expect(seen).toEqual(new Set([join(root, 'src/new.ts')]));
});

test('files in one folder share a watch, which ends with the last of them', () => {
  const { watcher } = watchPaths();
  const paths = Array.from({ length: 50 }, (_, at) => join(root, `file-${at}.txt`));

  for (const path of paths) watcher.add(path);
  const whileWatched = watcher.watchedFolders;
  for (const path of paths) watcher.remove(path);

  expect([whileWatched, watcher.watchedFolders]).toEqual([1, 0]);
});
