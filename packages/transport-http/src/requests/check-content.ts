/**
 * Checks that a body's declared form is one that is read here: plain JSON in UTF-8.
 *
 * The media type is parsed, so that `text/plain; a=application/json` does not pass for JSON.
 */
import type { RequestHeaders } from './read-headers.js';
import type { Refusal } from './refusal.js';

const jsonInUtf8 = /^application\/json[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?;?$/i;

/** @returns the refusal, or `undefined` when the body may be read */
export function checkContent(headers: RequestHeaders): Refusal | undefined {
  const type = headers.contentType;
  if (type !== 'application/json' && (type === undefined || !jsonInUtf8.test(type))) {
    return { status: 415, message: 'Content-Type must be application/json, in UTF-8' };
  }
  if (headers.contentEncoding !== undefined && headers.contentEncoding.toLowerCase() !== 'identity') {
    return { status: 415, message: 'Content-Encoding is not supported: send the body as it is' };
  }
  return undefined;
}
