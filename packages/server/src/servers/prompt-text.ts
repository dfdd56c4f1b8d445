/**
 * The text of a configured prompt: `{{name}}` is replaced by an argument, and the text between `{{#name}}` and `{{/name}}` is left
 * out without it.
 */
import type { JsonObject } from '@sigil/core';

const name = String.raw`\s*([A-Za-z0-9_.-]+)\s*`;
const section = String.raw`\{\{#${name}\}\}((?:(?!\{\{#\s*\1\s*\}\})[^])*?)\{\{/\s*\1\s*\}\}`;
/** A whole section, or a placeholder. */
const filled = new RegExp(String.raw`${section}|\{\{${name}\}\}`, 'g');
const mark = new RegExp(String.raw`\{\{[#/]?${name}\}\}`, 'g');

/** Fills in one pass, so that a client's argument is never read as a placeholder. An empty argument counts as none. */
export function fillIn(text: string, input: JsonObject): string {
  const valueOf = (argument: string): string => (Object.hasOwn(input, argument) ? String(input[argument]) : '');
  return text.replace(filled, (_, condition?: string, inner?: string, argument?: string) => {
    if (condition === undefined) return valueOf(argument ?? '');
    return valueOf(condition) === '' ? '' : fillIn(inner ?? '', input);
  });
}

/** @returns the placeholders and sections without an argument, as written */
export function findUnknownNames(text: string, names: ReadonlySet<string>): readonly string[] {
  return [...text.matchAll(mark)].filter(([, named]) => !names.has(named!)).map(([written]) => written);
}

/** @returns the beginnings and ends of sections that have no counterpart, as written */
export function findUnpaired(text: string): readonly string[] {
  const left = text.replace(filled, (_, condition?: string, inner?: string) =>
    condition === undefined ? '' : findUnpaired(inner ?? '').join(''),
  );
  return [...left.matchAll(mark)].map(([written]) => written);
}
