/**
 * Reads a checker's type into a node by its JSON meaning. Refuses a type without such a meaning; nothing is guessed.
 */
import type { ts } from 'ts-morph';
import type { SchemaNode } from '../../model/schema-node.js';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { isContradiction, possibleMembers, presentMembers } from './absence.js';
import { coversJson } from './any-json.js';
import { refuseContent } from './content-blocks.js';
import { Definitions, openDefinitionCache } from './definitions.js';
import { isForeignAny, noteForeignAny } from './foreign-any.js';
import { leaveOutDistributed, leaveOutUnusable } from './foreign-parts.js';
import { noteInferred } from './inferred-schemas.js';
import { reportLost } from './lost-constraints.js';
import { describeBrand, readByNames } from './named-primitives.js';
import { readArray, readElements, readItems, readTuple } from './read-array.js';
import { readBrand } from './read-brand.js';
import { findList, type FoundList } from './find-list.js';
import { findSource, type Source, writtenSource } from './find-source.js';
import { isReadBuiltIn, readBuiltIn } from './read-built-in.js';
import { readNamed } from './read-named.js';
import { readObject } from './read-object.js';
import { readScalar } from './read-scalar.js';
import { readUnion } from './read-union.js';
import { reasonToRefuse, reasonToRefuseObject, refuseType } from './refuse-type.js';
import { describeType } from './type-docs.js';
import { membersOf, type PartReader, siteOfMember, type TypeReader, type TypeSite } from './type-site.js';
import { findWhole } from './whole-union.js';

/** Opens the reader of types. */
export function openTypeReader(reading: Reading): TypeReader {
  const cache = openDefinitionCache();
  const readRoot = (site: TypeSite, read: (reader: PartReader) => SchemaNode | undefined): SchemaNode | undefined => {
    const definitions = site.definitions ?? new Definitions();
    const node = read(openPartReader(reading, definitions, cache));
    definitions.share(cache, site.role);
    return node;
  };
  return {
    reading,
    read: (type, site) => readRoot(site, (reader) => reader.read(type, site)),
    readPresent: (type, site) => readRoot(site, (reader) => reader.readPresent(type, site)),
  };
}

function openPartReader(reading: Reading, definitions: Definitions, cache: PartReader['cache']): PartReader {
  const reader: PartReader = {
    reading,
    definitions,
    cache,
    read: (type, site) => readMembers(reader, type, possibleMembers(reading, membersOf(type)), site),
    readPresent: (type, site) => readMembers(reader, type, possibleMembers(reading, presentMembers(type)), site),
  };
  return reader;
}

/**
 * More than any client reads of a schema, and about a second's work; a count, so that the outcome is the same on every machine.
 */
const maxSteps = 30_000;

function refuseWork({ reading, definitions }: PartReader, type: ts.Type, site: TypeSite): undefined {
  definitions.isGivenUp = true;
  const says = `is part of a type with more than ${maxSteps} types and members in it`;
  return refuseType(reading, site, { type, code: 'SIGIL055', says });
}

/** @param possible the members of the type that have values */
function readMembers(
  reader: PartReader,
  type: ts.Type,
  possible: readonly ts.Type[],
  site: TypeSite,
): SchemaNode | undefined {
  const { reading, definitions } = reader;
  if (definitions.isGivenUp) return undefined;
  definitions.takeStep();
  if (definitions.steps > maxSteps) return refuseWork(reader, type, site);
  if (refuseContent(reading, possible, site)) return undefined;
  noteInferred(reading, site);
  const members = possible.length > 1 ? leaveOutForeign(reader, possible, site) : possible;
  const [only, ...others] = members;
  if (only && others.length === 0) return readSingle(reader, only, site);
  if (coversJson(reading, members)) return describeType(reading, { kind: 'any' }, { type, site });

  const read = (): SchemaNode | undefined => readUnion(reader, members, site);
  const whole = findWhole(reading, type, possible, site.written);
  if (whole) return readNamed(reader, whole, site, read);
  const node = read();
  return node && describeType(reading, node, { type, site });
}

/** Returns the members of a package's union without those that have no values. */
function leaveOutForeign(reader: PartReader, types: readonly ts.Type[], site: TypeSite): readonly ts.Type[] {
  const whole = leaveOutDistributed(reader, types, site);
  const possible = whole === types ? types : possibleMembers(reader.reading, whole);
  return leaveOutUnusable(reader, possible, site);
}

function readSingle(reader: PartReader, type: ts.Type, site: TypeSite): SchemaNode | undefined {
  const { reading } = reader;
  const brand = readBrand(reading, type);
  const plain =
    readScalar(type) ?? (brand && describeBrand(reading, brand, site)) ?? readForeignAny(reading, type, site);
  if (plain) {
    const node = describeType(reading, readByNames(reader, type, site) ?? plain, { type, site });
    reportLost(reading, { type, site, node });
    return node;
  }
  if (isUnresolved(type)) return refuseUnresolved(reading, type, site);
  const source = findSource(reading, type);
  if (source) return readSource(reader, source, type, site);
  if (type.isIntersection()) return readIntersection(reader, type, site);
  if (type.flags & compiler.TypeFlags.NonPrimitive)
    return describeType(reading, { kind: 'object', properties: [], additional: { kind: 'any' } }, { type, site });
  if (!(type.flags & compiler.TypeFlags.Object)) return refuseType(reading, site, { type, ...reasonToRefuse(type) });

  if (isReadBuiltIn(reader, type)) {
    const node = readBuiltIn(reader, type, site);
    return node && describeType(reading, node, { type, site });
  }
  return readNamed(reader, type, site, () => readComposite(reader, type, site));
}

/** Reads the built-in object or function that a type copies or extends. */
function readSource(reader: PartReader, source: Source, type: ts.Type, site: TypeSite): SchemaNode | undefined {
  const { reading } = reader;
  if (source.refusal) return refuseType(reading, site, { type, ...source.refusal });
  const written = writtenSource(reading, site.written);
  const node = readSingle(reader, source.type, siteOfMember(site, { step: '', written }));
  return node && describeType(reading, node, { type, site });
}

function readComposite(reader: PartReader, type: ts.Type, site: TypeSite): SchemaNode | undefined {
  const { reading } = reader;
  const list = findList(reading, type);
  if (list) return readList(reader, list, site);
  const refusal = reasonToRefuseObject(reading, type);
  return refusal ? refuseType(reading, site, { type, ...refusal }) : readObject(reader, type, site);
}

function readList(reader: PartReader, found: FoundList, site: TypeSite): SchemaNode | undefined {
  if ('elements' in found) return readElements(reader, found.elements, site);
  if ('items' in found) return readItems(reader, found.items, site);
  const { list } = found;
  return reader.reading.checker.isTupleType(list) ? readTuple(reader, list, site) : readArray(reader, list, site);
}

/** Reads an `any` in a package as any JSON, since its meaning is unknown here. */
function readForeignAny(reading: Reading, type: ts.Type, site: TypeSite): SchemaNode | undefined {
  const isAny = (type.flags & compiler.TypeFlags.Any) !== 0;
  if (!isAny || isUnresolved(type) || !isForeignAny(reading, site)) return undefined;
  noteForeignAny(reading, site);
  return { kind: 'any' };
}

/** Reads an intersection: the checker merges objects; other intersections have no meaning. */
function readIntersection(reader: PartReader, type: ts.IntersectionType, site: TypeSite): SchemaNode | undefined {
  const { reading } = reader;
  if (isContradiction(reading, type))
    return refuseType(reading, site, {
      type,
      code: 'SIGIL048',
      says: 'gives a tag different values, so that it has none',
    });
  const list = findList(reading, type);
  if (list) return readNamed(reader, type, site, () => readList(reader, list, site));
  const isMergeable = type.types.every((part) => isPlainObject(reader, part));
  if (isMergeable) return readNamed(reader, type, site, () => readObject(reader, type, site));
  return refuseType(reading, site, { type, code: 'SIGIL053', says: 'is an intersection that JSON cannot say' });
}

function isPlainObject(reader: PartReader, type: ts.Type): boolean {
  const { checker } = reader.reading;
  if (type.flags & compiler.TypeFlags.NonPrimitive) return true;
  if (!(type.flags & compiler.TypeFlags.Object) || isReadBuiltIn(reader, type)) return false;
  if (findSource(reader.reading, type)) return false;
  return !checker.isArrayType(type) && !checker.isTupleType(type) && !reasonToRefuseObject(reader.reading, type);
}

/** Returns whether a type is unresolved: the checker prints it as `any`, but stores another name. */
function isUnresolved(type: ts.Type): boolean {
  return (type.flags & compiler.TypeFlags.Any) !== 0 && 'intrinsicName' in type && type.intrinsicName === 'error';
}

/** Refuses an unresolved type, unless the compiler has already reported the mistake in the plugin's own files. */
function refuseUnresolved(reading: Reading, type: ts.Type, site: TypeSite): undefined {
  if (reading.hasTypeErrors) return undefined;
  return refuseType(reading, site, { type, code: 'SIGIL041', says: 'stands for a type that cannot be resolved' });
}
