/**
 * Reads index signatures: the members that an object may have besides its named ones.
 */
import { numericKey } from '@sigil/contracts/schema';
import type { ts } from 'ts-morph';
import type { ObjectNode, PatternProperties, SchemaNode } from '../../model/schema-node.js';
import { compiler } from '../program/compiler.js';
import { isOwnFile, type Reading } from '../program/reading.js';
import { isAlwaysAbsent } from './absence.js';
import { areItemsLeftOut } from './foreign-parts.js';
import { isForeignSite } from './foreign-site.js';
import type { MemberBindings } from './member-bindings.js';
import { isConstrained, readByNames } from './named-primitives.js';
import { refuseType } from './refuse-type.js';
import { patternOf } from './template-pattern.js';
import { describeType } from './type-docs.js';
import { describeSite, siteOfMember, type PartReader, type TypeSite } from './type-site.js';
import { findReferenced, followAliases, typeArgumentsOf, writtenType, type WrittenType } from './written-type.js';

/** Types that keep the types of members. */
const keeping = new Set(['Partial', 'Required', 'Readonly', 'Pick', 'Omit']);

/** The values that an object may have besides its properties. */
export type Further = Pick<ObjectNode, 'additional' | 'names' | 'patterns'>;

/** Returns the index signatures for JSON keys; symbol keys are not written. */
export function indexInfosOf(reader: PartReader, type: ts.Type): readonly ts.IndexInfo[] {
  const infos = reader.reading.checker.getIndexInfosOfType(type);
  return infos.filter(({ keyType }) => !(keyType.flags & compiler.TypeFlags.ESSymbolLike));
}

/** An object, its site, and its type arguments. */
export interface Indexed {
  readonly site: TypeSite;
  readonly bindings: MemberBindings;
  /** The interface that inherits index signatures from another type, if it is not generic. */
  readonly heir: ts.Declaration | undefined;
}

/** Reads the index signatures; `undefined` when one of them is refused. */
export function readFurther(
  reader: PartReader,
  infos: readonly ts.IndexInfo[],
  { site, bindings, heir }: Indexed,
): Further | undefined {
  let additional: SchemaNode | undefined;
  let names: SchemaNode | undefined;
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
    const written = writtenType(declared, bindings(declaration)) ?? writtenRecordValue(reader, site.written);
    const by = declaration ?? (written ? undefined : heir);
    const isForeign = by && !isOwnFile(reader.reading, by.getSourceFile());
    const place = siteOfMember(site, {
      step: '.*',
      written,
      ...(isForeign && { declared: { reading: reader.reading, by } }),
    });
    if ((isForeign ?? isForeignSite(reader.reading, site)) && areItemsLeftOut(reader, info.type, place)) continue;
    const node = reader.readPresent(info.type, place);
    if (!node) return undefined;
    if (key === 'any') {
      additional = node;
      names = readNames(reader, info, { site, bindings });
    } else {
      patterns.push({ pattern: key, node });
      noteNumbers(reader, info, { site, bindings });
    }
  }
  const inOrder = patterns.sort((a, b) => (a.pattern < b.pattern ? -1 : 1));
  return {
    ...(additional && { additional }),
    ...(names && { names }),
    ...(inOrder.length > 0 && { patterns: inOrder }),
  };
}

/** Returns the syntax of `T` in `Record<K, T>`, even inside types that only change whether members are optional or readonly. */
export function writtenRecordValue(reader: PartReader, written: WrittenType | undefined): WrittenType | undefined {
  const { reading } = reader;
  const followed = followAliases(reading, written);
  const symbol = findReferenced(reading, followed);
  if (!followed || !symbol || !reading.origins.isBuiltIn(symbol)) return undefined;
  const [first, second] = typeArgumentsOf(followed.node);
  if (symbol.name === 'Record') return writtenType(second, followed.bindings);
  return keeping.has(symbol.name) ? writtenRecordValue(reader, writtenType(first, followed.bindings)) : undefined;
}

type Around = Pick<Indexed, 'site' | 'bindings'>;

/** Reads the names that an index signature allows, if its key is written as a name with constraints. */
function readNames(
  reader: PartReader,
  { keyType, declaration }: ts.IndexInfo,
  { site, bindings }: Around,
): SchemaNode | undefined {
  const keySite = siteOfKey(reader, declaration, { site, bindings });
  if (!keySite || !(keyType.flags & compiler.TypeFlags.String)) return undefined;
  const described = { type: keyType, site: keySite };
  const node = readByNames(reader, keyType, keySite) ?? describeType(reader.reading, { kind: 'string' }, described);
  return node.kind === 'union' || isConstrained(node) ? node : undefined;
}

/** Adds a note if numbers that are keys have constraints, which JSON Schema cannot express for names. */
function noteNumbers(reader: PartReader, { keyType, declaration }: ts.IndexInfo, around: Around): void {
  const { reading } = reader;
  const site = siteOfKey(reader, declaration, around);
  if (!site || !(keyType.flags & compiler.TypeFlags.Number)) return;
  const node = describeType(reading, { kind: 'number' }, { type: keyType, site });
  if (!isConstrained(node)) return;
  reading.problems.add({
    code: 'SIGIL056',
    severity: 'note',
    at: site.at,
    message: `${describeSite(site)}: the constraints of the keys are left out, since keys are text in JSON`,
    fix: 'Use a string with @pattern as the key, or check the keys in the method.',
  });
}

function siteOfKey(
  { reading }: PartReader,
  declaration: ts.IndexInfo['declaration'],
  { site, bindings }: Around,
): TypeSite | undefined {
  const isSignature = declaration && compiler.isIndexSignatureDeclaration(declaration);
  const written = isSignature
    ? writtenType(declaration.parameters[0]?.type, bindings(declaration))
    : writtenKey(reading, site.written);
  return written && siteOfMember(site, { step: '<key>', written });
}

/** Returns the syntax of the keys of a record or of a mapped type, even inside types that keep them. */
function writtenKey(reading: Reading, written: WrittenType | undefined): WrittenType | undefined {
  const followed = followAliases(reading, written);
  if (!followed) return undefined;
  const { node, bindings } = followed;
  if (compiler.isMappedTypeNode(node)) {
    const keys = node.typeParameter.constraint;
    const isKeys = keys && compiler.isTypeOperatorNode(keys) && keys.operator === compiler.SyntaxKind.KeyOfKeyword;
    return isKeys ? writtenKey(reading, { node: keys.type, bindings }) : writtenType(keys, bindings);
  }
  const symbol = findReferenced(reading, followed);
  if (!symbol || !reading.origins.isBuiltIn(symbol)) return undefined;
  const first = writtenType(typeArgumentsOf(node)[0], bindings);
  if (symbol.name === 'Record') return first;
  return keeping.has(symbol.name) ? writtenKey(reading, first) : undefined;
}

/** Returns a key's pattern, or any text; `undefined` for a type that cannot be a key. A brand changes nothing. */
function readKey(keyType: ts.Type): string | undefined {
  const { TypeFlags } = compiler;
  if (keyType.flags & TypeFlags.String) return 'any';
  if (keyType.flags & TypeFlags.Number) return numericKey;
  if (!keyType.isIntersection()) return patternOf(keyType);
  return keyType.types.map(readKey).find((key) => key !== undefined);
}
