/**
 * Reads index signatures: what members an object may have besides those that it names.
 */
import { numericKey } from '@sigil/contracts/schema';
import type { ts } from 'ts-morph';
import type { ObjectNode, PatternProperties, SchemaNode } from '../../model/schema-node.js';
import { compiler } from '../program/compiler.js';
import { isOwnFile } from '../program/reading.js';
import { isAlwaysAbsent } from './absence.js';
import { areItemsLeftOut } from './foreign-living.js';
import { isForeignSite } from './foreign-site.js';
import { refuseType } from './refuse-type.js';
import { patternOf } from './template-pattern.js';
import { siteOfMember, type PartReader, type TypeSite } from './type-site.js';
import {
  type Bindings,
  findReferenced,
  followAliases,
  typeArgumentsOf,
  writtenType,
  type WrittenType,
} from './written-type.js';

/** Members keep their types in these. */
const keeping = new Set(['Partial', 'Required', 'Readonly', 'Pick', 'Omit']);

/** The values that an object may hold besides its properties. */
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
  /** The interface that has index signatures from another type, when it is not generic. */
  readonly heir: ts.Declaration | undefined;
}

/** Reads the index signatures; `undefined` when one of them is refused. */
export function readFurther(
  reader: PartReader,
  infos: readonly ts.IndexInfo[],
  { site, bindings, heir }: Indexed,
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
    const written = writtenType(declared, bindings) ?? writtenRecordValue(reader, site.written);
    const by = declaration ?? (written ? undefined : heir);
    const isForeign = by && !isOwnFile(reader.reading, by.getSourceFile());
    const place = siteOfMember(site, {
      ...{ step: '.*', written },
      ...(isForeign && { declared: { reading: reader.reading, by } }),
    });
    if ((isForeign ?? isForeignSite(reader.reading, site)) && areItemsLeftOut(reader, info.type, place)) continue;
    const node = reader.readPresent(info.type, place);
    if (!node) return undefined;
    if (key === 'any') additional = node;
    else patterns.push({ pattern: key, node });
  }
  const inOrder = patterns.sort((a, b) => (a.pattern < b.pattern ? -1 : 1));
  return { ...(additional && { additional }), ...(inOrder.length > 0 && { patterns: inOrder }) };
}

/**
 * Returns how the source writes the `T` of `Record<K, T>`, also inside of types that change only how its members are
 * there.
 */
export function writtenRecordValue(reader: PartReader, written: WrittenType | undefined): WrittenType | undefined {
  const { reading } = reader;
  const followed = followAliases(reading, written);
  const symbol = findReferenced(reading, followed);
  if (!followed || !symbol || !reading.origins.isBuiltIn(symbol)) return undefined;
  const [first, second] = typeArgumentsOf(followed.node);
  if (symbol.name === 'Record') return writtenType(second, followed.bindings);
  return keeping.has(symbol.name) ? writtenRecordValue(reader, writtenType(first, followed.bindings)) : undefined;
}

/** Any text, or a pattern; `undefined` for what is no key. A brand changes nothing. */
function readKey(keyType: ts.Type): string | undefined {
  const { TypeFlags } = compiler;
  if (keyType.flags & TypeFlags.String) return 'any';
  if (keyType.flags & TypeFlags.Number) return numericKey;
  if (!keyType.isIntersection()) return patternOf(keyType);
  return keyType.types.map(readKey).find((key) => key !== undefined);
}
