import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBuildState, readKeptState } from './build-state.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-state-'));
  for (const path of ['packages/a/src/a.ts', 'packages/a/dist/a.js', 'packages/a/dist/a.d.ts', 'nx.json'])
    write(path, '1');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  // A fixed time, so that only the test's own changes make a difference.
  utimesSync(join(root, path), 1_000, 1_000);
}

test.each([
  ['a source that has another size', 'packages/a/src/a.ts', 'sources'],
  ['a new source', 'apps/b/src/b.ts', 'sources'],
  ['what decides how all is built', 'nx.json', 'sources'],
  ['a built module', 'packages/a/dist/a.js', 'built'],
] as const)('%s changes the state', (_what, path, half) => {
  const before = readBuildState(root);
  write(path, 'longer');

  const after = readBuildState(root);

  expect(after[half]).not.toBe(before[half]);
  expect({ ...after, [half]: '' }).toEqual({ ...before, [half]: '' });
});

test.each(['packages/a/dist/a.d.ts', 'packages/a/node_modules/x/index.js', 'packages/a/out-tsc/a.d.ts', 'docs/a.md'])(
  'a file that no program is built from or runs does not change the state: %s',
  (path) => {
    const before = readBuildState(root);
    write(path, 'longer');

    expect(readBuildState(root)).toEqual(before);
  },
);

test('a missing or truncated state file is read as empty', () => {
  write('cut.json', '{ "sour');

  expect([readKeptState(join(root, 'none.json')), readKeptState(join(root, 'cut.json'))]).toEqual([{}, {}]);
});
