/**
 * Reads `const` and `enum` as literal types.
 */
import { isJsonObject } from '@sigil/core/building';
import { isOfType } from '../schema/schema.js';
import { unite } from './combine-types.js';
import { quote } from './quote.js';
import type { SchemaReading } from './schema-reading.js';
import { unknownType, word, type TypeNode } from './type-node.js';

/** Most literals in a union; more would not help a reader. */
const mostLiterals = 500;
/** Deepest value that is written out. */
const deepestLiteral = 8;

/** The type with this one value. */
export function literalOf(value: unknown, depth = 0): TypeNode {
  if (value === null) return word('null');
  if (typeof value === 'string') return word(quote(value));
  if (typeof value === 'boolean') return word(String(value));
  if (typeof value === 'number') return word(Number.isFinite(value) ? String(value) : 'number');
  if (depth >= deepestLiteral) return unknownType;
  if (Array.isArray(value)) {
    return { kind: 'tuple', items: value.map((item) => ({ type: literalOf(item, depth + 1), isOptional: false })) };
  }
  if (!isJsonObject(value)) return unknownType;
  const names = Object.keys(value).toSorted();
  const members = names.map((name) => {
    return { name, type: literalOf(value[name], depth + 1), isOptional: false, docs: [] };
  });
  return { kind: 'object', members, indexes: [] };
}

/**
 * Builds the union of an enum's values, limited to those of the given types.
 *
 * @param types names from JSON Schema; empty to allow any
 */
export function readEnum(values: readonly unknown[], types: readonly string[], reading: SchemaReading): TypeNode {
  const fitting = types.length === 0 ? values : values.filter((value) => isOfType(value, types));
  // If no value fits, the author's `type` is wrong, which is no reason to allow nothing.
  const allowed = fitting.length > 0 ? fitting : values;
  if (allowed.length <= mostLiterals) return unite(allowed.map((value) => literalOf(value)));

  const shown = allowed.slice(0, 5).map((value) => JSON.stringify(value));
  reading.note(`One of ${allowed.length} values: ${shown.join(', ')}, …`);
  return unite(allowed.map(wordFor));
}

function wordFor(value: unknown): TypeNode {
  if (value === null) return word('null');
  const kind = typeof value;
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? word(kind) : unknownType;
}
