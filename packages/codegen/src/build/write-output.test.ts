import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePluginFolder } from './plugin-folder.test-support.js';
import { writeOutput } from './write-output.js';

test('only files whose bytes differ are written', async () => {
  const { path } = await makePluginFolder({});

  const first = await writeOutput(path, [{ name: 'a', bytes: Buffer.from('1') }]);
  const same = await writeOutput(path, [{ name: 'a', bytes: Buffer.from('1') }]);
  const other = await writeOutput(path, [{ name: 'a', bytes: Buffer.from('2') }]);

  expect([first, same, other]).toEqual([['a'], [], ['a']]);
  expect(await readFile(join(path, 'a'), 'utf8')).toBe('2');
});

test('a file that cannot be replaced leaves no temporary file behind', async () => {
  const { path } = await makePluginFolder({ 'a/b': 'a folder is in the way' });

  await expect(writeOutput(path, [{ name: 'a', bytes: Buffer.from('1') }])).rejects.toThrow('"a" cannot be written');

  expect((await readdir(path)).filter((name) => name.includes('unfinished'))).toEqual([]);
});
