import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownMark } from '@sigil/files';
import { expect, onTestFinished, test } from 'vitest';
import { openAuthenticator } from '../open-authenticator.js';
import { describeResource } from '../resource/protected-resource.js';
import { KeyFile } from './key-file.js';

const resource = describeResource('https://mcp.example.com', '/mcp/orders');

async function openKeys() {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-keys-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'keys.json');
  let now = Date.parse('2026-11-23T00:00:00Z');
  const authenticator = openAuthenticator({ keysFile: path, now: () => now });
  return {
    file: new KeyFile(path),
    folder,
    path,
    ask: async (key: string) =>
      authenticator.authenticate({ authorization: `Bearer ${key}`, url: '/', address: undefined }, resource),
    pass: (ms: number) => void (now += ms),
    at: () => new Date(now),
  };
}

// Rules: 222
test('a new key authenticates as a principal with its name and scopes, and the file does not contain it', async () => {
  const { file, path, folder, ask, at } = await openKeys();

  const key = await file.create('ci', { scopes: ['orders:read'], now: at() });

  expect(key).toMatch(/^sk_[\w-]{43}$/);
  expect(await ask(key)).toEqual({ id: 'ci', issuer: 'api-key', scopes: ['orders:read'], claims: {} });
  expect(await readFile(path, 'utf8')).not.toContain(key.slice(3));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['keys.json']);
});

test('a revoked key is rejected after 5 s, and other keys stay valid', async () => {
  const { file, ask, pass, at } = await openKeys();
  const revoked = await file.create('old', { scopes: [], now: at() });
  const kept = await file.create('new', { scopes: [], now: at() });
  await ask(revoked);

  expect(await file.revoke('old')).toBe(true);
  pass(5_000);

  expect(await ask(revoked)).toMatchObject({ status: 401 });
  expect(await ask(kept)).toMatchObject({ id: 'new' });
  expect(await file.revoke('old')).toBe(false);
});

test('a key is rejected once it expires', async () => {
  const { file, ask, pass, at } = await openKeys();
  const key = await file.create('ci', { scopes: [], now: at(), expiresAt: new Date(at().getTime() + 1_000) });

  const before = await ask(key);
  pass(1_000);

  expect(before).toMatchObject({ id: 'ci', expiresAt: at().getTime() });
  expect(await ask(key)).toMatchObject({ status: 401 });
});

test('a second key with the same name is rejected', async () => {
  const { file, at } = await openKeys();
  await file.create('ci', { scopes: [], now: at() });

  await expect(file.create('ci', { scopes: [], now: at() })).rejects.toThrow('there is a key "ci" already');
});

test.each([
  ['a b', []],
  ['', []],
  ['ci', ['two scopes']],
  ['ci', ['quo"te']],
])('the name %j with the scopes %j is refused', async (name, scopes) => {
  const { file, at } = await openKeys();

  await expect(file.create(name, { scopes, now: at() })).rejects.toMatchObject({ name: 'KeyFileError' });
});

test.each([
  ['{', 'it is not JSON'],
  ['{}', '"keys" must be a list'],
  ['{"keys":[{"name":"a"}]}', '"keys[0]": "sha256" must be 64 hex digits'],
])('a key file that contains %s is rejected, and authentication fails with 503', async (text, message) => {
  const { file, path, ask } = await openKeys();
  await writeFile(path, text);

  await expect(file.read()).rejects.toThrow(message);
  expect(await ask('sk_any')).toMatchObject({ status: 503 });
});

test('concurrent changes to the key file are all kept', async () => {
  const { file, path, folder, at } = await openKeys();
  await file.create('old', { scopes: [], now: at() });
  const others = ['a', 'b', 'c', 'd'].map((name) => new KeyFile(path).create(name, { scopes: [], now: at() }));

  await Promise.all([new KeyFile(path).revoke('old'), ...others]);

  expect((await file.read()).map(({ name }) => name).sort()).toEqual(['a', 'b', 'c', 'd']);
  expect(await readdir(folder)).toEqual(['keys.json']);
});

test('the lock of a program that was killed does not block a change', async () => {
  const { file, path, at } = await openKeys();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  await writeFile(`${path}.lock`, JSON.stringify({ ...(await ownMark()), pid }));

  await file.create('ci', { scopes: [], now: at() });

  expect((await file.read()).map(({ name }) => name)).toEqual(['ci']);
});
