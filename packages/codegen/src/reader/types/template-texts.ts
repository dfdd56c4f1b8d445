/**
 * Lists the strings that a template literal type or a string mapping (`Uppercase<T>`) allows, in source order.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { identityOf } from './sort-keys.js';
import { membersOf } from './type-site.js';
import { findReferenced, followAliases, typeArgumentsOf, type WrittenType } from './written-type.js';

/** Longer lists become patterns anyway. */
const maxTexts = 10_000;

const mappings: ReadonlyMap<string, (text: string) => string> = new Map([
  ['Uppercase', (text: string) => text.toUpperCase()],
  ['Lowercase', (text: string) => text.toLowerCase()],
  ['Capitalize', (text: string) => text.charAt(0).toUpperCase() + text.slice(1)],
  ['Uncapitalize', (text: string) => text.charAt(0).toLowerCase() + text.slice(1)],
]);

/** Sorts the members of a union into source order. */
export type OrderMembers = (
  reading: Reading,
  types: readonly ts.Type[],
  written: WrittenType,
) => readonly { readonly type: ts.Type }[];

/** Returns whether the type is written as a template or a mapping, whose strings are not in the source. */
export function isOfTexts(reading: Reading, written: WrittenType): boolean {
  if (compiler.isTemplateLiteralTypeNode(written.node)) return true;
  return compiler.isTypeReferenceNode(written.node) && findMapping(reading, written) !== undefined;
}

/** Returns the texts of literals, of a template, or of a mapping; `undefined` for other types. */
export function textsOf(reading: Reading, written: WrittenType, order: OrderMembers): readonly string[] | undefined {
  const followed = followAliases(reading, written) ?? written;
  const { node, bindings } = followed;
  if (compiler.isTemplateLiteralTypeNode(node)) return joinParts(spanTexts(reading, followed, order));

  const map = findMapping(reading, followed);
  const [argument] = typeArgumentsOf(node);
  if (map && argument) return textsOf(reading, { node: argument, bindings }, order)?.map(map);

  const members = membersOf(reading.checker.getTypeFromTypeNode(node));
  const texts = order(reading, members, followed).flatMap(({ type }) => textOfLiteral(type) ?? []);
  return texts.length === members.length ? texts : undefined;
}

/**
 * Returns the possible texts of each part of a template; `undefined` when they are infinite, and for a type that is not a
 * template.
 */
export function spanTexts(
  reading: Reading,
  { node, bindings }: WrittenType,
  order: OrderMembers,
): readonly (readonly string[])[] | undefined {
  if (!compiler.isTemplateLiteralTypeNode(node)) return undefined;
  const parts: (readonly string[])[] = [[node.head.text]];
  for (const span of node.templateSpans) {
    const texts = textsOf(reading, { node: span.type, bindings }, order);
    if (!texts) return undefined;
    parts.push(texts, [span.literal.text]);
  }
  return parts;
}

/** Returns the text of a literal inside a template. */
export function textOfLiteral(type: ts.Type): string | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return String(type.value);
  return type.flags & compiler.TypeFlags.BooleanLiteral ? String(identityOf(type)) : undefined;
}

function joinParts(parts: readonly (readonly string[])[] | undefined): readonly string[] | undefined {
  const count = parts?.reduce((total, texts) => total * texts.length, 1) ?? Infinity;
  if (!parts || count > maxTexts) return undefined;
  return parts.reduce((before, part) => before.flatMap((text) => part.map((one) => text + one)), ['']);
}

function findMapping(reading: Reading, written: WrittenType): ((text: string) => string) | undefined {
  const symbol = findReferenced(reading, written);
  return symbol && reading.origins.isBuiltIn(symbol) ? mappings.get(symbol.name) : undefined;
}
