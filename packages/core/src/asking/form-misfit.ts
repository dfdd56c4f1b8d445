/**
 * Checks the content of an accepted form against the schema that was asked for.
 *
 * Spec: 2025-11-25 client/elicitation#requested-schema
 */
import type { FormField, FormSchema } from '../model/asking.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';

/** @param reply to the question, in whatever form the client sent it; `undefined` unless it is an accepted form with a fault */
export function findMisfit(schema: FormSchema, reply: JsonValue): string | undefined {
  if (!isJsonObject(reply) || reply['action'] !== 'accept') return undefined;
  const content = reply['content'] ?? {};
  return isJsonObject(content) ? describeMisfit(schema, content) : '"content" must be an object';
}

/** Describes the first fault of a form, as the end of a sentence without any value; `undefined` for a form that fits. */
export function describeMisfit(schema: FormSchema, content: JsonObject): string | undefined {
  const fields = fieldsOf(schema, content);
  const given = new Set(fields.map(([name]) => name));
  const missing = (schema.required ?? []).find((name) => !given.has(name));
  if (missing !== undefined) return `"${missing}" is missing`;
  const wrong = fields.find(([name, value]) => !fitsField(schema.properties[name]!, value));
  return wrong && `"${wrong[0]}" must be ${describeField(schema.properties[wrong[0]]!)}`;
}

/**
 * Returns the fields that were requested and filled in; drops all others that a client sends along. Clients in Python write null
 * for a field that was left empty.
 */
export function fieldsOf(schema: FormSchema, content: JsonObject): [string, JsonValue][] {
  return Object.entries(content).filter(([name, value]) => value !== null && Object.hasOwn(schema.properties, name));
}

function fitsField(field: FormField, value: JsonValue): boolean {
  if (field.type === 'boolean') return typeof value === 'boolean';
  if (field.type === 'array') return fitsMany(field, value);
  if (field.type !== 'string') return fitsNumber(field, value);
  if (typeof value !== 'string') return false;
  if ('enum' in field) return field.enum.includes(value);
  if ('oneOf' in field) return field.oneOf.some((it) => it.const === value);
  const length = Array.from(value).length;
  return length >= (field.minLength ?? 0) && length <= (field.maxLength ?? Infinity) && fitsFormat(field.format, value);
}

function fitsNumber(field: Extract<FormField, { type: 'number' | 'integer' }>, value: JsonValue): boolean {
  // A number too large to represent was parsed as infinite, which no user entered.
  if (typeof value !== 'number' || !Number.isFinite(value) || (field.type === 'integer' && !Number.isInteger(value)))
    return false;
  return value >= (field.minimum ?? -Infinity) && value <= (field.maximum ?? Infinity);
}

function fitsMany(field: Extract<FormField, { type: 'array' }>, value: JsonValue): boolean {
  if (!Array.isArray(value) || value.length < (field.minItems ?? 0) || value.length > (field.maxItems ?? Infinity))
    return false;
  const allowed: readonly unknown[] =
    'enum' in field.items ? field.items.enum : field.items.anyOf.map((it) => it.const);
  return value.every((item) => allowed.includes(item));
}

const formats: Readonly<Record<string, (value: string) => boolean>> = {
  email: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
  uri: (value) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(value),
  date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isRealDay(value),
  'date-time': (value) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    isRealDay(value.slice(0, 10)),
};

function fitsFormat(format: string | undefined, value: string): boolean {
  return format === undefined || (formats[format]?.(value) ?? true);
}

/** Checks the day after parsing: the parser turns 31 February into a day in March. */
function isRealDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

function describeField(field: FormField): string {
  if (field.type === 'boolean') return 'true or false';
  if (field.type === 'array') {
    const count = describeRange(field.minItems, field.maxItems);
    return `a list of ${count === '' ? '' : `${count} of `}${listOf('enum' in field.items ? field.items.enum : constsOf(field.items.anyOf))}`;
  }
  if (field.type !== 'string') {
    const range = describeRange(field.minimum, field.maximum);
    return `a ${field.type === 'integer' ? 'whole number' : 'number'}${range === '' ? '' : `, ${range}`}`;
  }
  if ('enum' in field) return `one of ${listOf(field.enum)}`;
  if ('oneOf' in field) return `one of ${listOf(constsOf(field.oneOf))}`;
  const length = describeRange(field.minLength, field.maxLength);
  const format = field.format === undefined ? '' : ` in the format "${field.format}"`;
  return `a text${length === '' ? '' : `, ${length} characters`}${format}`;
}

function constsOf(choices: readonly { readonly const: string }[]): readonly string[] {
  return choices.map((choice) => choice.const);
}

function listOf(choices: readonly string[]): string {
  return choices.map((choice) => `"${choice}"`).join(', ');
}

/** @returns an empty text for a range without ends */
function describeRange(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}`;
  if (least !== undefined) return `at least ${least}`;
  return most === undefined ? '' : `at most ${most}`;
}
