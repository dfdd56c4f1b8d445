/**
 * Writes a type as a form that clients can show: one flat object whose members are fields. Knows nothing of TypeScript.
 *
 * Spec: 2025-11-25 client/elicitation#requested-schema
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import {
  type ArrayNode,
  type LiteralsNode,
  type NumberNode,
  type PlainNode,
  resolveNode,
  type SchemaNode,
  type StringNode,
} from '../model/schema-node.js';

/** The reason why a type is not a form; `path` is a member's name, or empty for the whole. */
export interface FormFault {
  readonly path: string;
  /** The text that follows the member's name. */
  readonly says: string;
}

/** The form, or every reason why the type is not one. */
export type WrittenForm = { readonly schema: JsonObject } | { readonly faults: readonly FormFault[] };

/** Writes an object type as a form. */
export function writeForm(node: SchemaNode): WrittenForm {
  const plain = resolveNode(node);
  if (plain.kind !== 'object') return { faults: [{ path: '', says: 'is an object type' }] };
  if (plain.additional || plain.patterns)
    return { faults: [{ path: '', says: 'has a fixed number of fields, and the type has an index signature' }] };

  const read = plain.properties.map((property) => ({ ...property, ...writeField(resolveNode(property.node)) }));
  const faults = read.flatMap(({ name, says }) => (says === undefined ? [] : { path: name, says }));
  if (faults.length > 0) return { faults };

  const required = read.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const properties = Object.fromEntries(read.map(({ name, field = {} }) => [name, field]));
  return { schema: { type: 'object', properties, ...(required.length > 0 && { required }) } };
}

/** A field of core's `FormSchema`, or the reason why there is none. */
type Field =
  { readonly field: JsonObject; readonly says?: undefined } | { readonly field?: undefined; readonly says: string };

/** Writes a field; the reader of doc comments has checked that a default has the field's type. */
function writeField(node: PlainNode): Field {
  const { title, description, default: byDefault } = node.documentation ?? {};
  const { field, says } = writeKind(node);
  if (!field) return { says };
  return { field: { ...field, ...present({ title, description, default: byDefault }) } };
}

function writeKind(node: PlainNode): Field {
  switch (node.kind) {
    case 'string':
      return writeString(node);
    case 'number':
      return writeNumber(node);
    case 'boolean':
      return { field: { type: 'boolean' } };
    case 'literals':
      return writeChoice(node);
    case 'array':
      return writeChoices(node);
    case 'object':
    case 'map':
      return { says: 'has members of its own, and a form is flat' };
    case 'union':
      return { says: 'is one of several types, and a field has one' };
    default:
      return { says: `is ${nameOf(node.kind)}, which an answer does not hold` };
  }
}

const formats = ['email', 'uri', 'date', 'date-time'];

function writeString({ minLength, maxLength, format, pattern }: StringNode): Field {
  if (pattern !== undefined) return { says: 'has a pattern, which a form cannot ask for' };
  if (format !== undefined && !formats.includes(format))
    return { says: `has the format ${format}, and a form knows ${formats.join(', ')}` };
  return { field: present({ type: 'string', minLength, maxLength, format }) };
}

function writeNumber(node: NumberNode): Field {
  const { minimum, maximum, multipleOf } = node;
  if (node.exclusiveMinimum !== undefined || node.exclusiveMaximum !== undefined)
    return { says: 'has a bound that is not included, which a form cannot ask for' };
  if (multipleOf !== undefined && multipleOf !== 1) return { says: 'has steps, which a form cannot ask for' };
  return { field: present({ type: multipleOf === 1 ? 'integer' : 'number', minimum, maximum }) };
}

function writeChoice(node: LiteralsNode): Field {
  if (!isTextOnly(node)) return { says: 'is one of several values that are not all text' };
  return { field: { type: 'string', enum: node.values } };
}

/** Writes choices; a value cannot be chosen twice, so `@uniqueItems` is redundant. */
function writeChoices({ items, minItems, maxItems }: ArrayNode): Field {
  const plain = resolveNode(items);
  if (plain.kind !== 'literals' || !isTextOnly(plain)) return { says: 'is a list of what is not one of several texts' };
  return { field: present({ type: 'array', items: { type: 'string', enum: plain.values }, minItems, maxItems }) };
}

function isTextOnly({ values }: LiteralsNode): boolean {
  return values.every((value) => typeof value === 'string');
}

function present(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const entries = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}

function nameOf(kind: PlainNode['kind']): string {
  const names: Partial<Record<PlainNode['kind'], string>> = {
    date: 'a Date',
    url: 'a URL',
    regexp: 'a RegExp',
    bigint: 'a bigint',
    bytes: 'bytes',
    set: 'a Set',
    tuple: 'a tuple',
    any: 'anything',
  };
  return names[kind] ?? kind;
}
