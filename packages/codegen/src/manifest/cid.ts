/**
 * Names bytes by their content.
 */
import { createHash } from 'node:crypto';
import { writeContentId } from '@sigil/core/building';

/** The content identifier of `bytes` (CIDv1, raw, sha2-256, base32); a string counts as its UTF-8 bytes. */
export function cidOf(bytes: Uint8Array | string): string {
  return writeContentId(createHash('sha256').update(bytes).digest());
}
