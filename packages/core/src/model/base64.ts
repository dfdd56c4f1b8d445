/**
 * Writes and recognises base64.
 *
 * Spec: RFC 4648 section 4
 */

/** Bytes converted at a time: a multiple of three, and few enough to be the arguments of one call. */
const sliceBytes = 24_576;

/** Encodes bytes with padding and without line breaks. */
export function writeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + sliceBytes)));
  }
  return text;
}

/** Returns whether the text is base64 with its padding. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** Returns the number of bytes that the text encodes. */
export function bytesInBase64(text: string): number {
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
  return (text.length / 4) * 3 - padding;
}

/** Concatenates the parts. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
