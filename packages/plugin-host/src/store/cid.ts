/**
 * Tells CIDs, as core's `cidOf` makes them, from other texts.
 */

// The form of every CID of this kind: version, codec and hash make its first seven characters.
const shape = 'bafkrei[a-z2-7]{52}';
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const wholeCid = new RegExp(`^${shape}$`);
const anyCid = new RegExp(shape, 'g');

/** True when a text is a CID as `cidOf` makes them; nothing else names content here, so nothing else becomes a path. */
export function isCid(text: string): boolean {
  return wholeCid.test(text);
}

/** Every CID that stands anywhere in a text, each once. */
export function cidsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(anyCid));
}

/** The same hash as an OCI digest. @param cid one that `isCid` */
export function digestOfCid(cid: string): string {
  const bits = [...cid.slice(1)].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g)!.map((octet) => Number.parseInt(octet, 2));
  // Version, codec, the hash's kind and length stand before the hash.
  return `sha256:${Buffer.from(bytes.slice(4)).toString('hex')}`;
}
