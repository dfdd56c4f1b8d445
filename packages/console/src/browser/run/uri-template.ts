/**
 * Expands URI templates with all operators and modifiers, for values that are texts.
 *
 * Spec: RFC 6570, level 3, with prefixes
 */
import type { JsonObject } from '@sigil/core';
import { textOf } from '../json.js';

/** A variable of a template. One of a query may be left out. */
export interface Variable {
  readonly name: string;
  readonly required: boolean;
}

interface Operator {
  readonly first: string;
  readonly between: string;
  /** Whether the names of variables are written. */
  readonly named?: boolean;
  readonly reserved?: boolean;
}

const expression = /\{([+#./;?&]?)([^{}]+)\}/g;
const operators: Readonly<Record<string, Operator>> = {
  '': { first: '', between: ',' },
  '+': { first: '', between: ',', reserved: true },
  '#': { first: '#', between: ',', reserved: true },
  '.': { first: '.', between: '.' },
  '/': { first: '/', between: '/' },
  ';': { first: ';', between: ';', named: true },
  '?': { first: '?', between: '&', named: true },
  '&': { first: '&', between: '&', named: true },
};

/** Lists the variables in order. */
export function listVariables(template: string): Variable[] {
  const found = new Map<string, boolean>();
  for (const [, operator = '', list = ''] of template.matchAll(expression)) {
    const isQuery = operator === '?' || operator === '&';
    for (const { name } of readList(list)) found.set(name, !isQuery || found.get(name) === true);
  }
  return [...found].map(([name, required]) => ({ name, required }));
}

/** Writes the URI. A variable without a value is left out. */
export function expandTemplate(template: string, values: JsonObject): string {
  const literals = template.split(/\{[^{}]*\}/).map(encodeLiteral);
  const written = [...template.matchAll(expression)].map(([, operator = '', list = '']) =>
    expand(operator, list, values),
  );
  return literals.map((literal, index) => literal + (written[index] ?? '')).join('');
}

function expand(operator: string, list: string, values: JsonObject): string {
  const { first = '', between = ',', named = false, reserved = false } = operators[operator] ?? {};
  const parts = readList(list).flatMap(({ name, length }) => {
    const text = textOf(values[name]);
    if (text === undefined) return [];
    const value = encode(length === undefined ? text : [...text].slice(0, length).join(''), reserved);
    if (!named) return [value];
    return [value === '' && operator === ';' ? name : `${name}=${value}`];
  });
  return parts.length === 0 ? '' : first + parts.join(between);
}

function readList(list: string): { readonly name: string; readonly length: number | undefined }[] {
  return list.split(',').map((text) => {
    const [name = '', length] = text.replace(/\*$/, '').split(':');
    return { name, length: length === undefined ? undefined : Number(length) };
  });
}

/** @param reserved keeps escapes and the characters that separate parts of a URI */
function encode(text: string, reserved: boolean): string {
  if (reserved) return encodeLiteral(text.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'));
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Encodes the characters that no URI may contain. */
function encodeLiteral(text: string): string {
  return text.replace(/[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+/g, encodeURIComponent);
}
