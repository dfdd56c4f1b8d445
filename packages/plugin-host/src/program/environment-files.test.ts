import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { addEnvironmentFiles, EnvironmentFileError } from './environment-files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-environment-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

test('variables of a file are added, and those that are set stay', () => {
  write('.env', 'KEY=secret\nexport REGION="eu west" # where\nHOME=/elsewhere\nEMPTY=given\n');
  const environment = { HOME: '/home/ada', EMPTY: '' };

  addEnvironmentFiles(['.env'], environment, folder);

  expect(environment).toEqual({ HOME: '/home/ada', EMPTY: '', KEY: 'secret', REGION: 'eu west' });
});

test('of two files, the later one decides', () => {
  write('.env', 'KEY=first\nREGION=eu\n');
  write('.env.local', 'KEY=second\n');
  const environment = {};

  addEnvironmentFiles(['.env', '.env.local'], environment, folder);

  expect(environment).toEqual({ KEY: 'second', REGION: 'eu' });
});

test('a byte order mark and line ends of Windows are no part of a variable', () => {
  write('.env', '\uFEFFKEY=secret\r\nREGION=eu\r\n');
  const environment = {};

  addEnvironmentFiles(['.env'], environment, folder);

  expect(environment).toEqual({ KEY: 'secret', REGION: 'eu' });
});

test('a file that cannot be read is named, and nothing is added', () => {
  write('.env', 'KEY=secret\n');
  mkdirSync(join(folder, 'settings'));
  const environment = {};
  const add = (file: string): void => addEnvironmentFiles(['.env', file], environment, folder);

  expect(() => add('.env.local')).toThrow(new EnvironmentFileError('--env-file ".env.local": there is no such file'));
  expect(() => add('settings')).toThrow(new EnvironmentFileError('--env-file "settings": it cannot be read'));
  expect(environment).toEqual({});
});
