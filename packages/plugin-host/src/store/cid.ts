/**
 * The CID of bytes: CIDv1, raw codec, sha2-256, base32. Equal content, equal CID.
 */
import { createHash } from 'node:crypto';
import { CID } from 'multiformats/cid';
import { create as createDigest } from 'multiformats/hashes/digest';

const rawCodec = 0x55;
const sha256Code = 0x12;

export function cidOf(bytes: Uint8Array): string {
  const hash = createHash('sha256').update(bytes).digest();
  return CID.createV1(rawCodec, createDigest(sha256Code, hash)).toString();
}
