/**
 * Names bytes by their content: CIDv1, raw codec, sha2-256, base32. Equal content has an equal CID.
 */

/** Version 1, raw bytes, sha2-256 of 32 bytes. */
const prefix = [0x01, 0x55, 0x12, 0x20];

/** RFC 4648 section 6 in lower case, which multibase calls `b`. */
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * Returns the content identifier of `content`; a string counts as its UTF-8 bytes.
 *
 * Spec: multiformats CID v1
 */
export async function cidOf(content: Uint8Array | string): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  // Sound: no caller passes shared memory.
  const hash = await globalThis.crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return `b${writeBase32([...prefix, ...new Uint8Array(hash)])}`;
}

/** Writes base32 without padding. */
function writeBase32(bytes: readonly number[]): string {
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
