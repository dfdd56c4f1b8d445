/**
 * Writes pieces of TypeScript from texts of a document, so that no text can end the comment or the literal that it is in.
 */
import type { JsonValue } from '@sigil/core';

/** Columns of a line. */
export const lineWidth = 120;

/** Writes a string literal with single quotes. */
export function quote(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  // JSON allows the two line separators inside of texts; they are written as escapes.
  const safe = inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  if (safe.includes("'") && !safe.includes('"')) return `"${safe}"`;
  return `'${safe.replaceAll("'", "\\'")}'`;
}

/** Writes the name of a member, quoted if it is no identifier. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

/** Writes JSON for a doc tag: on one line, without what ends a comment or begins a tag. */
export function tagValue(value: JsonValue): string {
  return JSON.stringify(value)
    .replaceAll('*/', '*\\/')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
    .replace(/@/g, '\\u0040')
    .replaceAll('`', '\\u0060');
}

/**
 * Returns a text as the lines of a doc comment: what would end the comment, begin a tag or include another comment is made inert,
 * and control characters become spaces.
 */
export function commentLines(text: string): string[] {
  const inert = text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .replaceAll('\t', '    ')
    .replaceAll('*/', '*\\/')
    .replace(/\{@/g, '{\\@')
    .replace(/(^|\s)@(?=[A-Za-z])/gm, '$1\\@');
  const lines = inert.split('\n').map((line) => line.trimEnd());
  while (lines[0] === '') lines.shift();
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Writes a doc comment, on one line if it has one and no tags. */
export function writeComment(lines: readonly string[], indent = ''): string {
  const [only] = lines;
  if (only === undefined) return '';
  const oneLine = `${indent}/** ${only} */`;
  if (lines.length === 1 && oneLine.length <= lineWidth && !only.startsWith('@')) return `${oneLine}\n`;
  if (lines.length === 1 && oneLine.length <= lineWidth) return `${oneLine}\n`;
  const body = lines.map((line) => (line === '' ? `${indent} *` : `${indent} * ${line}`));
  return [`${indent}/**`, ...body, `${indent} */`, ''].join('\n');
}

/** Writes a value as an expression: objects on several lines if they do not fit on one. */
export function writeValue(value: unknown, indent = '', used = 0): string {
  const flat = writeFlat(value);
  if (indent.length + used + flat.length + 1 <= lineWidth && !isDeep(value)) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const items = value.map((item) => `${inner}${writeValue(item, inner, 0)},`);
    return `[\n${items.join('\n')}\n${indent}]`;
  }
  if (typeof value !== 'object' || value === null) return flat;
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  if (members.length === 0) return '{}';
  const lines = members.map(([name, one]) => {
    const key = `${propertyName(name)}: `;
    return `${inner}${key}${writeValue(one, inner, key.length)},`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function writeFlat(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(writeFlat).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  if (members.length === 0) return '{}';
  return `{ ${members.map(([name, one]) => `${propertyName(name)}: ${writeFlat(one)}`).join(', ')} }`;
}

/** Returns whether a value stands on several lines although it would fit: a list of several objects with several members each. */
function isDeep(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const parts = Object.values(value);
  const isTable =
    Array.isArray(value) && parts.length > 1 && parts.every((one) => isCollection(one) && Object.keys(one).length > 1);
  return isTable || parts.some(isDeep);
}

function isCollection(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
