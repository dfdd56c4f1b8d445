import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { newPluginFolder, writeBuiltPlugin } from '../built-plugin.test-support.js';
import { readSettledBuild } from './read-settled-build.js';

async function builtFolder(): Promise<string> {
  const { folder, remove } = await newPluginFolder();
  onTestFinished(remove);
  await writeBuiltPlugin(folder, { tools: { a: 'return "one";' } });
  return folder;
}

test.each(['manifest.json', 'plugin.cjs'])('%s that is written in two pieces is read whole', async (name) => {
  const folder = await builtFolder();
  const path = join(folder, 'dist', name);
  const whole = await readFile(path);
  await truncate(path, whole.length >> 1);

  const reading = readSettledBuild(folder);
  await delay(20);
  await writeFile(path, whole);

  expect((await reading).code).toContain('one');
});

test('code that comes after its manifest is waited for', async () => {
  const folder = await builtFolder();
  const path = join(folder, 'dist', 'plugin.cjs');
  const whole = await readFile(path);
  await rm(path);

  const reading = readSettledBuild(folder);
  await delay(20);
  await writeFile(path, whole);

  expect((await reading).code).toContain('one');
});

test.each([
  ['manifest.json', 'manifest-invalid'],
  ['plugin.cjs', 'code-mismatch'],
])('%s that stays cut off is rejected', async (name, code) => {
  const folder = await builtFolder();
  await truncate(join(folder, 'dist', name), 10);

  await expect(readSettledBuild(folder)).rejects.toMatchObject({ code });
});
