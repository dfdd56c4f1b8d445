/**
 * Base64 of the alphabet that travels in URLs and headers, without padding.
 *
 * Spec: RFC 4648 section 5
 */

/** The bytes as text. */
export function encodeBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** @throws Error when the text is no base64, or not the one that these bytes are written as */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  // The last character may hold bits that no byte has: two texts would be one.
  if (encodeBase64Url(bytes) !== text) throw new RangeError('the text is not the one that its bytes are written as');
  return bytes;
}
