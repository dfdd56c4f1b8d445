/**
 * Finds the name of a type by its declaration: `Page_User` for `Page<User>`.
 *
 * Never uses the checker's text of a type, whose order depends on what was checked before.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { declaresJson } from './any-json.js';
import { nameOfSymbol, textOfType, plainName, joinName } from './type-name.js';
import type { TypeSite } from './type-site.js';
import { documentedAlias } from './written-names.js';
import { findReferenced, followOnce, typeArgumentsOf, unwrapWritten, type WrittenType } from './written-type.js';

/** The declaration that names a type at its site. */
export interface DeclaredName {
  readonly symbol: ts.Symbol;
  readonly name: () => string;
  /** True when the type has no type arguments, so that its declaration alone defines it. */
  readonly isPlain: boolean;
}

/**
 * Returns the declaration that names the type; `undefined` for unnamed types, and for those made by the language's library or a
 * type that changes others (`Partial<X>`).
 */
export function findName(reading: Reading, type: ts.Type, site: TypeSite): DeclaredName | undefined {
  const { aliasSymbol, aliasTypeArguments } = type;
  if (aliasSymbol && isNaming(reading, aliasSymbol))
    return declaredName(reading, aliasSymbol, aliasTypeArguments ?? [], site);

  const { symbol } = type;
  if (symbol && symbol.flags & (compiler.SymbolFlags.Class | compiler.SymbolFlags.Interface)) {
    const isBuiltInList = reading.checker.isArrayType(type) || reading.checker.isTupleType(type);
    if (!isBuiltInList && nameOfSymbol(symbol) !== undefined && isNaming(reading, symbol))
      return declaredName(reading, symbol, argumentsOf(reading, type), site);
  }
  return site.written && findWrittenName(reading, type, site.written);
}

/** Makes a name for an unnamed type: that of the alias it comes from, or else of the nearest property. */
export function makeUpName(reading: Reading, type: ts.Type, site: TypeSite): string {
  const { aliasSymbol, aliasTypeArguments = [] } = type;
  if (aliasSymbol) return nameWithArguments(reading, aliasSymbol, aliasTypeArguments, site);
  const names = site.path.match(/[\p{L}\p{N}_$]+/gu);
  return plainName(names?.at(-1) ?? (site.role === 'result' ? 'Result' : 'Input'));
}

function declaredName(
  reading: Reading,
  symbol: ts.Symbol,
  typeArguments: readonly ts.Type[],
  site: TypeSite,
): DeclaredName | undefined {
  return {
    symbol,
    name: () => nameWithArguments(reading, symbol, typeArguments, site),
    isPlain: typeArguments.length === 0,
  };
}

function nameWithArguments(
  reading: Reading,
  symbol: ts.Symbol,
  typeArguments: readonly ts.Type[],
  site: TypeSite,
): string {
  const names = typeArguments.length > 0 ? documentedArguments(reading, site, symbol) : [];
  return joinName(
    nameOfSymbol(symbol) ?? symbol.name,
    typeArguments.map((one, index) => names[index]?.name ?? textOfType(reading, one)),
  );
}

/** Returns the documented aliases among the type arguments of a reference to the symbol. */
function documentedArguments(reading: Reading, site: TypeSite, symbol: ts.Symbol): readonly (ts.Symbol | undefined)[] {
  const seen = new Set<ts.Node>();
  let current = unwrapWritten(reading, site.written);
  while (current && !seen.has(current.node) && findReferenced(reading, current) !== symbol) {
    seen.add(current.node);
    current = followOnce(reading, current);
  }
  if (!current || findReferenced(reading, current) !== symbol) return [];
  const { node, bindings } = current;
  return typeArgumentsOf(node).map((argument) => {
    const unwrapped = unwrapWritten(reading, { node: argument, bindings });
    return unwrapped && documentedAlias(reading, unwrapped, site);
  });
}

/** Returns the type arguments without the one for `this`. */
function argumentsOf(reading: Reading, type: ts.Type): readonly ts.Type[] {
  if (!('target' in type)) return [];
  // Sound because only references have a target: the generic type that they refer to.
  const reference = type as ts.TypeReference;
  const count = reference.target.typeParameters?.length ?? 0;
  return reading.checker.getTypeArguments(reference).slice(0, count);
}

/** Finds a name in the source, because the checker forgets the names of arrays, tuples and types looked up in another type. */
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

/** Returns whether the symbol is outside functions, inside which an alias may depend on the function's type parameters. */
function isAtTopLevel(symbol: ts.Symbol): boolean {
  return (
    symbol.declarations?.every(({ parent }) => compiler.isSourceFile(parent) || compiler.isModuleBlock(parent)) ?? false
  );
}

/** Returns whether the declaration defines a type, rather than only changing another. */
function isNaming(reading: Reading, symbol: ts.Symbol): boolean {
  const declaration = symbol.declarations?.[0];
  if (!declaration || declaresJson(reading, declaration)) return false;
  if (!compiler.isTypeAliasDeclaration(declaration)) return true;
  if (reading.origins.isBuiltIn(symbol)) return false;
  return (declaration.typeParameters ?? []).length === 0 || describesData(declaration.type);
}

/** Returns whether the body of a generic alias describes data, rather than a change to another type. */
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
