import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CreateError } from './create-error.js';
import { createFolder } from './create-folder.js';

const files = [
  { path: 'src/dice.ts', text: 'export {};\n' },
  { path: 'package.json', text: '{}\n' },
];
let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'sigil-folder-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** Creates the folder and returns the error thrown. */
function refusalOf(folder: string, rendered = files): Promise<unknown> {
  return createFolder(folder, rendered).then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('missing folders are created', async () => {
  await createFolder(join(cwd, 'games/dice'), files);

  expect(readFileSync(join(cwd, 'games/dice/src/dice.ts'), 'utf8')).toBe('export {};\n');
});

describe('a folder that cannot be written', () => {
  test.each([
    ['a path below a file', 'notes.txt/dice', 'a part of its path is not a folder'],
    ['a link that leads nowhere', 'dangling', 'a part of its path is missing, or is a link that leads nowhere'],
    ['a folder below such a link', 'dangling/dice', 'a part of its path is missing, or is a link that leads nowhere'],
  ])('is reported with a reason: %s', async (_what, path, reason) => {
    writeFileSync(join(cwd, 'notes.txt'), 'mine');
    symlinkSync('nowhere', join(cwd, 'dangling'));
    const folder = join(cwd, path);

    const error = await refusalOf(folder);

    expect(error).toBeInstanceOf(CreateError);
    expect(error).toMatchObject({
      message: `the folder "${folder}" cannot be written: ${reason}`,
      exitCode: 1,
      cause: { code: expect.stringMatching(/^E[A-Z]+$/) },
    });
  });

  test.runIf(existsSync('/proc/self'))('is reported if its parent accepts no folders', async () => {
    const error = await refusalOf('/proc/none-such/dice');

    expect(error).toMatchObject({ message: expect.stringContaining('a part of its path is missing') });
  });

  test('is reported if a file in it cannot be written', async () => {
    const twice = [...files, { path: 'package.json', text: '{ "private": true }\n' }];

    const error = await refusalOf(join(cwd, 'dice'), twice);

    expect(error).toBeInstanceOf(CreateError);
    expect(error).toMatchObject({ message: expect.stringMatching(/cannot be written: .* has the same name already$/) });
  });

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'is reported if permission is denied',
    async () => {
      mkdirSync(join(cwd, 'locked'), { mode: 0o555 });

      const error = await refusalOf(join(cwd, 'locked/dice'));

      expect(error).toMatchObject({ message: expect.stringContaining('cannot be written: permission is denied') });
    },
  );
});

test.each([
  ['a link that leads to itself', 'loop', 'its links lead in a circle'],
  ['a name that is too long', 'd'.repeat(300), 'its path is too long'],
])('a folder that cannot be read is reported with a reason: %s', async (_what, path, reason) => {
  symlinkSync('loop', join(cwd, 'loop'));
  const folder = join(cwd, path);

  const error = await refusalOf(folder);

  expect(error).toBeInstanceOf(CreateError);
  expect(error).toMatchObject({ message: `the folder "${folder}" cannot be read: ${reason}`, exitCode: 1 });
});
