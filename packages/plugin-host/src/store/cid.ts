/**
 * CIDs of bytes: CIDv1, raw codec, sha2-256, base32. Equal content, equal CID.
 */
import { createHash } from 'node:crypto';
import { writeContentId } from '@sigil/core/building';

// What every CID of this kind looks like: version, codec and hash make its first seven characters.
const shape = 'bafkrei[a-z2-7]{52}';
const wholeCid = new RegExp(`^${shape}$`);
const anyCid = new RegExp(shape, 'g');

/** The CID of these bytes. */
export function cidOf(bytes: Uint8Array): string {
  return writeContentId(createHash('sha256').update(bytes).digest());
}

/** True when a text is a CID as `cidOf` makes them; nothing else names content here, so nothing else becomes a path. */
export function isCid(text: string): boolean {
  return wholeCid.test(text);
}

/** Every CID that stands anywhere in a text, each once. */
export function cidsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(anyCid));
}
