/**
 * Decodes a mirrored value: `=?base64?…?=` wraps text that a header cannot carry, anything else stands for itself.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http#value-encoding
 */
const prefix = '=?base64?';
const suffix = '?=';
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @returns `undefined` when the wrapped value is not canonical, padded base64 of UTF-8 */
export function decodeMirrored(value: string): string | undefined {
  if (value.length < prefix.length + suffix.length || !value.startsWith(prefix) || !value.endsWith(suffix))
    return value;
  const encoded = value.slice(prefix.length, -suffix.length);
  try {
    const binary = atob(encoded);
    if (btoa(binary) !== encoded) return undefined;
    return strictUtf8.decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    // Not base64, or not UTF-8: either way the value matches nothing.
    return undefined;
  }
}
