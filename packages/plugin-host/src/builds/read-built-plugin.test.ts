import { execFileSync } from 'node:child_process';
import { symlink, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newPluginFolder, writeBuiltPlugin } from '../built-plugin.test-support.js';
import { readBuiltPlugin } from './read-built-plugin.js';

async function builtFolder(): Promise<string> {
  const { folder, remove } = await newPluginFolder();
  onTestFinished(remove);
  await writeBuiltPlugin(folder, { tools: { a: 'return "one";' } });
  return folder;
}

test.each([
  ['manifest.json', 'manifest-missing'],
  ['plugin.cjs', 'code-missing'],
])('a pipe in place of %s is rejected without waiting for it', async (file, code) => {
  const folder = await builtFolder();
  const path = join(folder, 'dist', file);
  await rm(path);
  execFileSync('mkfifo', [path]);

  const reading = readBuiltPlugin(folder);
  // Ends a read that waits for the pipe, so that the test fails instead of hanging.
  const writer = setTimeout(() => execFileSync('sh', ['-c', ': > "$0"', path]), 500);
  onTestFinished(() => clearTimeout(writer));

  await expect(reading).rejects.toMatchObject({ code, cause: { message: `${path} is not a file` } });
});

test('a build can be read through symbolic links', async () => {
  const folder = await builtFolder();
  const manifest = join(folder, 'dist', 'manifest.json');
  await rename(manifest, join(folder, 'elsewhere.json'));
  await symlink(join(folder, 'elsewhere.json'), manifest);

  expect((await readBuiltPlugin(folder)).code).toContain('one');
});
