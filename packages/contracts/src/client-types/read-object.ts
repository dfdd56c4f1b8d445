/**
 * Reads the keywords of objects: declared members, required ones, and the type of further members.
 *
 * TypeScript's object types are open anyway, so an index signature is written only where a schema mentions further members.
 */
import type { JsonObject } from '@sigil/core';
import { numericKey } from '../schema/numeric-key.js';
import { textsIn } from '../schema/schema.js';
import { isUnknown, unite } from './combine-types.js';
import { quoteTemplate } from './quote.js';
import { objectOr, type SchemaReading } from './schema-reading.js';
import { neverType, unknownType, word, type IndexSignature, type Member, type TypeNode } from './type-node.js';

/** Most names written out as members. */
const mostNames = 100;
/** Most types in an index signature; with more it says nothing useful. */
const mostCovering = 4;

/**
 * Returns the object type that a schema's keywords describe.
 *
 * @param around the enclosing schema, of which this one is an alternative: both describe the same members
 */
export function readObject(schema: JsonObject, around: JsonObject, reading: SchemaReading): TypeNode {
  const names = readNames(schema);
  if (names) return readRecord(schema, names, reading);
  const members = [...readMembers(schema, reading), ...readRequired(schema, around, reading)];
  return { kind: 'object', members, indexes: readIndexes(schema, members, reading) };
}

function readMembers(schema: JsonObject, reading: SchemaReading): Member[] {
  const required = new Set(textsIn(schema['required']));
  return Object.entries(objectOr(schema['properties'])).map(([name, inner]) => {
    return { name, isOptional: !required.has(name), ...reading.readDocumented(inner, name) };
  });
}

/** Returns required members that are declared elsewhere, or nowhere. */
function readRequired(schema: JsonObject, around: JsonObject, reading: SchemaReading): Member[] {
  const own = objectOr(schema['properties']);
  const others = objectOr(around['properties']);
  const missing = [...new Set(textsIn(schema['required']))].filter((name) => !Object.hasOwn(own, name));
  const further = 'patternProperties' in schema ? true : furtherOf(schema);
  return missing.map((name) => {
    const type = reading.read(Object.hasOwn(others, name) ? others[name] : further);
    return { name, type, isOptional: false, docs: [] };
  });
}

/** Returns the schema of members that no rule names. */
function furtherOf({ additionalProperties: further = true }: JsonObject): unknown {
  return further === false ? true : further;
}

/** Returns the names of a record with listed keys, which is how other generators write `Record<'a' | 'b', T>`. */
function readNames(schema: JsonObject): readonly string[] | undefined {
  const { enum: values, const: only } = objectOr(schema['propertyNames']);
  const names = Array.isArray(values) ? values : [only];
  const isListed = names.length <= mostNames && names.every((name) => typeof name === 'string');
  const hasOthers = Object.keys(objectOr(schema['properties'])).length > 0 || 'patternProperties' in schema;
  return isListed && !hasOthers ? names : undefined;
}

function readRecord(schema: JsonObject, names: readonly string[], reading: SchemaReading): TypeNode {
  const required = new Set(textsIn(schema['required']));
  const type = reading.read(schema['additionalProperties'] ?? true);
  const members = names.map((name) => ({ name, type, isOptional: !required.has(name), docs: [] }));
  return { kind: 'object', members, indexes: [] };
}

function readIndexes(schema: JsonObject, members: readonly Member[], reading: SchemaReading): IndexSignature[] {
  const { additionalProperties: further } = schema;
  const patterns = Object.entries(objectOr(schema['patternProperties'])).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const keyed = patterns.map(([pattern, inner]) => ({ pattern, keys: findKeys(pattern), type: reading.read(inner) }));
  if (members.length + keyed.length === 0) {
    return [{ key: 'string', type: further === false ? neverType : reading.read(further ?? true) }];
  }
  const exact = exactIndexes(keyed, members);
  const loose = keyed.filter(({ keys }) => keys === undefined);
  for (const { pattern } of loose) reading.note(`Further members have names that match ${pattern}`);
  const isSpokenOf = loose.length > 0 || (further !== undefined && further !== false);
  if (!isSpokenOf) return exact;
  const others = further === false ? neverType : reading.read(further ?? true);
  const all = [...loose.map(({ type }) => type), others, ...exact.map(({ type }) => type)];
  return [...exact, { key: 'string', type: covering(all, members) }];
}

/** A pattern of names, and the type of the members it matches. */
interface KeyedType {
  readonly keys: KeyType | undefined;
  readonly type: TypeNode;
}

/** Builds an index signature for each key type. TypeScript requires that of a prefix to cover those of longer ones. */
function exactIndexes(keyed: readonly KeyedType[], members: readonly Member[]): IndexSignature[] {
  const keyTypes = new Map(keyed.flatMap(({ keys }) => (keys ? [[keys.text, keys]] : [])));
  return [...keyTypes.values()].map((keys) => {
    const types = keyed.filter((it) => it.keys && keys.contains(it.keys)).map(({ type }) => type);
    const held = members.filter((it) => keys.has(it.name));
    return { key: keys.text, type: covering(types, held) };
  });
}

/** Widens a type to cover the declared members too, as TypeScript requires; too many types become `unknown`. */
function covering(types: readonly TypeNode[], members: readonly Member[]): TypeNode {
  const needed = members.map((member) => member.type);
  const absent = members.some((member) => member.isOptional) ? [word('undefined')] : [];
  const all = unite([...types, ...needed, ...absent]);
  if (isUnknown(all) || members.length === 0) return all;
  const isBrief = [...types, ...needed].every((type) => type.kind === 'word' || type.kind === 'use');
  return isBrief && (all.kind !== 'union' || all.members.length <= mostCovering) ? all : unknownType;
}

/** A key type, which may include declared members and other key types. */
interface KeyType {
  readonly text: string;
  /** The prefix of each key; undefined for numbers. */
  readonly prefix?: string;
  has(name: string): boolean;
  contains(other: KeyType): boolean;
}

const numberKeys: KeyType = {
  text: 'number',
  has: (name) => String(Number(name)) === name,
  contains: ({ prefix }) => prefix === undefined,
};

/** Matches the pattern of a fixed prefix. */
const prefixPattern = /^\^((?:[\w:@ -]|\\[\\^$.*+?()[\]{}|/])+)(?:\.\*\$?|\[\\s\\S\]\*\$?)?$/;

/** Returns the key type with exactly the names that a pattern matches, where TypeScript has one. */
function findKeys(pattern: string): KeyType | undefined {
  if (pattern === numericKey) return numberKeys;
  const [, escaped] = prefixPattern.exec(pattern) ?? [];
  if (escaped === undefined || /\\[A-Za-z0-9]/.test(escaped)) return undefined;
  const prefix = escaped.replace(/\\(.)/g, '$1');
  return {
    text: quoteTemplate(prefix),
    prefix,
    has: (name) => name.startsWith(prefix),
    contains: (other) => other.prefix?.startsWith(prefix) ?? false,
  };
}
