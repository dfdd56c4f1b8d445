/**
 * Describes JSON Schemas for people: the type of a value, and its further constraints.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isObject, listOf, numberOf, textOf } from '../json.js';
import { isMap, readEntries, resolve } from './read-field.js';

const mostLiterals = 12;
const deepestType = 3;

/** Describes a type: `string`, `"a" | "b"`, `array of integer`, `array of ("a" | "b")`. */
export function describeType(given: JsonValue | undefined, root: JsonObject, depth = 0): string {
  const schema = resolve(given, root);
  if (depth > deepestType) return 'any';
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return describeLiterals(listOf(schema['enum']));
  const union = listOf(schema['anyOf'] ?? schema['oneOf']);
  if (union.length > 0) return [...new Set(union.map((member) => describeType(member, root, depth + 1)))].join(' | ');
  const { type } = schema;
  if (Array.isArray(type))
    return type.map((one) => (one === 'array' ? describeList(schema, root, depth) : String(one))).join(' | ');
  if (type === 'array') return describeList(schema, root, depth);
  const entries = isMap(schema) ? readEntries(schema) : undefined;
  return entries ? `map of ${inList(describeType(entries.value, root, depth + 1))}` : (textOf(type) ?? 'any');
}

function describeList(schema: JsonObject, root: JsonObject, depth: number): string {
  return isObject(schema['items']) ? `array of ${inList(describeType(schema['items'], root, depth + 1))}` : 'array';
}

/** A union of items is in parentheses; otherwise it would read as "a list, or something else". */
function inList(items: string): string {
  return items.includes(' | ') ? `(${items})` : items;
}

function describeLiterals(values: readonly JsonValue[]): string {
  const shown = values.slice(0, mostLiterals).map((value) => JSON.stringify(value));
  return values.length > mostLiterals ? `${shown.join(' | ')} | …` : shown.join(' | ');
}

/** Describes constraints: `1 to 1000`, `at most 64 characters`, `default 3`. */
export function describeConstraints(schema: JsonObject): string[] {
  const pattern = textOf(schema['pattern']);
  return [
    textOf(schema['format']),
    textOf(schema['contentEncoding']),
    describeRange(schema),
    describeSpan(schema, 'Length', 'character'),
    describeSpan(schema, 'Items', 'item'),
    describeSpan(schema, 'Properties', 'member'),
    schema['uniqueItems'] === true ? 'no item twice' : undefined,
    schema['multipleOf'] === undefined ? undefined : `a multiple of ${String(schema['multipleOf'])}`,
    pattern === undefined ? undefined : `matches ${pattern}`,
    schema['default'] === undefined ? undefined : `default ${JSON.stringify(schema['default'])}`,
    schema['deprecated'] === true ? 'deprecated' : undefined,
  ].filter((text) => text !== undefined);
}

function describeRange(schema: JsonObject): string | undefined {
  const least = numberOf(schema['minimum']);
  const most = numberOf(schema['maximum']);
  const above = numberOf(schema['exclusiveMinimum']);
  const below = numberOf(schema['exclusiveMaximum']);
  if (least !== undefined && most !== undefined) return `${least} to ${most}`;
  const bounds = [
    least === undefined ? undefined : `at least ${least}`,
    above === undefined ? undefined : `more than ${above}`,
    most === undefined ? undefined : `at most ${most}`,
    below === undefined ? undefined : `less than ${below}`,
  ].filter((text) => text !== undefined);
  return bounds.length === 0 ? undefined : bounds.join(', ');
}

function describeSpan(
  schema: JsonObject,
  keyword: 'Length' | 'Items' | 'Properties',
  unit: string,
): string | undefined {
  const least = numberOf(schema[`min${keyword}`]);
  const most = numberOf(schema[`max${keyword}`]);
  if (least === undefined && most === undefined) return undefined;
  if (least === undefined) return `at most ${most} ${unit}${most === 1 ? '' : 's'}`;
  if (most === undefined) return `at least ${least} ${unit}${least === 1 ? '' : 's'}`;
  return least === most ? `${least} ${unit}${least === 1 ? '' : 's'}` : `${least} to ${most} ${unit}s`;
}
