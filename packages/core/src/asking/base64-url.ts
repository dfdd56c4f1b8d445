/**
 * Base64 in the alphabet for URLs and headers, without padding.
 *
 * Spec: RFC 4648 section 5
 */

/** Encodes bytes as text. */
export function encodeBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** @throws Error when the text is not base64, or not the canonical encoding of its bytes */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  // The last character may hold spare bits, so two texts could decode to the same bytes.
  if (encodeBase64Url(bytes) !== text) throw new RangeError('the text is not the one that its bytes are written as');
  return bytes;
}
