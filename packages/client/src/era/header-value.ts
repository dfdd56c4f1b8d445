/**
 * Writes a value for a header: unchanged if a header can carry it, otherwise wrapped in base64.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http#value-encoding
 */
const plain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

export function writeHeaderValue(value: string): string {
  const isWrapped = value.startsWith('=?base64?') && value.endsWith('?=');
  if (plain.test(value) && !isWrapped) return value;
  const bytes = new TextEncoder().encode(value);
  return `=?base64?${btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))}?=`;
}
