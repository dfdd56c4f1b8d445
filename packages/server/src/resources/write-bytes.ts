/**
 * Writes bytes as the contents of a resource: as text if they are text, otherwise as base64, whole or in parts.
 */
import type { ResourceContents } from '@sigil/core';

/** @param mimeType replaces the media type that is guessed from the bytes */
export function writeBytes(bytes: Uint8Array, uri: string, mimeType?: string | undefined): ResourceContents {
  const text = readText(bytes);
  if (text !== undefined) return { uri, mimeType: mimeType ?? sniffText(text), text };
  return { uri, mimeType: mimeType ?? 'application/octet-stream', blob: Buffer.from(bytes).toString('base64') };
}

/** Returns the media type of a text: JSON for an object or an array, otherwise plain. */
export function sniffText(text: string): string {
  const looksLikeJson = /^\s*[[{]/.test(text) && text.length <= longestSniffed;
  return looksLikeJson && isJson(text) ? 'application/json' : 'text/plain';
}

/** Returns the number of parts of at most `maxBytes` bytes. */
export function countParts(bytes: Uint8Array, maxBytes: number): number {
  return Math.ceil(bytes.length / maxBytes);
}

/** @param part from 1. Together the parts are the bytes, and none ends within a character */
export function takePart(bytes: Uint8Array, part: number, maxBytes: number): Uint8Array {
  return bytes.subarray(boundaryBefore(bytes, (part - 1) * maxBytes), boundaryBefore(bytes, part * maxBytes));
}

const longestSniffed = 1024 * 1024;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // It only looked like JSON.
    return false;
  }
}

/** @returns `undefined` for bytes that are not UTF-8, or that hold NUL, which text does not */
function readText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A UTF-8 character has at most three continuation bytes. */
function boundaryBefore(bytes: Uint8Array, offset: number): number {
  if (offset === 0) return 0;
  for (let back = 0; back <= 3; back++) if (((bytes[offset - back] ?? 0) & 0xc0) !== 0x80) return offset - back;
  return offset;
}
