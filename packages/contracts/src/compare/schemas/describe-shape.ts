/**
 * Describes in a few words the values that a schema accepts: `a string or null`, `"a" or "b"`.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { describedKinds, type DescribedKind, type Shape } from './read-shape.js';

const kindWords: Readonly<Record<DescribedKind, string>> = {
  string: 'a string',
  number: 'a number',
  array: 'an array',
  object: 'an object',
};
const mostValues = 8;

/** Describes the shape, strings first, null last. */
export function describeShape(shape: Shape): string {
  if (shape.isAny) return 'any value';
  const { values } = shape;
  const isBoolean = values.has('true') && values.has('false');
  const isListed = (value: JsonValue): boolean => value !== null && !(isBoolean && typeof value === 'boolean');
  const words = [
    ...describedKinds.filter((kind) => shape[kind].length > 0).map((kind) => wordOf(kind, shape)),
    ...(isBoolean ? ['a boolean'] : []),
    ...listed([...values.values()].filter(isListed)),
    ...(values.has('null') ? ['null'] : []),
  ];
  return words.length === 0 ? 'no value at all' : joinWords(words);
}

/** Lists values, `"a", "b" and "c"`, at most a handful. */
export function describeValues(values: readonly JsonValue[]): string {
  return joinWords(listed(values), 'and');
}

/** Describes an alternative, such as `an object with kind, radius`. */
export function describeAlternative(kind: DescribedKind, { properties = {}, type }: JsonObject): string {
  if (kind === 'number' && type === 'integer') return 'an integer';
  const names = kind === 'object' ? Object.keys(properties as JsonObject) : [];
  return names.length === 0 ? kindWords[kind] : `${kindWords[kind]} with ${listNames(names)}`;
}

function wordOf(kind: DescribedKind, shape: Shape): string {
  const isInteger = kind === 'number' && shape.number.every(({ schema }) => schema['type'] === 'integer');
  return isInteger ? 'an integer' : kindWords[kind];
}

function listed(values: readonly JsonValue[]): string[] {
  const texts = values.slice(0, mostValues).map((value) => JSON.stringify(value));
  return values.length > mostValues ? [...texts, `${values.length - mostValues} more`] : texts;
}

function listNames(names: readonly string[]): string {
  return names.length > mostValues ? `${names.slice(0, mostValues).join(', ')} …` : names.join(', ');
}

function joinWords(words: readonly string[], last = 'or'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
