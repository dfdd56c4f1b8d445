/**
 * The source order of the members of unions and objects. The checker's own order depends on what it saw before, in any file, so
 * it is never used where it could show.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { selectTypes } from './follow-type.js';
import { keyOf, originOf } from './mapped-members.js';
import { readBrand } from './read-brand.js';
import { compareKeys, firstDeclaration, identityOf, orderUnwritten, placeKey } from './sort-keys.js';
import { isOfTexts, textOfLiteral, textsOf } from './template-texts.js';
import { membersOf } from './type-site.js';
import {
  bindArguments,
  type Bindings,
  findReferenced,
  followAliases,
  typeArgumentsOf,
  typeNodeOf,
  unwrapWritten,
  type WrittenType,
  writtenType,
} from './written-type.js';

/** A member of a union and its syntax in the source. */
export interface OrderedMember {
  readonly type: ts.Type;
  readonly written: WrittenType | undefined;
}

interface Rank {
  readonly rank: number;
  readonly written: WrittenType | undefined;
}

interface Ranks {
  readonly byType: Map<unknown, Rank>;
  readonly bySymbol: Map<ts.Symbol, Rank>;
  readonly byText: Map<string, Rank>;
  readonly seen: Set<ts.Node>;
}

/** Returns the members in source order; those that the source does not write, by declaration or value, at the end. */
export function orderMembers(reading: Reading, types: readonly ts.Type[], written?: WrittenType): OrderedMember[] {
  const ranks: Ranks = { byType: new Map(), bySymbol: new Map(), byText: new Map(), seen: new Set() };
  rankWritten(reading, written, ranks);
  const ranked = types.map((type) => rankOf(type, ranks));
  const isSettled = new Set(ranked.map(({ rank }) => rank)).size === types.length;
  // Types that the source does not distinguish keep the order of `orderUnwritten`, which is slow to compute.
  const inOrder = isSettled ? ranked : orderUnwritten(reading, types).map((type) => rankOf(type, ranks));
  return inOrder
    .sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
    .map(({ type, written: node }) => ({ type, written: node }));
}

function rankOf(type: ts.Type, ranks: Ranks): OrderedMember & Rank {
  const symbol = type.aliasSymbol ?? type.symbol;
  const text = type.isStringLiteral() ? ranks.byText.get(type.value) : undefined;
  const found = ranks.byType.get(identityOf(type)) ?? (symbol && ranks.bySymbol.get(symbol)) ?? text;
  return { type, written: found?.written, rank: found?.rank ?? Infinity };
}

/** Returns an object's properties in source order, those of base types first. */
export function orderedProperties(reading: Reading, type: ts.Type, written?: WrittenType): readonly ts.Symbol[] {
  const properties = reading.checker.getPropertiesOfType(type);
  if (properties.length < 2 || !isReordered(type)) return properties;
  const byName = new Map(properties.map((property) => [property.getName(), property]));
  return orderedNames(reading, type, written).flatMap((name) => byName.get(name) ?? []);
}

function isReordered(type: ts.Type): boolean {
  const isNamed = type.isClassOrInterface() || isReferenceToDeclared(type);
  return type.isIntersection() || isMapped(type) || isNamed || spreadOf(type) !== undefined;
}

/** Returns the object literal that the type was inferred from, if it spreads others. */
function spreadOf(type: ts.Type): ts.ObjectLiteralExpression | undefined {
  const declaration = (type.symbol as ts.Symbol | undefined)?.valueDeclaration;
  if (!declaration || !compiler.isObjectLiteralExpression(declaration)) return undefined;
  return declaration.properties.some(compiler.isSpreadAssignment) ? declaration : undefined;
}

/** Returns the spread names in order: the checker lists them from the last spread object to the first. */
function spreadNames(reading: Reading, { properties }: ts.ObjectLiteralExpression): string[] {
  return properties.flatMap((property) => {
    if (compiler.isSpreadAssignment(property))
      return orderedNames(reading, reading.checker.getTypeAtLocation(property.expression));
    return reading.checker.getSymbolAtLocation(property.name)?.name ?? [];
  });
}

function orderedNames(reading: Reading, type: ts.Type, written?: WrittenType): string[] {
  if (type.isIntersection()) return distinct(type.types.flatMap((part) => orderedNames(reading, part)));
  if (isMapped(type)) return mappedNames(reading, type, written);
  if (type.isClassOrInterface() || isReferenceToDeclared(type)) return declaredNames(reading, type);
  const names = reading.checker.getPropertiesOfType(type).map((property) => property.getName());
  const spread = spreadOf(type);
  if (!spread) return names;
  return distinct([...spreadNames(reading, spread).filter((name) => names.includes(name)), ...names]);
}

function rankWritten(reading: Reading, written: WrittenType | undefined, ranks: Ranks): void {
  const unwrapped = unwrapWritten(reading, written);
  if (!unwrapped || ranks.seen.has(unwrapped.node)) return;
  ranks.seen.add(unwrapped.node);

  const { node, bindings } = unwrapped;
  if (compiler.isUnionTypeNode(node)) {
    for (const member of node.types) rankWritten(reading, { node: member, bindings }, ranks);
    return;
  }
  if (isOfTexts(reading, unwrapped)) {
    for (const text of textsOf(reading, unwrapped, orderMembers) ?? []) addText(ranks, text);
    return;
  }
  const type = reading.checker.getTypeFromTypeNode(node);
  // The parts of a brand are written without the documentation of its name.
  if (!type.isUnion() && (type.symbol || readBrand(reading, type))) addRank(ranks, type, unwrapped);
  for (const part of writtenParts(reading, unwrapped)) rankWritten(reading, part, ranks);
  for (const member of namedByNode(reading, unwrapped) ?? orderByParts(reading, membersOf(type), ranks)) {
    addRank(ranks, member, type.isUnion() ? undefined : unwrapped);
  }
}

/** Orders `('b' | 'a') & Brand`, which becomes a union of intersections, by the union that was written. */
function orderByParts(reading: Reading, types: readonly ts.Type[], ranks: Ranks): readonly ts.Type[] {
  if (types.length < 2) return types;
  const rankOfPart = (type: ts.Type): number => ranks.byType.get(identityOf(type))?.rank ?? Infinity;
  const keyOfType = (type: ts.Type): number[] =>
    (type.isIntersection() ? type.types : [type]).map(rankOfPart).sort((a, b) => (a < b ? -1 : 1));
  return orderUnwritten(reading, types)
    .map((type) => ({ type, key: keyOfType(type) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ type }) => type);
}

/** Returns the type nodes that a node's type consists of, in order. */
function writtenParts(reading: Reading, written: WrittenType): WrittenType[] {
  const { node, bindings } = written;
  const isSelected = compiler.isIndexedAccessTypeNode(node) || compiler.isConditionalTypeNode(node);
  // Without type arguments the checker knows the selected type itself.
  if (isSelected && bindings.size > 0) return [...(selectTypes(reading, written) ?? [])];
  if (compiler.isIndexedAccessTypeNode(node)) return indexedParts(reading, node, bindings);
  if (compiler.isIntersectionTypeNode(node)) return node.types.map((part) => ({ node: part, bindings }));
  const alias = findReferenced(reading, written)?.declarations?.find(compiler.isTypeAliasDeclaration);
  const body = alias && { node: alias.type, bindings: bindArguments(written, alias, reading) };
  const followed = typeArgumentsOf(node).map((argument) => ({ node: argument, bindings }));
  return alias && !reading.program.isSourceFileDefaultLibrary(alias.getSourceFile()) && body
    ? [body, ...followed]
    : followed;
}

/** Resolves `Forecast['status']`, `typeof units[number]` and `typeof table[keyof typeof table]`. */
function indexedParts(reading: Reading, node: ts.IndexedAccessTypeNode, bindings: Bindings): WrittenType[] {
  const object = reading.checker.getTypeFromTypeNode(node.objectType);
  const index = membersOf(reading.checker.getTypeFromTypeNode(node.indexType));
  const wanted = new Set(index.map((one) => (one.isStringLiteral() ? one.value : undefined)));
  const properties = orderedNames(reading, object, { node: node.objectType, bindings }).filter((name) =>
    wanted.has(name),
  );
  return properties.flatMap((name) => {
    const declaration = reading.checker.getPropertyOfType(object, name)?.declarations?.[0];
    return writtenType(typeNodeOf(declaration)) ?? [];
  });
}

/** Returns the members that the node refers to indirectly: by the names of another type, or by its values. */
function namedByNode(reading: Reading, { node, bindings }: WrittenType): readonly ts.Type[] | undefined {
  if (compiler.isTypeOperatorNode(node) && node.operator === compiler.SyntaxKind.KeyOfKeyword)
    return namedByKeyof(reading, node);
  if (compiler.isIndexedAccessTypeNode(node)) return namedByIndex(reading, node, bindings);
  return undefined;
}

/** Returns the literals of `keyof T` in the order of T's members. */
function namedByKeyof(reading: Reading, node: ts.TypeOperatorNode): readonly ts.Type[] {
  const { checker } = reading;
  const names = orderedNames(reading, checker.getTypeFromTypeNode(node.type));
  const keys = orderUnwritten(reading, membersOf(checker.getTypeFromTypeNode(node)));
  const place = (key: ts.Type): number => names.indexOf(textOfLiteral(key) ?? '');
  return [...keys].sort((a, b) => place(a) - place(b));
}

/** Returns the values of an indexed `as const` in order. */
function namedByIndex(reading: Reading, node: ts.IndexedAccessTypeNode, bindings: Bindings): readonly ts.Type[] {
  const { checker } = reading;
  const object = checker.getTypeFromTypeNode(node.objectType);
  const values = checker.isTupleType(object)
    ? checker.getTypeArguments(readReference(object))
    : orderedNames(reading, object, { node: node.objectType, bindings })
        .flatMap((name) => checker.getPropertyOfType(object, name) ?? [])
        .map((one) => checker.getTypeOfSymbol(one));
  const reached = new Set(membersOf(checker.getTypeFromTypeNode(node)).map(identityOf));
  const inOrder = values.flatMap((value) => orderUnwritten(reading, membersOf(value)));
  return inOrder.filter((one) => reached.has(identityOf(one)));
}

function addText(ranks: Ranks, text: string): void {
  if (!ranks.byText.has(text))
    ranks.byText.set(text, { rank: ranks.byType.size + ranks.byText.size, written: undefined });
}

function addRank(ranks: Ranks, type: ts.Type, written: WrittenType | undefined): void {
  if (type.isStringLiteral() && ranks.byText.has(type.value)) return;
  const entry = { rank: ranks.byType.size + ranks.byText.size, written };
  const symbol = type.aliasSymbol ?? type.symbol;
  if (!ranks.byType.has(identityOf(type))) ranks.byType.set(identityOf(type), entry);
  if (symbol && !ranks.bySymbol.has(symbol)) ranks.bySymbol.set(symbol, entry);
}

function declaredNames(reading: Reading, type: ts.Type): string[] {
  const target = isReferenceToDeclared(type) ? type.target : type;
  const names = reading.checker.getPropertiesOfType(type).map((property) => property.getName());
  const bases = target.isClassOrInterface() ? reading.checker.getBaseTypes(target) : [];
  if (bases.length === 0 && target.symbol.declarations?.length === 1) return names;

  const known = new Set(names);
  const own = [...(target.symbol.members?.values() ?? [])]
    .map((member) => ({ member, key: placeKey(reading, firstDeclaration(reading, member)) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ member }) => member.getName());
  const all = [...bases.flatMap((base) => orderedNames(reading, base)), ...own];
  return distinct([...all.filter((name) => known.has(name)), ...known]);
}

/** Returns the names of a mapped type, ordered by their origin or syntax; the checker orders them by its ids. */
function mappedNames(reading: Reading, type: ts.Type, written: WrittenType | undefined): string[] {
  const properties = reading.checker.getPropertiesOfType(type);
  const names = properties.map((property) => property.getName());
  const containers = new Set(properties.flatMap((property) => originOf(property)?.parent ?? []));
  for (const container of containers) {
    // The exports of a module are in a file, which has no type.
    if (compiler.isSourceFile(container)) continue;
    const order = orderedNames(reading, reading.checker.getTypeAtLocation(container));
    if (names.every((name) => order.includes(name))) return order.filter((name) => names.includes(name));
  }
  const keys = keyOrder(reading, written);
  const sortKeys = new Map(
    properties.map((property) => {
      const key = keyOf(property) ?? property.getName();
      const place = keys.includes(key) ? keys.indexOf(key) : keys.length;
      return [property.getName(), [place, ...placeKey(reading, originOf(property)), property.getName()]];
    }),
  );
  return names.sort((a, b) => compareKeys(sortKeys.get(a) ?? [], sortKeys.get(b) ?? []));
}

/** Returns the keys of `Record<'b' | 'a', T>` and of `{ [K in 'b' | 'a']: T }` as written, even inside `Partial<…>`. */
function keyOrder(reading: Reading, written: WrittenType | undefined): string[] {
  const followed = followAliases(reading, written);
  if (!followed) return [];
  const { node, bindings } = followed;
  const [first] = compiler.isMappedTypeNode(node) ? [node.typeParameter.constraint] : typeArgumentsOf(node);
  if (!first) return [];

  const members = membersOf(reading.checker.getTypeFromTypeNode(first));
  const keys = orderMembers(reading, members, { node: first, bindings });
  const literals = keys.flatMap(({ type }) => textOfLiteral(type) ?? []);
  return literals.length > 0 ? literals : keyOrder(reading, { node: first, bindings });
}

function isMapped(type: ts.Type): boolean {
  return (objectFlagsOf(type) & compiler.ObjectFlags.Mapped) !== 0;
}

function isReferenceToDeclared(type: ts.Type): type is ts.TypeReference {
  return (objectFlagsOf(type) & compiler.ObjectFlags.Reference) !== 0 && 'target' in type && type.symbol !== undefined;
}

function objectFlagsOf(type: ts.Type): number {
  return type.flags & compiler.TypeFlags.Object && 'objectFlags' in type ? Number(type.objectFlags) : 0;
}

function readReference(type: ts.Type): ts.TypeReference {
  // Sound because the caller checked that the type is a tuple, which is always a reference.
  return type as ts.TypeReference;
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
