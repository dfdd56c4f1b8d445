import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWithoutBlocking } from './nonblocking-output.js';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigil-pipe-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('linked packages still resolve to their real path after a pipe was opened', () => {
  for (const name of ['before', 'after']) addLinkedPackage(name);
  const { resolve } = createRequire(join(folder, 'program.js'));
  resolve('before');
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const descriptor = openSync(pipe, constants.O_RDWR);

  const opened = openWithoutBlocking(descriptor);

  expect(resolve('after')).toBe(join(folder, 'real/after/index.js'));
  for (const it of new Set([descriptor, opened])) closeSync(it);
});

/** Installs the package in node_modules as pnpm does, by a link. */
function addLinkedPackage(name: string): void {
  const real = join(folder, 'real', name);
  mkdirSync(real, { recursive: true });
  writeFileSync(join(real, 'index.js'), '');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(real, join(folder, 'node_modules', name));
}
