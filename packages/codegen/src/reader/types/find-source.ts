/**
 * Finds the built-in object or function that another type is in JSON: that a mapped type copies member by member, as
 * `DeepPartial<Date>` does, or that an interface only extends. Reads nothing.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { addsNothing, findList, hasMembers } from './find-list.js';
import { hasPlainName } from './object-members.js';
import { isReadBuiltIn } from './read-built-in.js';
import { reasonToRefuseObject, type Refusal } from './refuse-type.js';
import { membersOf } from './type-site.js';
import { bindArguments, findReferenced, type Bindings, unwrapWritten, type WrittenType } from './written-type.js';

/** The built-in object or function; `refusal` is set when its values do not have the other type. */
export interface Source {
  readonly type: ts.Type;
  readonly refusal?: Refusal;
}

const sources = new WeakMap<Reading, Map<ts.Type, Source | undefined>>();

/** Returns the source of a type; `undefined` for a type that is read by its own members. */
export function findSource(reading: Reading, type: ts.Type): Source | undefined {
  if (type.isIntersection()) return sourceOfParts(reading, type);
  if (!(type.flags & compiler.TypeFlags.Object)) return undefined;
  const find = isMapped(type) ? sourceOfMapped : isHeir(type) ? sourceOfHeir : undefined;
  if (!find) return undefined;
  const known = sources.get(reading) ?? new Map<ts.Type, Source | undefined>();
  sources.set(reading, known);
  if (known.has(type)) return known.get(type);
  known.set(type, undefined);
  const found = find(reading, type);
  known.set(type, found);
  return found;
}

/** Returns the built-in in `object & Date`, where the other parts add nothing that JSON could express. */
function sourceOfParts(reading: Reading, { types }: ts.IntersectionType): Source | undefined {
  const [only, ...others] = types.filter((part) => !addsNothing(reading, part));
  if (!only || others.length > 0) return undefined;
  return isReadBuiltIn({ reading }, only) ? { type: only } : findSource(reading, only);
}

function sourceOfMapped(reading: Reading, mapped: ts.Type): Source | undefined {
  const { checker } = reading;
  // The checker cannot look up a member by the name of a symbol.
  const kept = checker.getPropertiesOfType(mapped).filter(hasPlainName);
  const changed = modifiersTypeOf(mapped);
  if (!changed) return undefined;
  const found = findSource(reading, changed);
  if (found?.refusal) return found;
  const source = found?.type ?? changed;
  if (!isNoData(reading, source) || isDataOf(reading, source, mapped, kept)) return undefined;
  if (keepsMethods(reading, source, kept)) return { type: source };
  const says = `is made of the members of ${checker.typeToString(source)}, which JSON does not have`;
  return { type: source, refusal: { code: 'SIGIL044', says, fix: 'Write out the members that you mean.' } };
}

/** Returns whether a type is not read by its members: a built-in object, a function, or what extends one of them. */
function isNoData(reading: Reading, type: ts.Type): boolean {
  if (type.isIntersection()) return type.types.some((part) => isNoData(reading, part));
  if (!(type.flags & compiler.TypeFlags.Object) || findList(reading, type)) return false;
  return isReadBuiltIn({ reading }, type) || reasonToRefuseObject(reading, type) !== undefined;
}

/**
 * Returns whether data was selected from a built-in, as `Pick<URL, 'href'>` does. A filter by type, which an `as` clause can be,
 * selects from every type that it comes across.
 */
function isDataOf(reading: Reading, source: ts.Type, mapped: ts.Type, kept: readonly ts.Symbol[]): boolean {
  if (isReadBuiltIn({ reading }, source) && declarationOf(mapped)?.nameType) return false;
  const isData = ({ name }: ts.Symbol): boolean => {
    const member = reading.checker.getPropertyOfType(source, name);
    return !member || !isCallable(reading.checker.getTypeOfSymbol(member));
  };
  return kept.length > 0 && kept.every(isData);
}

/**
 * Returns whether methods of the source stay methods, so that a value of the source has the mapped type. Examines one method,
 * since a mapped type treats all alike: comparing the types as a whole takes the checker up to 0.2 s.
 */
function keepsMethods(reading: Reading, source: ts.Type, kept: readonly ts.Symbol[]): boolean {
  const { checker } = reading;
  for (const symbol of kept) {
    const member = checker.getPropertyOfType(source, symbol.name);
    if (!member) return false;
    if (!isCallable(checker.getTypeOfSymbol(member))) continue;
    const type = checker.getTypeOfSymbol(symbol);
    return membersOf(type).some((one) => isCallable(one) || acceptsFunctions(reading, one));
  }
  return true;
}

/** Returns whether a type accepts any function: `unknown`, `{}`, or a mapped type of a function, which has no members. */
function acceptsFunctions({ checker }: Reading, type: ts.Type): boolean {
  const { Any, Unknown, Object: object, NonPrimitive } = compiler.TypeFlags;
  if (type.flags & (Any | Unknown | NonPrimitive)) return true;
  return (type.flags & object) !== 0 && checker.getPropertiesOfType(type).length === 0;
}

function isCallable(type: ts.Type): boolean {
  return membersOf(type).some((part) => part.getCallSignatures().length > 0);
}

/** Finds the base of an interface without members of its own, as those of packages for `Map<A, B>` with changed arguments. */
function sourceOfHeir(reading: Reading, type: ts.Type): Source | undefined {
  const { checker } = reading;
  const declared = checker.getDeclaredTypeOfSymbol(type.symbol);
  const [base, ...others] = declared.isClassOrInterface() ? checker.getBaseTypes(declared) : [];
  if (!base || others.length > 0) return undefined;
  const found = isReadBuiltIn({ reading }, base) ? base : findSource(reading, base)?.type;
  if (!found || !isReadBuiltIn({ reading }, found)) return undefined;
  const isGeneric = declared.isClassOrInterface() && (declared.typeParameters ?? []).length > 0;
  const applied = isGeneric ? collectionOf(reading, type) : found;
  return applied && { type: applied };
}

/** Returns the map or set with the type arguments of the heir: `forEach` passes it to its callback. */
function collectionOf({ checker }: Reading, heir: ts.Type): ts.Type | undefined {
  const visit = checker.getPropertyOfType(heir, 'forEach');
  const [callback] = visit ? (checker.getTypeOfSymbol(visit).getCallSignatures()[0]?.parameters ?? []) : [];
  const [, , whole] = callback ? (checker.getTypeOfSymbol(callback).getCallSignatures()[0]?.parameters ?? []) : [];
  return whole && checker.getTypeOfSymbol(whole);
}

function isHeir({ symbol }: ts.Type): boolean {
  const { Class, Interface } = compiler.SymbolFlags;
  return symbol !== undefined && (symbol.flags & (Class | Interface)) === Interface && !hasMembers(symbol);
}

function isMapped(type: ts.Type): boolean {
  return 'objectFlags' in type && (Number(type.objectFlags) & compiler.ObjectFlags.Mapped) !== 0;
}

/** Returns the type whose members a mapped type changes; the checker knows it once the members were requested. */
function modifiersTypeOf(mapped: ts.Type): ts.Type | undefined {
  const found: unknown = Reflect.get(mapped, 'modifiersType');
  // Sound because the checker stores a type there, or nothing.
  return found as ts.Type | undefined;
}

function declarationOf(mapped: ts.Type): ts.MappedTypeNode | undefined {
  return mapped.symbol?.declarations?.find(compiler.isMappedTypeNode);
}

/** Returns the syntax of the source: `Map<A, B>` in `Readonly<Map<A, B>>`; the type as written if it shows no mapped type. */
export function writtenSource(reading: Reading, written: WrittenType | undefined): WrittenType | undefined {
  const seen = new Set<ts.Node>();
  let source = written;
  let current = unwrapWritten(reading, written);
  while (current && !seen.has(current.node)) {
    seen.add(current.node);
    const { node, bindings } = current;
    if (compiler.isMappedTypeNode(node)) {
      current = unwrapWritten(reading, changedType(reading, node, bindings));
      source = current ?? source;
      continue;
    }
    const alias = findReferenced(reading, current)?.declarations?.find(compiler.isTypeAliasDeclaration);
    if (!alias) break;
    current = unwrapWritten(reading, { node: alias.type, bindings: bindArguments(current, alias, reading) });
  }
  return source;
}

/** Returns T in `[K in keyof T]`, also when `keyof T` is the constraint of a type parameter. */
function changedType(reading: Reading, node: ts.MappedTypeNode, bindings: Bindings): WrittenType | undefined {
  const keys = node.typeParameter.constraint;
  const symbol = keys && findReferenced(reading, { node: keys, bindings });
  const parameter = symbol?.declarations?.find(compiler.isTypeParameterDeclaration);
  const operator = parameter ? parameter.constraint : keys;
  const isKeys =
    operator && compiler.isTypeOperatorNode(operator) && operator.operator === compiler.SyntaxKind.KeyOfKeyword;
  return isKeys ? { node: operator.type, bindings } : undefined;
}
