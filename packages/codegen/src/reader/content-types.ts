/**
 * Recognises content among the types that a method returns: blocks, bytes, and lists of them with text or nothing between.
 */
import type { ts } from 'ts-morph';
import { compiler } from './program/compiler.js';
import type { PublishedMethod } from './published-method.js';
import { isIncludingNothing } from './returned-type.js';
import { deepestContentList, isBlock } from './types/content-blocks.js';
import { membersOf } from './types/type-site.js';

const byteNames = new Set(['Uint8Array', 'Buffer', 'ArrayBuffer']);

/** Returns whether the type is a block, bytes, or a list with any of them, possibly beside text or nothing. */
export function isContent(method: PublishedMethod, type: ts.Type, depth = 0): boolean {
  if (isBlock(method.reading, type) || isBytes(method, type)) return true;
  const { checker } = method.reading;
  // A type may be a list of itself.
  if (depth > deepestContentList || (!checker.isArrayType(type) && !checker.isTupleType(type))) return false;
  const items = checker.getTypeArguments(readReference(type)).flatMap(membersOf);
  const isFine = (item: ts.Type): boolean => isBeside(item) || isContent(method, item, depth + 1);
  return items.every(isFine) && !items.every(isBeside);
}

/** Returns whether the type may stand beside content in a list. */
export function isBeside(type: ts.Type): boolean {
  return isString(type) || isNull(type) || isIncludingNothing(type);
}

/** Returns whether the type is one of bytes: by default `Uint8Array`, `Buffer` and `ArrayBuffer`. */
export function isBytes(method: PublishedMethod, { symbol }: ts.Type, names: ReadonlySet<string> = byteNames): boolean {
  return symbol !== undefined && names.has(symbol.name) && method.reading.origins.isBuiltIn(symbol);
}

/** Returns whether the type is a message of a prompt. */
export function isMessage({ reading }: PublishedMethod, { symbol }: ts.Type): boolean {
  return symbol !== undefined && symbol.name === 'PromptMessage' && reading.origins.isFromCore(symbol);
}

/** Returns whether the type is null. */
export function isNull(type: ts.Type): boolean {
  return (type.flags & compiler.TypeFlags.Null) !== 0;
}

/** Returns whether the type is a string of any kind, including branded ones, literals, and template literals. */
export function isString(type: ts.Type): boolean {
  if (type.isIntersection()) return type.types.some(isString);
  return (type.flags & compiler.TypeFlags.StringLike) !== 0;
}

/** @param type is an array or a tuple */
export function readReference(type: ts.Type): ts.TypeReference {
  // Sound because the caller checked that the type is an array, which is always a reference.
  return type as ts.TypeReference;
}

/** @param type is a tuple */
export function readTuple(type: ts.Type): ts.TupleType {
  // Sound because the caller checked that the type is a tuple.
  return (type as ts.TupleTypeReference).target;
}
