import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { run } from '../run-sigil.test-support.js';

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'sigil-keys-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
});

test('keys create prints the key alone on standard output and does not store it', async () => {
  const { exitCode, stdout, stderr } = await run(['keys', 'create', 'ci', '--scope', 'a', '--scope', 'b'], { cwd });

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^sk_[\w-]{43}\n$/);
  expect(stderr).toContain('the only time');
  expect(readFileSync(join(cwd, 'keys.json'), 'utf8')).not.toContain(stdout.trim().slice(3));
});

test('keys list shows scopes and expiry dates, and no hashes', async () => {
  await run(['keys', 'create', 'ci', '--scope', 'orders:read', '--expires', '90'], { cwd });
  await run(['keys', 'create', 'ann'], { cwd });

  const { stdout } = await run(['keys', 'list'], { cwd });
  const json = await run(['keys', 'list', '--format', 'json'], { cwd });

  expect(stdout).toMatch(/^ *ci +orders:read +\d{4}-\d\d-\d\d +\d{4}-\d\d-\d\d$/m);
  expect(stdout).toMatch(/^ *ann +none +\d{4}-\d\d-\d\d +never$/m);
  expect(JSON.parse(json.stdout)).toMatchObject([
    { name: 'ci', scopes: ['orders:read'] },
    { name: 'ann', scopes: [] },
  ]);
  expect(json.stdout).not.toContain('sha256');
});

test('keys revoke removes a key from the list and keeps the others', async () => {
  await run(['keys', 'create', 'ci'], { cwd });
  await run(['keys', 'create', 'ann'], { cwd });

  const { exitCode, stdout } = await run(['keys', 'revoke', 'ci'], { cwd });

  expect([exitCode, stdout]).toEqual([
    0,
    'The key of "ci" is revoked. Running servers refuse it within a few seconds.\n',
  ]);
  const { stdout: list } = await run(['keys', 'list'], { cwd });
  expect(list).not.toContain('ci');
  expect(list).toMatch(/^ *ann +none /m);
});

test.each<[string[], string, number]>([
  [['revoke', 'anne'], 'no key "anne" in keys.json', 1],
  [['create', 'ann'], 'there is a key "ann" already', 1],
  [['create', 'bob', '--expires', '0'], 'whole number of days', 2],
  [
    ['create', 'bob', '--scope', 'two words'],
    `argument 'two words' is invalid. A scope has no spaces, quotes or backslashes.`,
    2,
  ],
  [['create', 'two words'], 'Such a name is 1 to 64 of', 2],
])('%j is rejected with an explanation', async (given, message, expected) => {
  await run(['keys', 'create', 'ann'], { cwd });

  const { exitCode, stderr } = await run(['keys', ...given], { cwd });

  expect(stderr).toContain(message);
  expect(exitCode).toBe(expected);
});

test('an invalid key file is named in the error', async () => {
  writeFileSync(join(cwd, 'keys.json'), '[]');

  const { exitCode, stderr } = await run(['keys', 'list'], { cwd });

  expect(stderr).toContain('keys.json: "keys" must be a list');
  expect(exitCode).toBe(1);
});
