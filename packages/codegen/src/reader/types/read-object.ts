/**
 * Reads objects: their members in the order of the source, and what an index signature allows besides.
 */
import type { ts } from 'ts-morph';
import type { ObjectNode, Property, SchemaNode } from '../../model/schema-node.js';
import { readDocComment } from '../doc-source.js';
import { applyDocs } from '../apply-docs.js';
import { compiler } from '../load-compiler.js';
import { isOwnFile, placeOfDeclaration } from '../reading.js';
import { refuseType } from './refuse-type.js';
import { orderedNames } from './source-order.js';
import { describeSite, siteOfMember, type TypeReader, type TypeSite } from './type-site.js';
import {
  bindArguments,
  type Bindings,
  followAliases,
  findReferenced,
  typeNodeOf,
  writtenType,
} from './written-type.js';

/** Reads an object type, or an intersection of object types. */
export function readObject(reader: TypeReader, type: ts.Type, site: TypeSite): ObjectNode | undefined {
  const { checker } = reader.reading;
  const names = orderedNames(reader.reading, type, site.written).filter(
    (name) => !name.startsWith('__@') && !name.startsWith('#'),
  );
  const indexInfos = checker.getIndexInfosOfType(type);
  if (names.length === 0 && indexInfos.length === 0)
    return refuseType(reader.reading, site, { type, code: 'SIGIL049', says: 'has no members' });

  const openedNames = readIndex(reader, type, { site, indexInfos });
  const symbols = names.flatMap((name) => checker.getPropertyOfType(type, name) ?? []);
  const read = symbols.map((symbol) => readProperty(reader, symbol, site));
  if (openedNames === 'refused' || read.includes('refused')) return undefined;

  if (openedNames && read.includes(undefined))
    return refuseType(reader.reading, site, { type, code: 'SIGIL048', says: 'has a member that must stay away' });

  const properties = read.filter((property): property is Property => typeof property === 'object');
  return { kind: 'object', properties, ...(openedNames && { additional: openedNames }) };
}

interface Index {
  readonly site: TypeSite;
  readonly indexInfos: readonly ts.IndexInfo[];
}

function readIndex(reader: TypeReader, type: ts.Type, index: Index): SchemaNode | 'refused' | undefined {
  const { site, indexInfos } = index;
  const [info] = indexInfos;
  if (!info) return undefined;
  if (indexInfos.length > 1 || !(info.keyType.flags & compiler.TypeFlags.String)) {
    refuseType(reader.reading, site, { type, code: 'SIGIL052', says: 'has keys that are not plain strings' });
    return 'refused';
  }
  // `Record<string, never>` is an object that stays empty.
  if (info.type.flags & compiler.TypeFlags.Never) return undefined;
  const declared =
    info.declaration && compiler.isIndexSignatureDeclaration(info.declaration) ? info.declaration.type : undefined;
  const written = declared ? writtenType(declared, bindingsAt(reader, site)) : writtenRecordValue(reader, site);
  return reader.readPresent(info.type, siteOfMember(site, { step: '.*', written })) ?? 'refused';
}

function writtenRecordValue(reader: TypeReader, site: TypeSite): ReturnType<typeof writtenType> {
  const unwrapped = followAliases(reader.reading, site.written);
  if (!unwrapped || findReferenced(reader.reading, unwrapped)?.name !== 'Record') return undefined;
  return compiler.isTypeReferenceNode(unwrapped.node)
    ? writtenType(unwrapped.node.typeArguments?.[1], unwrapped.bindings)
    : undefined;
}

/** A member that may only be absent gives `undefined`: closed objects refuse it without being told. */
function readProperty(reader: TypeReader, symbol: ts.Symbol, site: TypeSite): Property | 'refused' | undefined {
  const { reading } = reader;
  const type = reading.checker.getTypeOfSymbol(symbol);
  const declaration = symbol.declarations?.[0];
  const isOptional = (symbol.flags & compiler.SymbolFlags.Optional) !== 0 || acceptsUndefined(type);
  if (isOptional && isAlwaysAbsent(type)) return undefined;

  const name = symbol.getName();
  const written = writtenType(typeNodeOf(declaration), bindingsAt(reader, site)) ?? writtenRecordValue(reader, site);
  const at = placeOfDeclaration(reading, declaration, site.at);
  const member = siteOfMember(site, { step: stepTo(name), written, at });
  const node = reader.readPresent(type, member);
  if (!node) return 'refused';

  const isOwn = declaration !== undefined && isOwnFile(reading, declaration.getSourceFile());
  const docs = declaration && readDocComment(reading, declaration, isOwn ? undefined : site.at);
  const described = docs
    ? applyDocs(reading, node, { block: docs.comment, docs, subject: describeSite(member) })
    : node;
  return { name, node: described, isRequired: !isOptional };
}

/** What the type parameters of the object's declaration stand for at this place. */
function bindingsAt(reader: TypeReader, site: TypeSite): Bindings {
  const { reading } = reader;
  const written = followAliases(reading, site.written);
  const declaration = findReferenced(reading, written)?.declarations?.find(compiler.isInterfaceDeclaration);
  return declaration && written ? bindArguments(written, declaration, reading) : (written?.bindings ?? new Map());
}

function acceptsUndefined(type: ts.Type): boolean {
  const members = type.isUnion() ? type.types : [type];
  return members.some((member) => member.flags & (compiler.TypeFlags.Undefined | compiler.TypeFlags.Void));
}

function isAlwaysAbsent(type: ts.Type): boolean {
  const absent = compiler.TypeFlags.Undefined | compiler.TypeFlags.Void | compiler.TypeFlags.Never;
  return (type.isUnion() ? type.types : [type]).every((member) => member.flags & absent);
}

function stepTo(name: string): string {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
