/**
 * Reads what the checker stores about members that a mapped type made: the key of each, the mapped type, and the member that it was
 * made from. Finds the syntax that such a member's type has.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { bindingsOfContainer } from './follow-type.js';
import { memberOfMapped } from './selected-members.js';
import { syntaxOf } from './type-syntax.js';
import type { TypeSite } from './type-site.js';
import { findReferenced, type WrittenType } from './written-type.js';

/** Returns the declaration of a member changed by a mapped type; a renamed member stores it under another name. */
export function originOf(property: ts.Symbol): ts.Declaration | undefined {
  const origin = linkOf(property, 'syntheticOrigin');
  return property.declarations?.[0] ?? (isSymbol(origin) ? origin.declarations?.[0] : undefined);
}

/** Returns the mapped type that made a member, unless TypeScript's own library has it, such as that of `Record`. */
export function findMapper(reading: Reading, property: ts.Symbol): ts.MappedTypeNode | undefined {
  const origin = linkOf(property, 'syntheticOrigin');
  if (isSymbol(origin)) return findMapper(reading, origin);
  const mapped = mappedNodeOf(property);
  return mapped && !reading.program.isSourceFileDefaultLibrary(mapped.getSourceFile()) ? mapped : undefined;
}

/** Returns the text of the key for which a mapped type made the member; `undefined` for other members. */
export function keyOf(property: ts.Symbol): string | undefined {
  const key = linkOf(property, 'keyType');
  return isType(key) && (key.isStringLiteral() || key.isNumberLiteral()) ? String(key.value) : undefined;
}

/**
 * Returns the syntax of the member's type where a mapped type of the plugin or a package changes it: `T[K] | null` with the key of
 * this member. `undefined` for a member that keeps its type, whose declaration shows the syntax.
 */
export function writtenByMapped(
  reading: Reading,
  symbol: ts.Symbol,
  around: { readonly type: ts.Type; readonly site: TypeSite },
): WrittenType | undefined {
  const key = keyOf(symbol);
  const mapped = mappedNodeOf(symbol);
  if (key === undefined || !mapped) return undefined;
  if (keepsType(reading, mapped)) {
    const origin = linkOf(symbol, 'syntheticOrigin');
    return isSymbol(origin) ? writtenByMapped(reading, origin, around) : undefined;
  }
  if (reading.program.isSourceFileDefaultLibrary(mapped.getSourceFile())) return undefined;
  const { type, site } = around;
  const starts = site.written ? [site.written, ...syntaxOf(type)] : syntaxOf(type);
  for (const start of starts) {
    const bindings = bindingsOfContainer(reading, start, mapped);
    if (bindings) return memberOfMapped(reading, mapped, bindings, key);
  }
  return undefined;
}

/** Returns whether the mapped type copies its members: `{ [K in keyof T]: T[K] }`, with other modifiers or fewer members. */
function keepsType(reading: Reading, { type, nameType, typeParameter }: ts.MappedTypeNode): boolean {
  if (nameType || !type || !compiler.isIndexedAccessTypeNode(type)) return false;
  const index = findReferenced(reading, { node: type.indexType, bindings: new Map() });
  return index !== undefined && index === reading.checker.getSymbolAtLocation(typeParameter.name);
}

function mappedNodeOf(property: ts.Symbol): ts.MappedTypeNode | undefined {
  const mapped = linkOf(property, 'mappedType');
  return isType(mapped) ? mapped.symbol.declarations?.find(compiler.isMappedTypeNode) : undefined;
}

/** Returns what the checker stores beside a symbol that has no declaration of its own. */
function linkOf(property: ts.Symbol, name: string): unknown {
  const links: unknown = 'links' in property ? property.links : undefined;
  return typeof links === 'object' && links !== null ? Reflect.get(links, name) : undefined;
}

function isType(value: unknown): value is ts.Type {
  return typeof value === 'object' && value !== null && 'flags' in value;
}

function isSymbol(value: unknown): value is ts.Symbol {
  return typeof value === 'object' && value !== null && 'escapedName' in value;
}
