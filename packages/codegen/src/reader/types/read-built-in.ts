/**
 * Reads the built-in objects with their own wire form: dates, URLs, bytes, maps and sets. They are recognised by declaration,
 * since authors may declare their own `Map` or `Date`.
 */
import type { ts } from 'ts-morph';
import { resolveNode, type SchemaNode } from '../../model/schema-node.js';
import { readGaps } from './absence.js';
import { refuseType } from './refuse-type.js';
import { siteOfMember, type PartReader, type TypeSite } from './type-site.js';
import { writtenArguments } from './written-type.js';

const simple: ReadonlyMap<string, SchemaNode> = new Map<string, SchemaNode>([
  ['Date', { kind: 'date' }],
  ['URL', { kind: 'url' }],
  ['RegExp', { kind: 'regexp' }],
  ['Uint8Array', { kind: 'bytes', as: 'Uint8Array' }],
  ['Buffer', { kind: 'bytes', as: 'Buffer' }],
  ['ArrayBuffer', { kind: 'bytes', as: 'ArrayBuffer' }],
]);

const maps = new Set(['Map', 'ReadonlyMap']);
const sets = new Set(['Set', 'ReadonlySet']);

/** Returns whether the type is a built-in that is read here. */
export function isReadBuiltIn({ reading }: Pick<PartReader, 'reading'>, type: ts.Type): boolean {
  const { symbol } = type;
  if (!symbol || !(simple.has(symbol.name) || maps.has(symbol.name) || sets.has(symbol.name))) return false;
  return reading.origins.isBuiltIn(symbol);
}

/** Reads such a type. */
export function readBuiltIn(reader: PartReader, type: ts.Type, site: TypeSite): SchemaNode | undefined {
  const found = simple.get(type.symbol.name);
  if (found) return found;
  return maps.has(type.symbol.name) ? readMap(reader, type, site) : readSet(reader, type, site);
}

function readSet(reader: PartReader, type: ts.Type, site: TypeSite): SchemaNode | undefined {
  const [item] = reader.reading.checker.getTypeArguments(readReference(type));
  const [written] = writtenArguments(reader.reading, site.written, type.symbol);
  const items = item && reader.readPresent(item, siteOfMember(site, { step: '[]', written }));
  return items && { kind: 'set', items, ...readGaps(item, site) };
}

function readMap(reader: PartReader, type: ts.Type, site: TypeSite): SchemaNode | undefined {
  const { reading } = reader;
  const [key, value] = reading.checker.getTypeArguments(readReference(type));
  const [writtenKey, writtenValue] = writtenArguments(reading, site.written, type.symbol);
  if (!key || !value) return undefined;

  const keySite = siteOfMember(site, { step: '<key>', written: writtenKey });
  const keys = reader.read(key, keySite);
  const values = reader.readPresent(value, siteOfMember(site, { step: '.*', written: writtenValue }));
  if (!keys || !values) return undefined;
  if (isKey(keys)) return { kind: 'map', keys, values, ...readGaps(value, site) };
  return refuseType(reading, keySite, {
    type: key,
    code: 'SIGIL044',
    says: 'cannot be the key of a Map, which has to be one value',
    fix: 'Use string, number, boolean, bigint, Date, or literals of those as keys.',
  });
}

/** Returns whether a type can be a map's key: two equal objects would be two keys of a map but one in JSON. */
function isKey(node: SchemaNode): boolean {
  if (node.kind === 'ref') return !node.definition.isRecursive && isKey(resolveNode(node));
  if (node.kind === 'union') return node.members.every(isKey);
  return ['string', 'number', 'boolean', 'null', 'literals', 'bigint', 'date'].includes(node.kind);
}

function readReference(type: ts.Type): ts.TypeReference {
  // Sound because maps and sets are generic interfaces, so every use is a reference.
  return type as ts.TypeReference;
}
