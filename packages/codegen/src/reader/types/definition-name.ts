/**
 * Finds what a type is called, in the words of its declaration: `Page_User` for `Page<User>`.
 *
 * Never asks the checker for a type's text, whose order depends on what was checked before.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { declaresJson } from './any-json.js';
import { nameOfSymbol, textOfType, plainName, joinName } from './type-name.js';
import type { TypeSite } from './type-site.js';
import { findReferenced, followOnce, typeArgumentsOf, unwrapWritten, type WrittenType } from './written-type.js';

/** The declaration that names a type at its site. */
export interface DeclaredName {
  readonly symbol: ts.Symbol;
  readonly name: () => string;
  /** Tells whether the type has no type arguments, so that its declaration alone says all of it. */
  readonly isPlain: boolean;
}

/**
 * The declaration that names the type; `undefined` for types without a name, and for what the language's library or a type
 * that changes others (`Partial<X>`) makes of them.
 */
export function findName(reading: Reading, type: ts.Type, site: TypeSite): DeclaredName | undefined {
  const { aliasSymbol, aliasTypeArguments } = type;
  if (aliasSymbol && isNaming(reading, aliasSymbol)) return declaredName(reading, aliasSymbol, aliasTypeArguments);

  const { symbol } = type;
  if (symbol && symbol.flags & (compiler.SymbolFlags.Class | compiler.SymbolFlags.Interface)) {
    const isBuiltInList = reading.checker.isArrayType(type) || reading.checker.isTupleType(type);
    if (!isBuiltInList && nameOfSymbol(symbol) !== undefined && isNaming(reading, symbol))
      return declaredName(reading, symbol, argumentsOf(reading, type));
  }
  return site.written && findWrittenName(reading, type, site.written);
}

/** A name for what has none: that of the alias it comes from, or else of the nearest property. */
export function makeUpName(reading: Reading, type: ts.Type, site: TypeSite): string {
  const { aliasSymbol, aliasTypeArguments = [] } = type;
  if (aliasSymbol) return nameWithArguments(reading, aliasSymbol, aliasTypeArguments);
  const names = site.path.match(/[\p{L}\p{N}_$]+/gu);
  return plainName(names?.at(-1) ?? (site.role === 'result' ? 'Result' : 'Input'));
}

function declaredName(
  reading: Reading,
  symbol: ts.Symbol,
  typeArguments: readonly ts.Type[] = [],
): DeclaredName | undefined {
  return {
    symbol,
    name: () => nameWithArguments(reading, symbol, typeArguments),
    isPlain: typeArguments.length === 0,
  };
}

function nameWithArguments(reading: Reading, symbol: ts.Symbol, typeArguments: readonly ts.Type[]): string {
  return joinName(
    nameOfSymbol(symbol) ?? symbol.name,
    typeArguments.map((one) => textOfType(reading, one)),
  );
}

/** Without the one that stands for `this`. */
function argumentsOf(reading: Reading, type: ts.Type): readonly ts.Type[] {
  if (!('target' in type)) return [];
  // Sound because only references have a target: the generic type that they refer to.
  const reference = type as ts.TypeReference;
  const count = reference.target.typeParameters?.length ?? 0;
  return reading.checker.getTypeArguments(reference).slice(0, count);
}

/** The checker forgets the names of arrays, of tuples and of what it looked up in another type; the source has them. */
function findWrittenName(reading: Reading, type: ts.Type, written: WrittenType): DeclaredName | undefined {
  if (written.bindings.size > 0 || reading.checker.getTypeFromTypeNode(written.node) !== type) return undefined;
  let found: DeclaredName | undefined;
  const seen = new Set<ts.Symbol>();
  for (let current = unwrapWritten(reading, written); current; current = followOnce(reading, current)) {
    const symbol = findReferenced(reading, current);
    if (!symbol || seen.has(symbol)) break;
    seen.add(symbol);
    const isAlias = (symbol.flags & compiler.SymbolFlags.TypeAlias) !== 0;
    if (isAlias && isNaming(reading, symbol)) found = writtenName(reading, symbol, current);
  }
  return found;
}

function writtenName(reading: Reading, symbol: ts.Symbol, { node, bindings }: WrittenType): DeclaredName {
  const typeArguments = typeArgumentsOf(node);
  const names = (): string[] =>
    typeArguments.map((argument) => {
      const unwrapped = unwrapWritten(reading, { node: argument, bindings });
      return textOfType(reading, reading.checker.getTypeFromTypeNode(unwrapped?.node ?? argument));
    });
  const isPlain = typeArguments.length === 0 && isAtTopLevel(symbol);
  return { symbol, name: () => joinName(symbol.name, names()), isPlain };
}

/** Inside of a function, what an alias stands for may depend on the function's type parameters. */
function isAtTopLevel(symbol: ts.Symbol): boolean {
  return (
    symbol.declarations?.every(({ parent }) => compiler.isSourceFile(parent) || compiler.isModuleBlock(parent)) ?? false
  );
}

/** Returns whether the declaration says what its type is, and does not only change another. */
function isNaming(reading: Reading, symbol: ts.Symbol): boolean {
  const declaration = symbol.declarations?.[0];
  if (!declaration || declaresJson(reading, declaration)) return false;
  if (!compiler.isTypeAliasDeclaration(declaration)) return true;
  if (reading.origins.isBuiltIn(symbol)) return false;
  return (declaration.typeParameters ?? []).length === 0 || describesData(declaration.type);
}

/** The body of a generic alias that is about data, not about how to change another type. */
export function describesData(body: ts.TypeNode): boolean {
  if (compiler.isParenthesizedTypeNode(body) || compiler.isTypeOperatorNode(body)) return describesData(body.type);
  return (
    compiler.isTypeLiteralNode(body) ||
    compiler.isUnionTypeNode(body) ||
    compiler.isIntersectionTypeNode(body) ||
    compiler.isArrayTypeNode(body) ||
    compiler.isTupleTypeNode(body)
  );
}
