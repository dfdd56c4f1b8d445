import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findTsconfigs } from './find-tsconfigs.mjs';

test('the projects of every pattern are found, and folders without a tsconfig are skipped', () => {
  const root = mkdtempSync(join(tmpdir(), 'sigil-projects-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const file of [
    'packages/b/tsconfig.json',
    'packages/a/tsconfig.json',
    'packages/plain/package.json',
    'apps/server/plugins/echo/tsconfig.json',
    'apps/other/package.json',
    'docs/tsconfig.json',
  ]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '{}');
  }

  expect(findTsconfigs(root, ['packages/*', 'apps/*/plugins/*', 'tools/*'])).toEqual([
    'packages/a/tsconfig.json',
    'packages/b/tsconfig.json',
    'apps/server/plugins/echo/tsconfig.json',
  ]);
});
