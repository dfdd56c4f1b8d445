import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openUserSecrets } from './open-user-secrets.js';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-user-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const onProblem = (why: string): void => expect.unreachable(why);

test('two programs that begin at once share one key, and a later one reads their secrets', async () => {
  const folder = join(await newFolder(), 'state', 'sign-ins');
  const [one, other] = [openUserSecrets(folder, onProblem), openUserSecrets(folder, onProblem)];

  await Promise.all([one.put('a', { token: 1 }), other.put('b', { token: 2 })]);

  const later = openUserSecrets(folder, onProblem);
  expect([await later.get('a'), await later.get('b')]).toEqual([{ token: 1 }, { token: 2 }]);
});

test('nothing is created before a secret is looked for', async () => {
  const folder = await newFolder();

  openUserSecrets(join(folder, 'sign-ins'), onProblem);

  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['is below a file', 'file', 'file'],
  ['has a malformed key', 'key', 'expected a key of 32 bytes, got 3; remove the file to sign in again'],
])('a folder that %s is reported once, and secrets are kept in memory', async (_how, name, why) => {
  const above = await newFolder();
  await writeFile(join(above, name), 'abc');
  const problems: string[] = [];
  const folder = name === 'key' ? above : join(above, name, 'sign-ins');
  const secrets = openUserSecrets(folder, (it) => problems.push(it));

  await secrets.put('a', { token: 1 });

  expect(await secrets.get('a')).toEqual({ token: 1 });
  expect(problems).toEqual([expect.stringContaining(why)]);
  expect(problems[0]).toContain('sign-ins are kept in memory only');
});
