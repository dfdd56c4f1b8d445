/**
 * Finds the media type of a skill's file, by its name or its content.
 */
import { mediaTypeOfBytes, mediaTypeOfName, unknownBytes } from '@sigil/core/building';
import { decodeText } from './skill-files.js';

/** @returns the type that the name shows; else that of the bytes, `text/plain` for any other text */
export function mediaTypeOf(path: string, bytes: Uint8Array): string {
  const named = mediaTypeOfName(path);
  if (named !== undefined) return named;
  return decodeText(bytes) === undefined ? (mediaTypeOfBytes(bytes) ?? unknownBytes) : 'text/plain';
}
