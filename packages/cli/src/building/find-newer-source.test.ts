import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findNewerSource } from './find-newer-source.js';

let root: string;
const folder = (): string => join(root, 'plugin');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sigil-newer-'));
  const sourceFiles = ['src/a.ts', 'src/b.js', 'src/data.json', 'dist/manifest.json'].map((path) => `plugin/${path}`);
  for (const path of [...sourceFiles, 'libs/util/src/index.ts', 'libs/util/package.json']) write(path, '');
  const sources = ['sigil:entry', 'sigil-names:../../libs/gone.js', '../src/a.ts', '../../libs/util/src/index.ts'];
  write('plugin/dist/plugin.cjs.map', JSON.stringify({ sources }));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Moves a file's time to a second after the build. */
function touch(path: string): void {
  const later = (builtAt() + 1000) / 1000;
  utimesSync(join(root, path), later, later);
}

function builtAt(): number {
  return statSync(join(folder(), 'dist/plugin.cjs.map')).mtimeMs;
}

test('a build is fresh while no file has changed', async () => {
  expect(await findNewerSource(folder(), builtAt())).toBeUndefined();
});

test.each([
  'plugin/src/a.ts',
  'plugin/src/b.js',
  'plugin/src/data.json',
  'libs/util/src/index.ts',
  'libs/util/package.json',
])('%s is found when it has changed', async (path) => {
  touch(path);

  expect(await findNewerSource(folder(), builtAt())).toBe(join(root, path));
});

test('a file of a linked package counts as changed when it is gone', async () => {
  rmSync(join(root, 'libs/util/src/index.ts'));

  expect(await findNewerSource(folder(), builtAt())).toBe(join(root, 'libs/util/src/index.ts'));
});

test('a build whose source map cannot be read is judged by the files of its folder', async () => {
  write('plugin/dist/plugin.cjs.map', 'no JSON');

  expect(await findNewerSource(folder(), builtAt())).toBeUndefined();
});
