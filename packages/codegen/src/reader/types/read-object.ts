/**
 * Reads objects: their members in source order, and further members allowed by an index signature.
 */
import type { ts } from 'ts-morph';
import type { ObjectNode, Property, SchemaNode } from '../../model/schema-node.js';
import { compiler } from '../program/compiler.js';
import { isAlwaysAbsent, isContradiction, presentMembers } from './absence.js';
import { describeMember } from './describe-member.js';
import { writtenForAll } from './foreign-any.js';
import { isLeftOut } from './foreign-parts.js';
import { markForeign } from './foreign-member.js';
import { type MemberBindings, openBindings } from './member-bindings.js';
import { typeOfAssigned } from './follow-type.js';
import { isFunction } from './is-function.js';
import { findMapper, writtenByMapped } from './mapped-members.js';
import { hasPlainName, isHidden, type Member, readMember, reasonInMembers } from './object-members.js';
import { indexInfosOf, readFurther, writtenRecordValue } from './read-index.js';
import { readPlainMember } from './read-plain.js';
import { readToJson } from './read-to-json.js';
import { refuseType } from './refuse-type.js';
import { orderedProperties } from './source-order.js';
import { keepSecret } from './type-docs.js';
import { siteOfMember, type PartReader, type TypeSite } from './type-site.js';
import { typeNodeOf, writtenType } from './written-type.js';

/** Reads an object type, or an intersection of object types. */
export function readObject(reader: PartReader, type: ts.Type, site: TypeSite): SchemaNode | undefined {
  if (dependsOnParameter(reader, type))
    return refuseType(reader.reading, site, { type, code: 'SIGIL046', says: 'depends on a type parameter' });
  const symbols = orderedProperties(reader.reading, type, site.written);
  const toJson = site.role === 'result' ? symbols.find((symbol) => symbol.name === 'toJSON') : undefined;
  const written = toJson && readToJson(reader, toJson, type, site);
  return written ? written.node : readData(reader, symbols, type, site);
}

function readData(
  reader: PartReader,
  symbols: readonly ts.Symbol[],
  type: ts.Type,
  site: TypeSite,
): ObjectNode | undefined {
  const { reading } = reader;
  const infos = indexInfosOf(reader, type);
  if (symbols.length === 0 && infos.length === 0 && !isClass(type))
    return { kind: 'object', properties: [], additional: { kind: 'any' } };

  const reason = site.role === 'parameter' ? reasonInMembers(symbols, type) : undefined;
  if (reason) return refuseType(reading, site, { type, ...reason });

  const bindings = openBindings(reading, type, site);
  const further = readFurther(reader, infos, { site, bindings, heir: findHeir(type) });
  const isClosed = site.role === 'parameter' && !further?.additional && !further?.patterns;
  const read = symbols
    .filter((symbol) => hasPlainName(symbol) && !isHidden(symbol))
    .map((symbol) =>
      readProperty(reader, symbol, { type, site, bindings, isClosed, writtenMember: writtenForAll(type) }),
    );
  if (!further || read.includes('refused')) return undefined;
  const properties = read.filter((property): property is Property => typeof property === 'object');
  return { kind: 'object', properties, ...further };
}

/** Finds an heir; a generic type may have its members from type arguments that others write. */
function findHeir({ symbol }: ts.Type): ts.Declaration | undefined {
  const found = symbol?.declarations?.find(compiler.isInterfaceDeclaration);
  return found?.typeParameters ? undefined : found;
}

interface Around {
  readonly type: ts.Type;
  readonly site: TypeSite;
  readonly bindings: MemberBindings;
  /** True when undeclared members are refused. */
  readonly isClosed: boolean;
  /** The type that a mapped type gives every member, whatever was there. */
  readonly writtenMember: ts.TypeNode | undefined;
}

/** Returns `undefined` when the member is left out. */
function readProperty(reader: PartReader, symbol: ts.Symbol, around: Around): Property | 'refused' | undefined {
  reader.definitions.takeStep();
  if (reader.definitions.isGivenUp) return 'refused';
  return (
    readPlainMember(reader, symbol, around.site) ??
    readTyped(reader, readMember(reader.reading.checker, symbol), around)
  );
}

function readTyped(
  reader: PartReader,
  member: Member,
  { type: around, site, bindings, isClosed, writtenMember }: Around,
): Property | 'refused' | undefined {
  const { reading } = reader;
  const { symbol, type, isOptional } = member;
  const name = symbol.getName();
  if (isOptional && (isAlwaysAbsent(type) || presentMembers(type).every((one) => isContradiction(reading, one))))
    return isClosed ? undefined : { name, node: { kind: 'never' }, isRequired: false };

  const declaration = symbol.declarations?.[0];
  const changed = writtenByMapped(reading, symbol, { type: around, site });
  const written =
    changed ??
    writtenType(writtenMember ?? typeNodeOf(declaration), bindings(declaration)) ??
    typeOfAssigned(reading, declaration) ??
    writtenRecordValue(reader, site.written);
  const place = siteOfMember(site, { name, written, declared: { reading, by: declaration } });
  if (isFunction(reading, member)) {
    if (isOptional || site.role === 'result') return undefined;
    refuseType(reading, place, { type, code: 'SIGIL042', says: 'is a function' });
    return 'refused';
  }
  if (isOptional && isLeftOut(reader, presentMembers(type), place, declaration ?? findMapper(reading, symbol)))
    return isClosed ? undefined : { name, node: { kind: 'never' }, isRequired: false };
  const read = reader.readPresent(type, place);
  const node = read && keepSecret(reading, read, { type, site: place });
  if (!node) return 'refused';
  const described = describeMember(reader, node, { declaration, place, isChanged: changed !== undefined });
  return markForeign({ name, node: described, isRequired: !isOptional }, declaration);
}

/**
 * Returns whether the members depend on a type parameter: the checker lists those of `{ [K in keyof T]: … }` only as far as it
 * knows T.
 */
function dependsOnParameter({ reading }: PartReader, type: ts.Type): boolean {
  const parts = type.isIntersection() ? type.types : [type];
  return parts.some((part) => {
    if (!('objectFlags' in part) || !(Number(part.objectFlags) & compiler.ObjectFlags.Mapped)) return false;
    // The checker computes the keys of the members once the members are requested.
    reading.checker.getPropertiesOfType(part);
    const keys = 'constraintType' in part ? part.constraintType : undefined;
    return typeof keys === 'object' && keys !== null && isInstantiable(keys);
  });
}

function isInstantiable(keys: object): boolean {
  if ('types' in keys && Array.isArray(keys.types)) return keys.types.some((one: object) => isInstantiable(one));
  const { InstantiableNonPrimitive, Index } = compiler.TypeFlags;
  return 'flags' in keys && (Number(keys.flags) & (InstantiableNonPrimitive | Index)) !== 0;
}

function isClass(type: ts.Type): boolean {
  return type.symbol !== undefined && (type.symbol.flags & compiler.SymbolFlags.Class) !== 0;
}
