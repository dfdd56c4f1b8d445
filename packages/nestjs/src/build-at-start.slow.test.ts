/**
 * Builds at the start, with the command line as it is installed beside an application.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cafe } from '../test/build-cafe.ts';
import { readApplication } from './build/read-application.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(cafe, '..', '.tmp-'));
  cpSync(cafe, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a build that is missing or older than a source is made first', async () => {
  rmSync(join(folder, 'dist'), { recursive: true });
  await readApplication(folder, true);
  const source = join(folder, 'src/counter.ts');
  writeFileSync(source, readFileSync(source, 'utf8').replace('Repeat a text.', 'Say it again.'));

  const { manifest } = await readApplication(folder, true);

  expect(manifest.tools.find(({ name }) => name === 'echo')?.description).toBe('Say it again.');
});

test('a build that fails stops the start with its diagnostics, and writes nothing', async () => {
  rmSync(join(folder, 'dist'), { recursive: true });
  const source = join(folder, 'src/counter.ts');
  writeFileSync(source, readFileSync(source, 'utf8').replace('echo(text: string)', 'echo(text: symbol)'));

  await expect(readApplication(folder, true)).rejects.toThrow(
    /sigil build` failed in .*src\/counter\.ts:\d+:\d+ - error SIGIL/s,
  );
  expect(existsSync(join(folder, 'dist', 'manifest.json'))).toBe(false);
});
