import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packageVersion } from '../package-version.js';
import { stdioCommandFor } from './stdio-command.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-command-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each(['.', 'plugins/dice'])('a client starts the command that is installed above %s', (path) => {
  const bin = join(folder, 'node_modules/@sigil/cli/bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'sigil.mjs'), '');
  const plugin = join(folder, path);

  expect(stdioCommandFor(plugin)).toEqual({
    command: 'node',
    args: [join(bin, 'sigil.mjs'), 'serve', plugin, '--stdio'],
  });
});

test('npx fetches @sigil/cli, not another package named "sigil", when no command is installed', () => {
  expect(stdioCommandFor(folder)).toEqual({
    command: 'npx',
    args: ['-y', `@sigil/cli@${packageVersion()}`, 'serve', folder, '--stdio'],
  });
});
