/**
 * Joins the values of parameters by style and `explode`: rows of OpenAPI's style table.
 *
 * `null` and `undefined` are left out, as RFC 6570 leaves out undefined values. Composite values inside of composite ones are JSON, but
 * for `deepObject`.
 * Spec: OpenAPI 3.1 Parameter Object, "Style Examples" and appendix C; RFC 6570 section 3.2
 */
import { ToolError } from '@sigil/core';
import type { ParameterStyle } from './description.js';
import { escapeCharacter, type TextEncoding } from './percent-encoding.js';
import { isComposite, itemsOf, membersOf, textOf } from './plain-value.js';

/** A value with its name in the document and its row of the table. */
export interface StyledValue {
  readonly name: string;
  readonly value: unknown;
  readonly style: ParameterStyle;
  readonly explode: boolean;
}

/** Returns encoded names and values, for a query, a cookie or a form. A value that is left out has none. */
export function expandPairs(parameter: StyledValue, encoding: TextEncoding): [name: string, value: string][] {
  const { name, value, style, explode } = parameter;
  if (value === undefined || value === null) return [];
  const encodePair = ([key, it]: readonly [string, unknown]): [string, string] => [
    encoding.encodeName(key),
    encoding.encode(textOf(it)),
  ];
  if (style === 'deepObject') return deepPairs(name, value).map(encodePair);
  const items = itemsOf(value);
  const members = membersOf(value);
  if (!items && !members) return [encodePair([name, value])];
  if (explode) return (members ?? (items ?? []).map((item) => [name, item] as const)).map(encodePair);
  const values = items ?? (members ?? []).flat();
  return values.length === 0 ? [] : [[encoding.encodeName(name), joinValues(parameter, values, encoding)]];
}

/** Returns the text that replaces a path parameter, or is the value of a header. */
export function expandText(parameter: StyledValue, encoding: TextEncoding): string {
  const { name, value, style, explode } = parameter;
  const items = itemsOf(value);
  const members = membersOf(value);
  const prefix = style === 'label' ? '.' : '';

  if (!items && !members) {
    const text = encoding.encode(textOf(value));
    if (style !== 'matrix') return prefix + text;
    return `;${encoding.encodeName(name)}${text === '' ? '' : `=${text}`}`;
  }
  if (style === 'matrix') {
    if (!explode)
      return `;${encoding.encodeName(name)}=${joinValues(parameter, items ?? (members ?? []).flat(), encoding)}`;
    const pairs = members ?? (items ?? []).map((item) => [name, item] as const);
    return pairs.map(([key, it]) => expandText({ ...parameter, name: key, value: textOf(it) }, encoding)).join('');
  }
  const separator = style === 'label' && explode ? '.' : ',';
  if (items) return prefix + joinItems(name, items, separator, encoding);
  if (!explode) return prefix + joinItems(name, (members ?? []).flat(), separator, encoding);
  const encode = (text: unknown) => joinItems(name, [text], separator, encoding);
  return prefix + (members ?? []).map(([key, it]) => `${encode(key)}=${encode(it)}`).join(separator);
}

function joinValues({ name, style }: StyledValue, values: readonly unknown[], encoding: TextEncoding): string {
  if (style === 'spaceDelimited') return joinItems(name, values, encoding.encode(' '), encoding);
  if (style === 'pipeDelimited') return joinItems(name, values, encoding.encode('|'), encoding);
  return joinItems(name, values, ',', encoding);
}

/** @throws ToolError if an item contains the separator and has no other spelling */
function joinItems(
  name: string,
  items: readonly unknown[],
  separator: string,
  { encode, canEscape }: TextEncoding,
): string {
  const encoded = items.map((item) => encode(textOf(item)));
  if (!encoded.some((item) => item.includes(separator))) return encoded.join(separator);
  if (canEscape && (separator === ',' || separator === '.')) {
    return encoded.map((item) => item.replaceAll(separator, escapeCharacter)).join(separator);
  }
  throw new ToolError(
    `"${name}": an item contains the character that separates the items, and the API has no escape for it`,
  );
}

/**
 * Brackets for every level: `a[b][c]=1`. OpenAPI defines one level of objects; lists are `a[]=1`, or `a[0][b]=1` if their items have
 * members, which are the forms that Stripe, Rails, PHP and qs read.
 */
function deepPairs(name: string, value: unknown): [string, unknown][] {
  const items = itemsOf(value);
  const members = membersOf(value);
  if (members) return members.flatMap(([key, it]) => deepPairs(`${name}[${key}]`, it));
  if (!items) return [[name, value]];
  if (!items.some(isComposite)) return items.map((item) => [`${name}[]`, item]);
  return items.flatMap((item, index) => deepPairs(`${name}[${index}]`, item));
}
