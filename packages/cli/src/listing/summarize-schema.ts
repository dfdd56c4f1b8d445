/**
 * Summarises the arguments of a tool from its input schema.
 *
 * For people only: a type without a brief form is called `object` or `any`.
 */
import type { JsonObject } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import type { ListedSchema } from './listing.js';

/** Most values listed on one line. */
const mostValues = 4;

/** Returns `city: string, days?: integer` or the like; empty for a tool without arguments. */
export function summarizeArguments(inputSchema: ListedSchema): string {
  const properties = inputSchema['properties'];
  if (!isJsonObject(properties)) return '';
  const required = inputSchema['required'];
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const parts = Object.entries(properties).map(
    ([name, schema]) => `${name}${isRequired(name) ? '' : '?'}: ${summarizeType(schema)}`,
  );
  return parts.join(', ');
}

/** Returns `string`, `"a" | "b"`, `("a" | "b")[]`, `[string, number?]`, `Filter[]`: a named type by its name. */
export function summarizeType(schema: unknown): string {
  return membersOf(schema).join(' | ');
}

/** Returns each member of a union, or the type itself. */
function membersOf(schema: unknown): readonly string[] {
  if (!isJsonObject(schema)) return ['any'];
  if ('const' in schema) return [JSON.stringify(schema['const'])];
  const { enum: values, type, anyOf, oneOf, $ref: reference } = schema;
  if (typeof reference === 'string') return [nameIn(reference)];
  if (Array.isArray(values)) return summarizeValues(values);
  if (type !== undefined) return [type].flat().map((one) => (one === 'array' ? summarizeList(schema) : String(one)));
  const members = anyOf ?? oneOf;
  return Array.isArray(members) && members.length > 0 ? [...new Set(members.flatMap(membersOf))] : ['any'];
}

function summarizeList({ items, prefixItems, minItems }: JsonObject): string {
  if (!Array.isArray(prefixItems)) return summarizeItems(items);
  const required = typeof minItems === 'number' ? minItems : 0;
  const first = prefixItems.map((one, index) => (index < required ? summarizeType(one) : `${summarizeOperand(one)}?`));
  return `[${[...first, ...(isJsonObject(items) ? [`...${summarizeItems(items)}`] : [])].join(', ')}]`;
}

function summarizeItems(items: unknown): string {
  return `${summarizeOperand(items)}[]`;
}

/** Encloses a union in parentheses. */
function summarizeOperand(schema: unknown): string {
  const members = membersOf(schema);
  return members.length > 1 ? `(${members.join(' | ')})` : members.join('');
}

/** Returns `Filter` for `#/$defs/Filter`, and `object` for the whole schema itself. */
function nameIn(reference: string): string {
  const name = reference.split('/').at(-1) ?? '';
  return name === '' || name === '#' ? 'object' : name;
}

function summarizeValues(values: readonly unknown[]): readonly string[] {
  const shown = values.slice(0, mostValues).map((value) => JSON.stringify(value));
  return [...shown, ...(values.length > mostValues ? ['…'] : [])];
}
