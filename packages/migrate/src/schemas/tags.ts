/**
 * Adds constraints to a type as doc tags. A tag may be there once, so two bounds become the narrower one.
 */
import { findPatternLimit } from '@sigil/codegen/patterns';
import type { Shape } from './shape.js';

const lowBounds = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems']);
const highBounds = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']);

/** Returns the value of a tag. */
export function tagOf(shape: Shape, name: string): string | undefined {
  const tag = shape.docs.tags.find((one) => one === name || one.startsWith(`${name} `));
  return tag?.slice(name.length).trim();
}

/** Returns the type with one more bound. */
export function withBound(shape: Shape, name: string, value: number): Shape {
  const before = tagOf(shape, name);
  const known = before === undefined ? undefined : Number(before);
  const narrower =
    known === undefined
      ? value
      : lowBounds.has(name)
        ? Math.max(known, value)
        : highBounds.has(name)
          ? Math.min(known, value)
          : value;
  return withTag(shape, name, String(narrower));
}

/** Returns the type with a tag in place of one of the same name. */
export function withTag(shape: Shape, name: string, value = ''): Shape {
  const others = shape.docs.tags.filter((one) => one !== name && !one.startsWith(`${name} `));
  return { ...shape, docs: { ...shape.docs, tags: [...others, value === '' ? name : `${name} ${value}`] } };
}

/** Returns the type with a pattern; `undefined` if a build refuses it, or the type has one already. */
export function withPattern(shape: Shape, pattern: string): Shape | undefined {
  const longest = Number(tagOf(shape, 'maxLength') ?? Infinity);
  if (tagOf(shape, 'pattern') !== undefined || /[\r\n\u2028\u2029]/.test(pattern) || /\s@|^@|^\s|\s$/.test(pattern))
    return undefined;
  if (findPatternLimit(pattern) < longest) return undefined;
  return withTag(shape, 'pattern', pattern.replaceAll('*/', '*\\/'));
}

/** Texts that a doc comment keeps as they are: without its end, tags, or line breaks that it joins. */
export function isPlainText(text: string): boolean {
  return !/\*\/|(^|\s)@[a-zA-Z]|[^\n]\n[^\n]|\n{3,}|^\s|\s$|\r|\t|^[#>|*-]|\n[ *]| {2}|\{@/.test(text) && text !== '';
}

/** Escapes a source text as a literal in single quotes. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}
