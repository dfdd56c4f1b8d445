/**
 * Sorts media types by what a tool can make of them, as the run-time reads and writes them.
 */
import { essenceOf, kindOfMediaType } from '../../runtime/media-types.js';

/** Returns whether the type is JSON, `*\/*` included. */
export function isJsonType(mediaType: string): boolean {
  return ['json', 'any'].includes(kindOfMediaType(mediaType));
}

/** Returns whether the type is text for people or programs, XML included. */
export function isTextType(mediaType: string): boolean {
  return kindOfMediaType(mediaType) === 'text';
}

/** Returns whether the type is text that no run-time can write from data, such as XML. JSON is YAML, and a line of JSON is NDJSON. */
export function isProseType(mediaType: string): boolean {
  return isTextType(mediaType) && !isFormType(mediaType) && !/(yaml|ndjson|jsonlines)$/.test(essenceOf(mediaType));
}

/** Returns whether the type is one of the two forms of HTML. */
export function isFormType(mediaType: string): boolean {
  return ['application/x-www-form-urlencoded', 'multipart/form-data'].includes(essenceOf(mediaType));
}

/** Returns whether the body has several parts. */
export function isMultipart(mediaType: string): boolean {
  return essenceOf(mediaType).startsWith('multipart/');
}

/** Returns the media type in which a body is sent: JSON before forms, forms before bytes and text. */
export function chooseMediaType(mediaTypes: readonly string[]): string | undefined {
  const exact = mediaTypes.find((one) => essenceOf(one) === 'application/json');
  const kinds = [isJsonType, isFormType, (one: string) => essenceOf(one) === 'application/octet-stream', isTextType];
  for (const isKind of kinds) {
    const found = exact ?? mediaTypes.find(isKind);
    if (found !== undefined) return found;
  }
  return mediaTypes[0];
}
