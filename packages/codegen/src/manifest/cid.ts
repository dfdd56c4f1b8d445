/**
 * Names bytes by their content.
 */
import { createHash } from 'node:crypto';

/** Version 1, raw bytes, sha2-256 of 32 bytes. */
const prefix = Uint8Array.of(0x01, 0x55, 0x12, 0x20);

/** RFC 4648 section 6 in lower case, which multibase calls `b`. */
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * The content identifier of `bytes` (CIDv1, raw, sha2-256, base32); a string counts as its UTF-8 bytes.
 *
 * Spec: multiformats CID v1
 */
export function cidOf(bytes: Uint8Array | string): string {
  const hash = createHash('sha256').update(bytes).digest();
  return `b${writeBase32(Buffer.concat([prefix, hash]))}`;
}

/** Without padding. */
function writeBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += base32[(held >> (bits - 5)) & 31];
    held &= 0xff;
  }
  return bits > 0 ? `${text}${base32[(held << (5 - bits)) & 31]}` : text;
}
