/**
 * Reads the keywords of arrays: lists of one type, and tuples in the syntax of 2020-12 and of draft 07.
 */
import type { JsonObject } from '@sigil/core';
import { describeInline } from './describe-schema.js';
import type { SchemaReading } from './schema-reading.js';
import type { TupleType, TypeNode } from './type-node.js';

/** Longest tuple; longer ones are read as lists. */
const longestTuple = 50;

/** Returns the array type that a schema's keywords describe. */
export function readArray(schema: JsonObject, reading: SchemaReading): TypeNode {
  const { items, prefixItems, additionalItems } = schema;
  if (isTuple(prefixItems)) return readTuple({ schema, items: prefixItems, rest: items }, reading);
  if (isTuple(items)) return readTuple({ schema, items, rest: additionalItems }, reading);
  if (items === false) return { kind: 'tuple', items: [] };
  // The item types of an array that is too long for a tuple are dropped.
  const listed = Array.isArray(items) || Array.isArray(prefixItems) ? true : (items ?? true);
  const about = describeInline(listed);
  if (about !== '') reading.note(`Items: ${about}`);
  return { kind: 'array', items: reading.read(listed) };
}

function isTuple(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && value.length <= longestTuple;
}

interface TupleParts {
  readonly schema: JsonObject;
  readonly items: readonly unknown[];
  readonly rest: unknown;
}

function readTuple({ schema, items, rest }: TupleParts, reading: SchemaReading): TupleType {
  const { minItems, maxItems } = schema;
  const required = typeof minItems === 'number' ? minItems : 0;
  const most = typeof maxItems === 'number' ? maxItems : Infinity;
  const read = items.slice(0, most).map((item, index) => {
    const about = describeInline(item);
    if (about !== '') reading.note(`Item ${index + 1}: ${about}`);
    return { type: reading.read(item), isOptional: index >= required };
  });
  const isClosed = rest === false || most <= items.length;
  return { kind: 'tuple', items: read, ...(isClosed ? {} : { rest: reading.read(rest ?? true) }) };
}
