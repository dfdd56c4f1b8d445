/**
 * Reads the constraints of a text.
 */
import type { JsonObject } from '@sigil/core';
import { findPatternLimit } from '@sigil/codegen/patterns';
import { partOf, type Place } from '../source/pointer.js';
import { readCount } from './read-count.js';
import type { ShapeReading } from './shape-reading.js';
import type { StringShape } from './shape.js';

/** Formats that describe bytes. */
const byteFormats: ReadonlySet<unknown> = new Set(['binary']);

/** Returns the text; a pattern that JavaScript cannot search safely is left out with a notice. */
export function readString(reading: ShapeReading, schema: JsonObject, place: Place): StringShape {
  const minLength = readCount(reading, schema, { keyword: 'minLength', place });
  const maxLength = readCount(reading, schema, { keyword: 'maxLength', place, atLeast: minLength });
  const pattern = readPattern(reading, schema, place, maxLength);
  const isBytes =
    schema.type === 'file' ||
    byteFormats.has(schema.format) ||
    (typeof schema.contentMediaType === 'string' &&
      schema.contentEncoding === undefined &&
      !/^text\/|json|xml/.test(schema.contentMediaType));
  const format = isBytes ? undefined : readFormat(reading, schema, place);
  return {
    kind: 'string',
    ...(minLength !== undefined && minLength > 0 && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && { pattern }),
    ...(format !== undefined && { format }),
    ...(isBytes && { isBytes }),
  };
}

function readFormat(reading: ShapeReading, { format }: JsonObject, place: Place): string | undefined {
  if (format === undefined || format === '') return undefined;
  if (typeof format === 'string' && /^[A-Za-z][\w.-]*$/.test(format)) return format;
  reading.notices.add('constraint-left-out', partOf(place, 'format'), 'the format is no single word');
  return undefined;
}

function readPattern(
  reading: ShapeReading,
  { pattern }: JsonObject,
  place: Place,
  maxLength: number | undefined,
): string | undefined {
  if (pattern === undefined || pattern === '') return undefined;
  const leaveOut = (says: string): undefined => {
    reading.notices.add('pattern-left-out', partOf(place, 'pattern'), `${JSON.stringify(pattern)} ${says}`);
    return undefined;
  };
  if (typeof pattern !== 'string') return leaveOut('is no text');
  const written = writePattern(pattern);
  if (written === undefined) return leaveOut('is no regular expression of JavaScript');
  const limit = findPatternLimit(written);
  if (limit < (maxLength ?? Infinity)) return leaveOut('may take too long to search');
  return written;
}

/**
 * Writes a pattern so that it is valid with the flag `u`, and stays one line of a doc comment: without escapes that mean nothing,
 * and with line breaks, spaces at its ends, and what ends a comment or begins a tag, as escapes.
 */
function writePattern(pattern: string): string | undefined {
  const strict = isPattern(pattern) ? pattern : dropNeedlessEscapes(pattern);
  if (!isPattern(strict)) return undefined;
  const written = strict
    .replaceAll('*/', '*\\/')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
    .replaceAll('\t', '\\t')
    .replace(/^ | $| (?=@)/g, '\\x20')
    .replace(/\s(?=@)/g, (space) => `\\u${space.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return isPattern(written) && written.trim() === written && !/[\p{Cc}]/u.test(written) ? written : undefined;
}

/** Removes the backslash before characters that need none; the flag `u` forbids it. */
function dropNeedlessEscapes(pattern: string): string {
  let isInClass = false;
  return pattern.replace(/\\([^])|\[|\]/g, (whole, escaped: string | undefined) => {
    if (whole === '[') isInClass = true;
    if (whole === ']') isInClass = false;
    if (escaped === undefined) return whole;
    const isNeeded = /[\^$\\.*+?()[\]{}|/A-Za-z0-9]/.test(escaped) || (isInClass && escaped === '-');
    return isNeeded ? whole : escaped;
  });
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    // Invalid patterns throw.
    return false;
  }
}
