import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findNeeded } from './find-needed.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'find-needed-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function addPackage(folder: string, name: string, manifest: object = {}): void {
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, 'package.json'), JSON.stringify({ name, ...manifest }));
  if (folder.includes('node_modules')) return;
  mkdirSync(dirname(join(root, 'node_modules', name)), { recursive: true });
  symlinkSync(join(root, folder), join(root, 'node_modules', name), 'junction');
}

test('a program needs its direct and indirect workspace dependencies, each before its dependents', () => {
  addPackage('packages/core', '@acme/core');
  addPackage('packages/web', '@acme/web', { dependencies: { '@acme/core': '1', koa: '1' } });
  addPackage('packages/testing', '@acme/testing');
  addPackage('node_modules/koa', 'koa');
  const dependencies = { '@acme/web': '1', '@acme/core': '1' };
  addPackage('apps/server', '@acme/app', { dependencies, devDependencies: { '@acme/testing': '1' } });

  expect([...findNeeded(root, 'apps/server')]).toEqual([
    ['packages/core', []],
    ['packages/web', ['packages/core']],
    ['apps/server', ['packages/web', 'packages/core']],
  ]);
});

test('a dependency that is installed beside its package only is not needed', () => {
  addPackage('apps/server', '@acme/app', { dependencies: { commander: '1' } });
  addPackage('apps/server/node_modules/commander', 'commander');

  expect([...findNeeded(root, 'apps/server')]).toEqual([['apps/server', []]]);
});
