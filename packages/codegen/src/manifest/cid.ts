/**
 * Names bytes by their content.
 */
import { createHash } from 'node:crypto';
import { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import * as digest from 'multiformats/hashes/digest';

const sha256Code = 0x12;

/**
 * The content identifier of `bytes` (CIDv1, raw, sha2-256, base32); a string counts as its UTF-8 bytes.
 *
 * Spec: multiformats CID v1
 */
export function cidOf(bytes: Uint8Array | string): string {
  const hash = createHash('sha256').update(bytes).digest();
  return CID.createV1(raw.code, digest.create(sha256Code, hash)).toString();
}
