/**
 * Reads the arguments of a call from the command line: a JSON object, single `key=value` pairs, or both.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { kindOf } from '@sigil/core/building';
import { UsageError } from '../failures/command-error.js';

/** @throws UsageError when the text is not a JSON object */
export function readJsonArguments(text: string): JsonObject {
  const value = parse(text);
  if (isJsonObject(value)) return value;
  const got = value === undefined ? 'something that is not JSON' : `JSON of another kind: ${kindOf(value)}`;
  throw new UsageError(`expected the arguments as a JSON object like '{"city":"Rome"}', got ${got}`);
}

/** @throws UsageError when the text has no `=` or no key */
export function splitPair(pair: string): readonly [key: string, text: string] {
  const at = pair.indexOf('=');
  if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)];
  throw new UsageError(`expected --arg key=value, got "${pair}"`);
}

/**
 * Reads the text of one argument as its schema requires: unchanged where a string is valid, else as JSON. Text that is not
 * JSON stays a string; the server's refusal explains it better.
 */
export function readPairValue(text: string, schema: unknown): JsonValue {
  if (acceptsText(schema, text)) return text;
  const value = parse(text);
  return value === undefined ? text : value;
}

function acceptsText(schema: unknown, text: string): boolean {
  if (!isJsonObject(schema)) return false;
  const { type, enum: values } = schema;
  if (Array.isArray(values)) return values.includes(text);
  return type === 'string' || (Array.isArray(type) && type.includes('string'));
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // The caller reports what was expected.
    return undefined;
  }
}
