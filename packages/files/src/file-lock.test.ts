import { spawnSync } from 'node:child_process';
import { link, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withLock } from './file-lock.js';
import { ownMark } from './process-mark.js';

test('a process that was killed while it took its lock leaves no file behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-lock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.lock');
  const ended = spawnSync(process.execPath, ['--version']).pid;
  await writeFile(`${path}.unfinished`, JSON.stringify({ ...(await ownMark()), pid: ended }));
  await link(`${path}.unfinished`, path);
  await writeFile(`${path}.other`, 'of a process that waits');

  const during = await withLock(path, () => readdir(folder));

  expect(during.toSorted()).toEqual(['a.lock', 'a.lock.other']);
  expect(await readdir(folder)).toEqual(['a.lock.other']);
});
