/**
 * Reads the fields of a form that a server asks to fill in, and validates their values.
 *
 * Spec: 2026-07-28 client/elicitation#requested-schema
 */
import type { ElicitRequestFormParams } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';

/** One of the values that a field accepts. */
export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** A field: one or several of a few values, yes or no, a number, or a text. */
export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly kind: 'choice' | 'choices' | 'boolean' | 'integer' | 'number' | 'text';
  readonly options: readonly FieldOption[];
  /** The value that the form suggests. */
  readonly initial: JsonValue | undefined;
  readonly schema: JsonObject;
}

/** Reads the fields of a form, in the order of its schema. */
export function fieldsOf({ requestedSchema }: Pick<ElicitRequestFormParams, 'requestedSchema'>): FormField[] {
  const { properties, required = [] } = requestedSchema;
  return Object.entries(properties).map(([name, property]) =>
    readField(name, { schema: property as unknown as JsonObject, isRequired: required.includes(name) }),
  );
}

/** Returns the problem with a value, as a phrase that follows the field's name; `undefined` means no value. */
export function findFieldProblem(field: FormField, value: unknown): string | undefined {
  if (value === undefined) return field.isRequired ? 'is required' : undefined;
  const { kind, options, schema } = field;
  const values = options.map((option) => option.value);
  if (kind === 'choice') return values.includes(String(value)) ? undefined : `must be one of ${values.join(', ')}`;
  if (kind === 'boolean') return typeof value === 'boolean' ? undefined : 'must be true or false';
  if (kind === 'choices') return findListProblem(value, values, schema);
  if (kind === 'text') return findTextProblem(value, schema);
  return findNumberProblem(value, field);
}

/** Describes the values that the field accepts, in a few words: `integer, 1 to 9`. */
export function describeField({ kind, options, schema }: FormField): string {
  if (options.length > 0) return options.map(({ value }) => value).join(' | ');
  const format = schema['format'];
  const [least, most] = [schema['minimum'], schema['maximum']];
  const range = [least === undefined ? '' : `from ${String(least)}`, most === undefined ? '' : `to ${String(most)}`];
  return [typeof format === 'string' ? format : kind, range.filter((it) => it !== '').join(' ')]
    .filter((it) => it !== '')
    .join(', ');
}

function readField(name: string, { schema, isRequired }: Pick<FormField, 'schema' | 'isRequired'>): FormField {
  const options = optionsOf(schema);
  const picks = schema['type'] === 'array' && isJsonObject(schema['items']) ? optionsOf(schema['items']) : [];
  return {
    name,
    title: textOf(schema['title']) ?? name,
    description: textOf(schema['description']) ?? '',
    isRequired,
    kind: options.length > 0 ? 'choice' : picks.length > 0 ? 'choices' : kindOf(schema['type']),
    options: options.length > 0 ? options : picks,
    initial: schema['default'],
    schema,
  };
}

function kindOf(type: unknown): 'boolean' | 'integer' | 'number' | 'text' {
  return type === 'boolean' || type === 'integer' || type === 'number' ? type : 'text';
}

function optionsOf(schema: JsonObject): FieldOption[] {
  const titled = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(titled)) {
    return titled.filter(isJsonObject).map((it) => {
      const value = String(it['const']);
      return { value, label: textOf(it['title']) ?? value };
    });
  }
  const names = Array.isArray(schema['enumNames']) ? schema['enumNames'] : [];
  const values = Array.isArray(schema['enum']) ? schema['enum'] : [];
  return values.map((value, index) => ({ value: String(value), label: textOf(names[index]) ?? String(value) }));
}

function findListProblem(value: unknown, values: readonly string[], schema: JsonObject): string | undefined {
  if (!Array.isArray(value)) return `must be a list of ${values.join(', ')}`;
  const stranger = value.find((it) => !values.includes(String(it)));
  if (stranger !== undefined) return `must hold only ${values.join(', ')}`;
  const [least, most] = [schema['minItems'], schema['maxItems']];
  if (typeof least === 'number' && value.length < least) return `must have at least ${least}`;
  return typeof most === 'number' && value.length > most ? `must have at most ${most}` : undefined;
}

function findTextProblem(value: unknown, schema: JsonObject): string | undefined {
  if (typeof value !== 'string') return 'must be a text';
  const [least, most, format] = [schema['minLength'], schema['maxLength'], schema['format']];
  if (typeof least === 'number' && value.length < least) return `must have at least ${least} characters`;
  if (typeof most === 'number' && value.length > most) return `must have at most ${most} characters`;
  const isFormed = typeof format === 'string' ? formats[format] : undefined;
  return isFormed && !isFormed(value) ? `must be ${formatWords[String(format)]}` : undefined;
}

function findNumberProblem(value: unknown, { kind, schema }: FormField): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  if (kind === 'integer' && !Number.isInteger(value)) return 'must be a whole number';
  const [least, most] = [schema['minimum'], schema['maximum']];
  if (typeof least === 'number' && value < least) return `must be at least ${least}`;
  return typeof most === 'number' && value > most ? `must be at most ${most}` : undefined;
}

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => URL.canParse(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date-time': (text) => /^\d{4}-\d\d-\d\dT/i.test(text) && !Number.isNaN(Date.parse(text)),
};

const formatWords: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  uri: 'a URL',
  date: 'a date like 2026-07-28',
  'date-time': 'a time like 2026-07-28T09:30:00Z',
};

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
