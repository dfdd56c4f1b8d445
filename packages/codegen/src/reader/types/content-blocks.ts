/**
 * Recognises content blocks: the types of @sigil/core, types that extend them, and types of the same shape, which clients would
 * take for blocks as well.
 */
import type { ts } from 'ts-morph';
import type { ContentBlock } from '@sigil/core';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { refuseType } from './refuse-type.js';
import { membersOf, type TypeSite } from './type-site.js';

const blockNames = new Set(['TextContent', 'ImageContent', 'AudioContent', 'ResourceLink', 'EmbeddedResource']);

/** The members of blocks other than text, by the value of `type`. Text has members that ordinary data may have too. */
const shapes: ReadonlyMap<string, readonly string[]> = new Map([
  ['image', ['data', 'mimeType']],
  ['audio', ['data', 'mimeType']],
  ['resource_link', ['uri', 'name']],
  ['resource', ['resource']],
]);

/** The values of `type` in content blocks. */
export const blockTypes = [
  'text',
  'image',
  'audio',
  'resource_link',
  'resource',
] as const satisfies readonly ContentBlock['type'][];

/** Lists of content nested deeper than this are data. */
export const deepestContentList = 3;

/** Returns whether values of the type are content blocks. */
export function isBlock(reading: Reading, type: ts.Type): boolean {
  if (!(type.flags & (compiler.TypeFlags.Object | compiler.TypeFlags.Intersection))) return false;
  return isDeclaredBlock(reading, type) || hasShapeOfBlock(reading, type);
}

/** @returns the kind of a block; `undefined` where its type allows several */
export function blockTypeOf({ checker }: Reading, type: ts.Type): ContentBlock['type'] | undefined {
  const tag = checker.getPropertyOfType(type, 'type');
  const value = tag && checker.getTypeOfSymbol(tag);
  return value?.isStringLiteral() ? blockTypes.find((name) => name === value.value) : undefined;
}

/**
 * Refuses a type whose values are content inside data: clients get data as JSON, in which an image is text that nobody sees.
 *
 * @returns whether it was refused
 */
export function refuseContent(reading: Reading, members: readonly ts.Type[], site: TypeSite): boolean {
  if (site.role !== 'result' || site.mayBeContent) return false;
  const content = members.find((member) => isContentList(reading, member, 0));
  if (!content) return false;
  const says = isBlock(reading, content) ? 'is content inside data' : 'has content among data, or inside it';
  refuseType(reading, site, { type: content, code: 'SIGIL065', says });
  return true;
}

/** Returns whether the type is a block or a list with one. Such lists may be named and known from a place that allows them. */
function isContentList(reading: Reading, type: ts.Type, depth: number): boolean {
  const { checker } = reading;
  if (!checker.isArrayType(type) && !checker.isTupleType(type)) return isBlock(reading, type);
  if (depth > deepestContentList) return false;
  // Sound: arrays and tuples are references.
  const items = checker.getTypeArguments(type as ts.TypeReference).flatMap(membersOf);
  return items.some((item) => isContentList(reading, item, depth + 1));
}

function isDeclaredBlock(reading: Reading, type: ts.Type): boolean {
  if (type.isIntersection()) return type.types.some((part) => isDeclaredBlock(reading, part));
  const { symbol } = type;
  if (symbol !== undefined && blockNames.has(symbol.name) && reading.origins.isFromCore(symbol)) return true;
  return type.isClassOrInterface() && reading.checker.getBaseTypes(type).some((base) => isDeclaredBlock(reading, base));
}

function hasShapeOfBlock({ checker }: Reading, type: ts.Type): boolean {
  const tag = checker.getPropertyOfType(type, 'type');
  if (!tag || tag.flags & compiler.SymbolFlags.Optional) return false;
  const value = checker.getTypeOfSymbol(tag);
  const names = value.isStringLiteral() ? shapes.get(value.value) : undefined;
  if (!names) return false;
  return names.every((name) => {
    const member = checker.getPropertyOfType(type, name);
    if (!member) return false;
    const held = checker.getTypeOfSymbol(member);
    if (name !== 'resource') return (held.flags & compiler.TypeFlags.StringLike) !== 0;
    return membersOf(held).every((one) => checker.getPropertyOfType(one, 'uri') !== undefined);
  });
}
