/**
 * Summarises the arguments of a tool from its input schema.
 *
 * For people only: a type without a brief form is called `object` or `any`.
 */
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

/** Returns `string`, `"a" | "b"`, `Filter[]`: a named type by its name. */
export function summarizeType(schema: unknown): string {
  if (!isJsonObject(schema)) return 'any';
  if ('const' in schema) return JSON.stringify(schema['const']);
  const { enum: values, type, items, anyOf, oneOf, $ref: reference } = schema;
  if (typeof reference === 'string') return nameIn(reference);
  if (Array.isArray(values)) return summarizeValues(values);
  if (type === 'array') return `${summarizeType(items)}[]`;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.join(' | ');
  const members = anyOf ?? oneOf;
  return Array.isArray(members) ? [...new Set(members.map((it) => summarizeType(it)))].join(' | ') : 'any';
}

/** Returns `Filter` for `#/$defs/Filter`, and `object` for the whole schema itself. */
function nameIn(reference: string): string {
  const name = reference.split('/').at(-1) ?? '';
  return name === '' || name === '#' ? 'object' : name;
}

function summarizeValues(values: readonly unknown[]): string {
  const shown = values.slice(0, mostValues).map((value) => JSON.stringify(value));
  return [...shown, ...(values.length > mostValues ? ['…'] : [])].join(' | ');
}
