/**
 * Reads a checker's type into a node by its JSON meaning. What has none is refused; nothing is ever guessed.
 */
import type { ts } from 'ts-morph';
import type { SchemaNode } from '../../model/schema-node.js';
import { compiler } from '../load-compiler.js';
import type { Reading } from '../reading.js';
import { coversJson } from './any-json.js';
import { readArray, readTuple } from './read-array.js';
import { readObject } from './read-object.js';
import { readUnion } from './read-union.js';
import { reasonToRefuse, reasonToRefuseObject, refuseType } from './refuse-type.js';
import { describeType } from './type-docs.js';
import { membersOf, type TypeReader, type TypeSite } from './type-site.js';

/** More levels than any author writes; only a type that grows with each level gets here. */
const maxDepth = 60;

/** Opens the reader of types. */
export function openTypeReader(reading: Reading): TypeReader {
  const reader: TypeReader = {
    reading,
    read: (type, site) => readMembers(reader, type, { site, members: membersOf(type) }),
    readPresent: (type, site) => readMembers(reader, type, { site, members: presentMembers(type) }),
  };
  return reader;
}

/** The members of a type without undefined. */
export function presentMembers(type: ts.Type): readonly ts.Type[] {
  const absent = compiler.TypeFlags.Undefined | compiler.TypeFlags.Void;
  const present = membersOf(type).filter((member) => !(member.flags & absent));
  return present.length > 0 ? present : [type];
}

interface Met {
  readonly site: TypeSite;
  readonly members: readonly ts.Type[];
}

function readMembers(reader: TypeReader, type: ts.Type, { site, members }: Met): SchemaNode | undefined {
  const node = readMembersOnly(reader, members, site);
  return node && describeType(reader.reading, node, { type, site });
}

function readMembersOnly(reader: TypeReader, members: readonly ts.Type[], site: TypeSite): SchemaNode | undefined {
  const [only, ...others] = members;
  if (only && others.length === 0) return readSingle(reader, only, site);
  return coversJson(reader.reading, members) ? { kind: 'any' } : readUnion(reader, members, site);
}

function readSingle(reader: TypeReader, type: ts.Type, site: TypeSite): SchemaNode | undefined {
  const { reading } = reader;
  if (isUnresolved(type)) return refuseUnresolved(reading, type, site);
  if (type.isIntersection()) return readIntersection(reader, type, site);

  const plain = readPlain(reading, type);
  if (plain) return plain;
  if (!(type.flags & compiler.TypeFlags.Object))
    return refuseType(reading, site, { type, ...reasonToRefuse(reading, type) });

  if (site.around.includes(type) || site.around.length > maxDepth)
    return refuseType(reading, site, { type, code: 'SIGIL045', says: 'contains itself' });
  return readComposite(reader, type, { ...site, around: [...site.around, type] });
}

function readComposite(reader: TypeReader, type: ts.Type, site: TypeSite): SchemaNode | undefined {
  const { reading } = reader;
  if (reading.checker.isArrayType(type)) return readArray(reader, type, site);
  if (reading.checker.isTupleType(type)) return readTuple(reader, type, site);
  if (type.symbol?.name === 'Date' && reading.origins.isBuiltIn(type.symbol)) return { kind: 'date' };

  const refusal = reasonToRefuseObject(reading, type);
  return refusal ? refuseType(reading, site, { type, ...refusal }) : readObject(reader, type, site);
}

function readPlain(reading: Reading, type: ts.Type): SchemaNode | undefined {
  const { TypeFlags } = compiler;
  if (type.isStringLiteral() || type.isNumberLiteral()) return { kind: 'literals', values: [type.value] };
  if (type.flags & TypeFlags.BooleanLiteral)
    return { kind: 'literals', values: [reading.checker.typeToString(type) === 'true'] };
  if (type.flags & TypeFlags.String) return { kind: 'string' };
  if (type.flags & TypeFlags.Number) return { kind: 'number' };
  if (type.flags & TypeFlags.Null) return { kind: 'null' };
  if (type.flags & TypeFlags.Unknown) return { kind: 'any' };
  return undefined;
}

/** `string & { __brand }` is the string; objects are merged by the checker; nothing else has a meaning. */
function readIntersection(reader: TypeReader, type: ts.IntersectionType, site: TypeSite): SchemaNode | undefined {
  const { reading } = reader;
  const { TypeFlags } = compiler;
  const primitive = type.types.find(
    (part) => !(part.flags & (TypeFlags.Object | TypeFlags.NonPrimitive | TypeFlags.TypeParameter)),
  );
  const objects = type.types.filter((part) => part !== primitive);
  const isBrand = primitive && objects.every((part) => part.flags & TypeFlags.Object);
  if (isBrand) return readSingle(reader, primitive, { ...site, written: undefined });

  const says = 'is an intersection that JSON cannot say';
  const isMergeable = type.types.every((part) => isPlainObject(reading, part));
  if (!isMergeable) return refuseType(reading, site, { type, code: 'SIGIL053', says });
  if (site.around.includes(type)) return refuseType(reading, site, { type, code: 'SIGIL045', says: 'contains itself' });
  return readObject(reader, type, { ...site, around: [...site.around, type] });
}

function isPlainObject(reading: Reading, type: ts.Type): boolean {
  const { checker } = reading;
  if (!(type.flags & compiler.TypeFlags.Object)) return false;
  return !checker.isArrayType(type) && !checker.isTupleType(type) && !reasonToRefuseObject(reading, type);
}

/** The checker prints a type that it could not resolve as `any`, but knows it by another name. */
function isUnresolved(type: ts.Type): boolean {
  return (type.flags & compiler.TypeFlags.Any) !== 0 && 'intrinsicName' in type && type.intrinsicName === 'error';
}

/** The compiler has said so already when the mistake is in the plugin's own files. */
function refuseUnresolved(reading: Reading, type: ts.Type, site: TypeSite): undefined {
  if (reading.hasTypeErrors) return undefined;
  return refuseType(reading, site, { type, code: 'SIGIL041', says: 'stands for a type that cannot be resolved' });
}
