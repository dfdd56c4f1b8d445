import { mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openFileSecrets, openMemorySecrets, type SecretStore } from './secret-store.js';

const key = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'sign-ins');
}

const stores: readonly (readonly [string, (now: () => number) => Promise<SecretStore>])[] = [
  ['memory', async (now) => openMemorySecrets(10, now)],
  ['files', async (now) => openFileSecrets(await newFolder(), [key(1)], now)],
];

describe.each(stores)('secrets in %s', (_kind, open) => {
  test('are found by their names, replaced, and taken once', async () => {
    const secrets = await open(Date.now);

    await secrets.put('a', { token: 1 });
    await secrets.put('a', { token: 2 });
    const found = await secrets.get('a');
    const taken = await Promise.all([secrets.take('a'), secrets.take('a'), secrets.take('b')]);

    expect(found).toEqual({ token: 2 });
    expect(taken.filter((it) => it !== undefined)).toEqual([{ token: 2 }]);
    expect(await secrets.get('a')).toBeUndefined();
  });

  test('are gone once they expire', async () => {
    let now = 1_000;
    const secrets = await open(() => now);
    await secrets.put('a', { token: 1 }, 2_000);

    now = 1_999;
    const before = await secrets.get('a');
    now = 2_000;

    expect(before).toEqual({ token: 1 });
    expect([await secrets.get('a'), await secrets.take('a')]).toEqual([undefined, undefined]);
  });
});

test('memory evicts the oldest secret beyond its limit', async () => {
  const secrets = openMemorySecrets(2);

  for (const name of ['a', 'b', 'c']) await secrets.put(name, { name });

  expect(await Promise.all(['a', 'b', 'c'].map((name) => secrets.get(name)))).toEqual([
    undefined,
    { name: 'b' },
    { name: 'c' },
  ]);
});

describe('secret files', () => {
  test('reveal neither the secret nor its name, and belong to this user alone', async () => {
    const folder = await newFolder();
    await openFileSecrets(folder, [key(1)]).put('the name', { token: 'the token' });

    const [file = ''] = await readdir(folder);
    const text = await readFile(join(folder, file), 'utf8');

    expect(`${file}${text}${Buffer.from(text.split('.')[2]!, 'base64url').toString('latin1')}`).not.toMatch(/the/);
    expect([(await stat(folder)).mode & 0o777, (await stat(join(folder, file))).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  test('can be read with every given key, and are written with the first', async () => {
    const folder = await newFolder();
    await openFileSecrets(folder, [key(1)]).put('a', { token: 1 });
    const rotated = openFileSecrets(folder, [key(2), key(1)]);

    const old = await rotated.get('a');
    await rotated.put('a', { token: 2 });

    expect(old).toEqual({ token: 1 });
    expect(await openFileSecrets(folder, [key(2)]).get('a')).toEqual({ token: 2 });
    expect(await openFileSecrets(folder, [key(1)]).get('a')).toBeUndefined();
  });

  test('are ignored once they were changed or swapped', async () => {
    const folder = await newFolder();
    const secrets = openFileSecrets(folder, [key(1)]);
    await secrets.put('a', { token: 1 }, Date.now() + 60_000);
    const [first = ''] = await readdir(folder);
    const text = await readFile(join(folder, first), 'utf8');
    await secrets.put('b', { token: 2 });
    const second = (await readdir(folder)).find((it) => it !== first)!;

    await rename(join(folder, first), join(folder, second));
    const swapped = await secrets.get('b');
    await writeFile(join(folder, first), text.replace(/^v1\.\d+/, 'v1.0'));

    expect([swapped, await secrets.get('a')]).toEqual([undefined, undefined]);
  });

  test('are removed once they expire or their process left them unfinished', async () => {
    const folder = await newFolder();
    let now = Date.now();
    const secrets = openFileSecrets(folder, [key(1)], () => now);
    await secrets.put('over', { token: 1 }, now + 1_000);
    await writeFile(join(folder, 'left.secret.1'), 'v1');
    await utimes(join(folder, 'left.secret.1'), new Date(now), new Date(now));

    now += 2 * 3_600_000;
    await secrets.put('a', { token: 2 });

    expect(await readdir(folder)).toHaveLength(1);
  });

  test('are cleaned without the files of others in their folder, such as their key', async () => {
    const folder = await newFolder();
    let now = Date.now();
    const secrets = openFileSecrets(folder, [key(1)], () => now);
    await secrets.put('a', { token: 1 });
    await writeFile(join(folder, 'key'), 'a.1.key');

    now += 2 * 3_600_000;
    await secrets.put('a', { token: 2 });

    expect(await readdir(folder)).toContain('key');
  });

  test.each([[[]], [[new Uint8Array(16)]]])('need keys of 32 bytes', (keys) => {
    expect(() => openFileSecrets('unused', keys)).toThrow('32 bytes');
  });
});

test('expired secrets are evicted from memory before valid ones', async () => {
  let now = 0;
  const store = openMemorySecrets(3, () => now);
  await store.put('token', { value: 'a' });
  await store.put('link', {}, 10);
  await store.put('ticket', {}, 10);
  now = 10;

  await store.put('other token', {});

  expect(await store.get('token')).toEqual({ value: 'a' });
});
