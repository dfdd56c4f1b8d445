/**
 * Reads index signatures: what members an object may have besides those that it names.
 */
import type { ts } from 'ts-morph';
import type { ObjectNode, PatternProperties, SchemaNode } from '../../model/schema-node.js';
import { compiler } from '../load-compiler.js';
import { isAlwaysAbsent } from './absence.js';
import { refuseType } from './refuse-type.js';
import { numericKey, patternOf } from './template-pattern.js';
import { siteOfMember, type PartReader, type TypeSite } from './type-site.js';
import { findReferenced, followAliases, type Bindings, writtenType, type WrittenType } from './written-type.js';

/** What an object may hold besides its properties. */
export type Further = Pick<ObjectNode, 'additional' | 'patterns'>;

/** The index signatures that are about JSON: keys that are symbols are not written. */
export function indexInfosOf(reader: PartReader, type: ts.Type): readonly ts.IndexInfo[] {
  const infos = reader.reading.checker.getIndexInfosOfType(type);
  return infos.filter(({ keyType }) => !(keyType.flags & compiler.TypeFlags.ESSymbolLike));
}

/** An object, where it is met, and what its type parameters stand for. */
export interface Indexed {
  readonly site: TypeSite;
  readonly bindings: Bindings;
}

/** Reads the index signatures; `undefined` when one of them is refused. */
export function readFurther(
  reader: PartReader,
  infos: readonly ts.IndexInfo[],
  { site, bindings }: Indexed,
): Further | undefined {
  let additional: SchemaNode | undefined;
  const patterns: PatternProperties[] = [];
  // `Record<string, never>` is an object that stays empty.
  for (const info of infos.filter(({ type }) => !isAlwaysAbsent(type))) {
    const key = readKey(info.keyType);
    if (key === undefined)
      return refuseType(reader.reading, site, {
        type: info.keyType,
        code: 'SIGIL052',
        says: 'cannot be a key in JSON',
      });
    const { declaration } = info;
    const declared = declaration && compiler.isIndexSignatureDeclaration(declaration) ? declaration.type : undefined;
    const written = writtenType(declared, bindings) ?? writtenRecordValue(reader, site);
    const node = reader.readPresent(info.type, siteOfMember(site, { step: '.*', written }));
    if (!node) return undefined;
    if (key === 'any') additional = node;
    else patterns.push({ pattern: key, node });
  }
  const inOrder = patterns.sort((a, b) => (a.pattern < b.pattern ? -1 : 1));
  return { ...(additional && { additional }), ...(inOrder.length > 0 && { patterns: inOrder }) };
}

/** How the source writes the `T` of `Record<K, T>`. */
export function writtenRecordValue(reader: PartReader, site: TypeSite): WrittenType | undefined {
  const { reading } = reader;
  const unwrapped = followAliases(reading, site.written);
  if (!unwrapped || !compiler.isTypeReferenceNode(unwrapped.node)) return undefined;
  if (findReferenced(reading, unwrapped)?.name !== 'Record') return undefined;
  return writtenType(unwrapped.node.typeArguments?.[1], unwrapped.bindings);
}

/** Any text, or a pattern; `undefined` for what is no key. A brand changes nothing. */
function readKey(keyType: ts.Type): string | undefined {
  const { TypeFlags } = compiler;
  if (keyType.flags & TypeFlags.String) return 'any';
  if (keyType.flags & TypeFlags.Number) return numericKey;
  if (!keyType.isIntersection()) return patternOf(keyType);
  return keyType.types.map(readKey).find((key) => key !== undefined);
}
