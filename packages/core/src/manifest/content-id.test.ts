import { createHash } from 'node:crypto';
import { CID } from 'multiformats/cid';
import { expect, test } from 'vitest';
import { cidOf } from './content-id.js';

test('an empty file has the well-known identifier', async () => {
  expect(await cidOf('')).toBe('bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku');
});

test('a text has the identifier of its UTF-8 bytes, and other content has another', async () => {
  expect(await cidOf('é')).toBe(await cidOf(Uint8Array.of(0xc3, 0xa9)));
  expect(await cidOf('é')).not.toBe(await cidOf('e'));
});

test('an identifier is a CIDv1 of raw bytes with sha2-256, written as the reference library does', async () => {
  for (const content of ['x', 'y', 'é', 'a longer one', Uint8Array.of(0, 255)]) {
    const cid = CID.parse(await cidOf(content));

    expect([cid.version, cid.code, cid.multihash.code]).toEqual([1, 0x55, 0x12]);
    expect(Buffer.from(cid.multihash.digest)).toEqual(createHash('sha256').update(content).digest());
    expect(cid.toString()).toBe(await cidOf(content));
  }
});
