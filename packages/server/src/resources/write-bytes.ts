/**
 * Bytes as the contents of a resource: text where they are text, base64 where they are not, whole or in parts.
 */
import type { ResourceContents } from '@sigil/core';

/** The facts written beside bytes. */
export interface BytesAbout {
  readonly uri: string;
  /** Instead of the one that the bytes look like. */
  readonly mimeType?: string | undefined;
}

export function writeBytes(bytes: Uint8Array, { uri, mimeType }: BytesAbout): ResourceContents {
  const text = readText(bytes);
  if (text !== undefined) return { uri, mimeType: mimeType ?? sniffText(text), text };
  return { uri, mimeType: mimeType ?? 'application/octet-stream', blob: Buffer.from(bytes).toString('base64') };
}

/** The media type of a text: JSON where it is an object or an array, else plain. */
export function sniffText(text: string): string {
  const looksLikeJson = /^\s*[[{]/.test(text) && text.length <= longestSniffed;
  return looksLikeJson && isJson(text) ? 'application/json' : 'text/plain';
}

/** Counts the parts of at most `maxBytes` bytes. */
export function countParts(bytes: Uint8Array, maxBytes: number): number {
  return Math.ceil(bytes.length / maxBytes);
}

/** @param part from 1. The parts together are the bytes, and none ends within a character */
export function takePart(bytes: Uint8Array, part: number, maxBytes: number): Uint8Array {
  return bytes.subarray(boundaryBefore(bytes, (part - 1) * maxBytes), boundaryBefore(bytes, part * maxBytes));
}

const longestSniffed = 1024 * 1024;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Only looked like it.
    return false;
  }
}

/** @returns `undefined` for what is not UTF-8, or holds NUL as no text does */
function readText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A character of UTF-8 has at most three bytes that go on. */
function boundaryBefore(bytes: Uint8Array, offset: number): number {
  if (offset === 0) return 0;
  for (let back = 0; back <= 3; back++) if (((bytes[offset - back] ?? 0) & 0xc0) !== 0x80) return offset - back;
  return offset;
}
