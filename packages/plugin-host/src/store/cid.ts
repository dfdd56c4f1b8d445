/**
 * Recognizes CIDs made by core's `cidOf`.
 */

// The shape of all such CIDs: version, codec and hash determine the first seven characters.
const shape = 'bafkrei[a-z2-7]{52}';
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const wholeCid = new RegExp(`^${shape}$`);
const anyCid = new RegExp(shape, 'g');

/** Returns whether a text is a CID made by `cidOf`. Nothing else names content here, so nothing else becomes a path. */
export function isCid(text: string): boolean {
  return wholeCid.test(text);
}

/** Returns every CID in a text, each once. */
export function cidsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(anyCid));
}

/** Returns the same hash as an OCI digest. @param cid one that `isCid` accepts */
export function digestOfCid(cid: string): string {
  const bits = [...cid.slice(1)].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g)!.map((octet) => Number.parseInt(octet, 2));
  // Version, codec, hash kind and length precede the hash.
  return `sha256:${Buffer.from(bytes.slice(4)).toString('hex')}`;
}
