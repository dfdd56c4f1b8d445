/**
 * Bytes written as base64.
 */

/** Returns the number of bytes in a text of base64. */
export function byteLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

/** @throws DOMException for a text that is not base64 */
export function readBytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
