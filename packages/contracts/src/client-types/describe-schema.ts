/**
 * Writes the doc comment of a schema: its description, limits and default, which the type cannot express.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { canonicalJson, isJsonObject } from '@sigil/core/building';

/** Keywords that become tags of the same name, in this order. */
const limits =
  'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format contentEncoding ' +
  'contentMediaType minItems maxItems uniqueItems minContains maxContains minProperties maxProperties';
const limitKeywords = limits.split(' ');

/** Keywords that narrow a type to one that TypeScript cannot express. */
const unsaid =
  'not if then else contains dependentRequired dependentSchemas dependencies propertyNames unevaluatedItems $dynamicRef';
const unsaidKeywords = unsaid.split(' ');

/** The longest value shown. */
const longestValue = 300;
const longestCondition = 100;
const mostExamples = 5;

/** A tag and its text. */
type Tag = readonly [name: string, text: string];

/**
 * Returns the lines of the comment; none when there is nothing to say.
 *
 * @param notes findings from reading the schema's type
 * @param name of the described thing, so that a title which only repeats it is left out
 */
export function describeSchema(schema: unknown, notes: readonly string[], name = ''): string[] {
  if (!isJsonObject(schema)) return [...notes];
  const text = textOf(schema, name);
  const remarks = [...new Set([...notes, ...noteUnsaid(schema)])];
  const tags = tagsOf(schema).map(([tag, value]) => `@${tag} ${value}`.trimEnd());
  return [...text, ...remarks, ...tags];
}

/** Returns, in one line, its description and, in parentheses, its limits; empty when there is nothing to say. */
export function describeInline(schema: unknown): string {
  if (!isJsonObject(schema)) return '';
  const text = textOf(schema, '').join(' ').trim();
  const limited = limitsOf(schema)
    .map(([tag, value]) => `${tag} ${value}`.trimEnd())
    .join(', ');
  if (limited === '') return text;
  return text === '' ? limited : `${text} (${limited})`;
}

function textOf({ description, title }: JsonObject, name: string): string[] {
  if (typeof description === 'string' && description.trim() !== '') return description.trim().split(/\r\n|\r|\n/);
  const isTelling = typeof title === 'string' && lettersOf(title) !== lettersOf(name);
  return isTelling && title.trim() !== '' ? [title.trim().replace(/\s+/g, ' ')] : [];
}

/** Normalises words: `max_results` and "Max Results" are the same. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function tagsOf(schema: JsonObject): Tag[] {
  return [...limitsOf(schema), ...valuesOf(schema)];
}

function limitsOf(schema: JsonObject): Tag[] {
  const integer: Tag[] = includesInteger(schema['type']) ? [['integer', '']] : [];
  const given = limitKeywords.flatMap((keyword): Tag[] => {
    const value = schema[keyword];
    if (value === true) return [[keyword, '']];
    return typeof value === 'string' || typeof value === 'number' ? [[keyword, String(value)]] : [];
  });
  return [...integer, ...given];
}

function includesInteger(type: JsonValue | undefined): boolean {
  return type === 'integer' || (Array.isArray(type) && type.includes('integer') && !type.includes('number'));
}

function valuesOf(schema: JsonObject): Tag[] {
  const { examples, example, deprecated, readOnly, writeOnly } = schema;
  const all = [
    ...(Array.isArray(examples) ? (examples as JsonValue[]) : []),
    ...(example === undefined ? [] : [example]),
  ];
  const flags: readonly [string, JsonValue | undefined][] = [
    ['deprecated', deprecated],
    ['readOnly', readOnly],
    ['writeOnly', writeOnly],
  ];
  return [
    ...('default' in schema ? valueTag('default', schema['default'] as JsonValue) : []),
    ...all.slice(0, mostExamples).flatMap((value) => valueTag('example', value)),
    ...flags.flatMap(([tag, value]): Tag[] => (value === true ? [[tag, '']] : [])),
  ];
}

function valueTag(tag: string, value: JsonValue): Tag[] {
  const text = findJsonText(value);
  return text === undefined || text.length > longestValue ? [] : [[tag, text]];
}

function findJsonText(value: JsonValue): string | undefined {
  try {
    return canonicalJson(value);
  } catch {
    // The number is too large for JSON, or the value nested deeper than the stack: neither helps a reader.
    return undefined;
  }
}

function noteUnsaid(schema: JsonObject): string[] {
  const present = unsaidKeywords.filter((keyword) => Object.hasOwn(schema, keyword));
  if (present.length === 0) return [];
  const shown = present.map((keyword) => {
    const text = findJsonText(schema[keyword] as JsonValue);
    return text === undefined || text.length > longestCondition ? keyword : `${keyword} ${text}`;
  });
  return [`Limited further than its type says: ${shown.join(', ')}`];
}
