import { createHash } from 'node:crypto';
import { CID } from 'multiformats/cid';
import { expect, test } from 'vitest';
import { cidOf } from './content-id.js';

test('the empty file has the identifier that everyone gives it', async () => {
  expect(await cidOf('')).toBe('bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku');
});

test('text and its UTF-8 bytes have the same identifier, other bytes another', async () => {
  expect(await cidOf('é')).toBe(await cidOf(Uint8Array.of(0xc3, 0xa9)));
  expect(await cidOf('é')).not.toBe(await cidOf('e'));
});

test('it is a version 1 identifier of raw bytes by sha2-256, written as the reference writes it', async () => {
  for (const content of ['x', 'y', 'é', 'a longer one', Uint8Array.of(0, 255)]) {
    const cid = CID.parse(await cidOf(content));

    expect([cid.version, cid.code, cid.multihash.code]).toEqual([1, 0x55, 0x12]);
    expect(Buffer.from(cid.multihash.digest)).toEqual(createHash('sha256').update(content).digest());
    expect(cid.toString()).toBe(await cidOf(content));
  }
});
