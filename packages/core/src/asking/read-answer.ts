/**
 * Reads a client's answer into the neutral model. A value that does not fit the question is not an answer.
 *
 * Spec: 2025-11-25 client/elicitation#response-actions, client/sampling#creating-messages, client/roots#listing-roots
 */
import type {
  FormAnswer,
  FormContent,
  FormField,
  FormSchema,
  RootsAnswer,
  SamplingAnswer,
  UrlAnswer,
} from '../model/asking.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import type { Question } from './question.js';

/** An answer to any question; the kind of the question determines which. */
export type Answer = FormAnswer | UrlAnswer | SamplingAnswer | RootsAnswer;

/** @returns `undefined` when the result does not answer the question */
export function readAnswer(question: Question, result: JsonValue): Answer | undefined {
  if (!isJsonObject(result)) return undefined;
  if (question.kind === 'roots') return readRoots(result);
  if (question.kind === 'sampling') return readSample(result);
  const { action } = result;
  if (action === 'decline' || action === 'cancel') return { action };
  if (action !== 'accept') return undefined;
  if (question.kind === 'url') return { action };
  const content = result['content'] ?? {};
  if (!isJsonObject(content) || !fitsForm(question.schema, content)) return undefined;
  // Sound: `fitsForm` has checked every member.
  return { action, content: Object.fromEntries(fieldsOf(question.schema, content)) as FormContent };
}

function readRoots(result: JsonObject): RootsAnswer | undefined {
  const { roots } = result;
  if (!Array.isArray(roots)) return undefined;
  const read = roots.map((root: JsonValue) => {
    if (!isJsonObject(root) || typeof root['uri'] !== 'string') return undefined;
    return typeof root['name'] === 'string' ? { uri: root['uri'], name: root['name'] } : { uri: root['uri'] };
  });
  return read.every((root) => root !== undefined) ? { action: 'accept', roots: read } : undefined;
}

function readSample(result: JsonObject): SamplingAnswer | undefined {
  const { role, content, model, stopReason } = result;
  if ((role !== 'user' && role !== 'assistant') || typeof model !== 'string') return undefined;
  const blocks = Array.isArray(content) ? content : [content];
  if (!blocks.every((block: JsonValue | undefined) => isJsonObject(block) && typeof block['type'] === 'string'))
    return undefined;
  const answer = { action: 'accept', role, content, model } as Extract<SamplingAnswer, { action: 'accept' }>; // blocks checked above
  return typeof stopReason === 'string' ? { ...answer, stopReason } : answer;
}

function fitsForm(schema: FormSchema, content: JsonObject): boolean {
  const fields = fieldsOf(schema, content);
  const given = new Set(fields.map(([name]) => name));
  const isComplete = (schema.required ?? []).every((name) => given.has(name));
  return isComplete && fields.every(([name, value]) => fitsField(schema.properties[name]!, value));
}

/**
 * Returns the fields that were requested and filled in; drops all others that a client sends along. Clients in Python write null
 * for a field that was left empty.
 */
function fieldsOf(schema: FormSchema, content: JsonObject): [string, JsonValue][] {
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
