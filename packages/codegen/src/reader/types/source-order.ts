/**
 * The order in which the source writes the members of unions and objects. The checker's own order depends on what it met
 * before, in any file, so it is never used where that could show.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../load-compiler.js';
import { relativeName } from '../problems.js';
import type { Reading } from '../reading.js';
import { membersOf } from './type-site.js';
import {
  bindArguments,
  findReferenced,
  followAliases,
  typeArgumentsOf,
  typeNodeOf,
  unwrapWritten,
  type WrittenType,
  writtenType,
} from './written-type.js';

/** A member of a union and how the source writes it. */
export interface OrderedMember {
  readonly type: ts.Type;
  readonly written: WrittenType | undefined;
}

interface Ranks {
  readonly byType: Map<unknown, { rank: number; written: WrittenType | undefined }>;
  readonly bySymbol: Map<ts.Symbol, { rank: number; written: WrittenType | undefined }>;
  readonly seen: Set<ts.Node>;
}

/** The members in the order of the source; those that the source does not write, by declaration or value, at the end. */
export function orderMembers(reading: Reading, types: readonly ts.Type[], written?: WrittenType): OrderedMember[] {
  const ranks: Ranks = { byType: new Map(), bySymbol: new Map(), seen: new Set() };
  rankWritten(reading, written, ranks);
  const ranked = orderUnwritten(reading, types).map((type) => {
    const symbol = type.aliasSymbol ?? type.symbol;
    const found = ranks.byType.get(identityOf(type)) ?? (symbol && ranks.bySymbol.get(symbol));
    return { type, written: found?.written, rank: found?.rank ?? Infinity };
  });
  return ranked
    .sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
    .map(({ type, written: node }) => ({ type, written: node }));
}

/** The names of an object's properties in the order of the source, those of base types first. */
export function orderedNames(reading: Reading, type: ts.Type, written?: WrittenType): string[] {
  if (type.isIntersection()) return distinct(type.types.flatMap((part) => orderedNames(reading, part)));
  if (isMapped(type)) return mappedNames(reading, type, written);
  if (type.isClassOrInterface() || isReferenceToDeclared(type)) return declaredNames(reading, type);
  return reading.checker.getPropertiesOfType(type).map((property) => property.getName());
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
  const type = reading.checker.getTypeFromTypeNode(node);
  if (!type.isUnion() && type.symbol) addRank(ranks, type, unwrapped);
  for (const part of writtenParts(reading, unwrapped)) rankWritten(reading, part, ranks);
  for (const member of namedByKeyof(reading, node) ?? orderUnwritten(reading, membersOf(type))) {
    addRank(ranks, member, type.isUnion() ? undefined : unwrapped);
  }
}

/** The type nodes that a node's own type is made of, in order. */
function writtenParts(reading: Reading, written: WrittenType): WrittenType[] {
  const { node, bindings } = written;
  if (compiler.isIndexedAccessTypeNode(node)) return indexedParts(reading, node);
  if (!compiler.isTypeReferenceNode(node)) return [];

  const alias = findReferenced(reading, written)?.declarations?.find(compiler.isTypeAliasDeclaration);
  const body = alias && { node: alias.type, bindings: bindArguments(written, alias, reading) };
  const followed = (node.typeArguments ?? []).map((argument) => ({ node: argument, bindings }));
  return alias && !reading.program.isSourceFileDefaultLibrary(alias.getSourceFile()) && body
    ? [body, ...followed]
    : followed;
}

/** `Forecast['status']`, `typeof units[number]` and `typeof table[keyof typeof table]`. */
function indexedParts(reading: Reading, node: ts.IndexedAccessTypeNode): WrittenType[] {
  const object = reading.checker.getTypeFromTypeNode(node.objectType);
  const index = membersOf(reading.checker.getTypeFromTypeNode(node.indexType));
  const wanted = new Set(index.map((one) => (one.isStringLiteral() ? one.value : undefined)));
  const properties = orderedNames(reading, object).filter((name) => wanted.has(name));
  return properties.flatMap((name) => {
    const declaration = reading.checker.getPropertyOfType(object, name)?.declarations?.[0];
    return writtenType(typeNodeOf(declaration)) ?? [];
  });
}

/** The literals of `keyof T` in the order of T's members, and the values of an indexed `as const` in theirs. */
function namedByKeyof(reading: Reading, node: ts.TypeNode): readonly ts.Type[] | undefined {
  const { checker } = reading;
  if (compiler.isTypeOperatorNode(node) && node.operator === compiler.SyntaxKind.KeyOfKeyword) {
    const names = orderedNames(reading, checker.getTypeFromTypeNode(node.type));
    const keys = membersOf(checker.getTypeFromTypeNode(node));
    const place = (key: ts.Type): number => (key.isStringLiteral() ? names.indexOf(key.value) : -1);
    return [...keys].sort((a, b) => place(a) - place(b));
  }
  if (!compiler.isIndexedAccessTypeNode(node)) return undefined;
  const object = checker.getTypeFromTypeNode(node.objectType);
  const values = checker.isTupleType(object)
    ? checker.getTypeArguments(readReference(object))
    : orderedNames(reading, object)
        .flatMap((name) => checker.getPropertyOfType(object, name) ?? [])
        .map((one) => checker.getTypeOfSymbol(one));
  const reached = new Set(membersOf(checker.getTypeFromTypeNode(node)).map(identityOf));
  const inOrder = values.flatMap((value) => orderUnwritten(reading, membersOf(value)));
  return [...inOrder.filter((one) => reached.has(identityOf(one)))];
}

function addRank(ranks: Ranks, type: ts.Type, written: WrittenType | undefined): void {
  const entry = { rank: ranks.byType.size, written };
  const symbol = type.aliasSymbol ?? type.symbol;
  if (!ranks.byType.has(identityOf(type))) ranks.byType.set(identityOf(type), entry);
  if (symbol && !ranks.bySymbol.has(symbol)) ranks.bySymbol.set(symbol, entry);
}

/** By declaration where there is one, then by value, then by text: never by the checker's ids. */
function orderUnwritten(reading: Reading, types: readonly ts.Type[]): ts.Type[] {
  return types
    .map((type) => ({ type, key: sortKey(reading, type) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ type }) => type);
}

type SortKey = readonly (string | number)[];

function sortKey(reading: Reading, type: ts.Type): SortKey {
  const text = reading.checker.typeToString(type);
  const declaration = type.symbol?.declarations?.[0];
  if (type.flags & compiler.TypeFlags.BooleanLiteral) return [3, text === 'false' ? 0 : 1];
  if (declaration)
    return [4, relativeName(reading.folder, declaration.getSourceFile().fileName), declaration.pos, text];
  if (type.isStringLiteral()) return [1, type.value];
  if (type.isNumberLiteral()) return [2, type.value];
  return [type.flags & compiler.TypeFlags.Null ? 5 : 0, text];
}

function compareKeys(a: SortKey, b: SortKey): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined || left === right) continue;
    return left < right ? -1 : 1;
  }
  return 0;
}

/** Literals come fresh and regular, which are two objects for one type. */
function identityOf(type: ts.Type): unknown {
  if (type.flags & compiler.TypeFlags.BooleanLiteral) return 'intrinsicName' in type ? type.intrinsicName : type;
  return type.isLiteral() ? type.regularType : type;
}

function declaredNames(reading: Reading, type: ts.Type): string[] {
  const target = isReferenceToDeclared(type) ? type.target : type;
  const bases = target.isClassOrInterface() ? reading.checker.getBaseTypes(target) : [];
  const own = [...(target.symbol.members?.values() ?? [])]
    .map((member) => ({ member, key: declarationKey(reading, member) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ member }) => member.getName());
  const known = new Set(reading.checker.getPropertiesOfType(type).map((property) => property.getName()));
  const all = [...bases.flatMap((base) => orderedNames(reading, base)), ...own];
  return distinct([...all.filter((name) => known.has(name)), ...known]);
}

function declarationKey(reading: Reading, member: ts.Symbol): SortKey {
  const declaration = member.declarations?.[0];
  return declaration ? [relativeName(reading.folder, declaration.getSourceFile().fileName), declaration.pos] : ['', 0];
}

/** A mapped type lists its members by the checker's ids; the type that declares them all has the order of the source. */
function mappedNames(reading: Reading, type: ts.Type, written: WrittenType | undefined): string[] {
  const properties = reading.checker.getPropertiesOfType(type);
  const names = properties.map((property) => property.getName());
  for (const property of properties) {
    const container = property.declarations?.[0]?.parent;
    const order = container ? orderedNames(reading, reading.checker.getTypeAtLocation(container)) : [];
    if (names.every((name) => order.includes(name))) return order.filter((name) => names.includes(name));
  }
  const keys = keyOrder(reading, written);
  const place = (name: string): number => (keys.includes(name) ? keys.indexOf(name) : keys.length);
  return names.sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

/** The keys of `Record<'b' | 'a', T>` and of `{ [K in 'b' | 'a']: T }` as they are written, also inside of `Partial<…>`. */
function keyOrder(reading: Reading, written: WrittenType | undefined): string[] {
  const followed = followAliases(reading, written);
  if (!followed) return [];
  const { node, bindings } = followed;
  const [first] = compiler.isMappedTypeNode(node) ? [node.typeParameter.constraint] : typeArgumentsOf(node);
  if (!first) return [];

  const members = membersOf(reading.checker.getTypeFromTypeNode(first));
  const keys = orderMembers(reading, members, { node: first, bindings });
  const literals = keys.flatMap(({ type }) => (type.isStringLiteral() ? type.value : []));
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
  // Sound because the caller saw that the type is a tuple, which is always a reference.
  return type as ts.TypeReference;
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
