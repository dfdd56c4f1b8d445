/**
 * The keys for sorting types and declarations where the source gives no order: place, value, text. Never uses the checker's ids,
 * which depend on what it saw before.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import { relativeName } from '../program/problems.js';
import type { Reading } from '../program/reading.js';
import { rememberAtLevel, shortened } from './level-cache.js';
import { textOfType } from './type-name.js';
import { membersOf } from './type-site.js';

/** Compared element by element. */
export type SortKey = readonly (string | number)[];

/** Levels compared; types that differ only further down count as equal. */
const maxStructure = 2;

const fileNames = new WeakMap<Reading, Map<ts.SourceFile, string>>();

/** Sorts by declaration if there is one, then by value, then by text. */
export function orderUnwritten(reading: Reading, types: readonly ts.Type[]): readonly ts.Type[] {
  if (types.length < 2) return types;
  return types
    .map((type) => ({ type, key: sortKey(reading, type) }))
    .sort(
      (a, b) =>
        compareKeys(a.key, b.key) || compareKeys(structureOf(reading, a.type).key, structureOf(reading, b.type).key),
    )
    .map(({ type }) => type);
}

/** Returns the first of a symbol's declarations by file and position, since the checker orders them by its own file order. */
export function firstDeclaration(reading: Reading, symbol: ts.Symbol): ts.Declaration | undefined {
  const [first, ...others] = symbol.declarations ?? [];
  if (!first || others.length === 0) return first;
  return [first, ...others]
    .map((declaration) => ({ declaration, key: placeKey(reading, declaration) }))
    .sort((a, b) => compareKeys(a.key, b.key))[0]?.declaration;
}

/** Returns the key of a declaration's place. */
export function placeKey(reading: Reading, declaration: ts.Node | undefined): SortKey {
  return declaration ? [fileNameOf(reading, declaration.getSourceFile()), declaration.pos] : ['', 0];
}

/** Returns a negative, positive or zero number, as `sort` requires. */
export function compareKeys(a: SortKey, b: SortKey): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined || left === right) continue;
    return left < right ? -1 : 1;
  }
  return 0;
}

/** Returns a type's identity: literals have a fresh and a regular form, which are two objects for one type. */
export function identityOf(type: ts.Type): unknown {
  if (type.flags & compiler.TypeFlags.BooleanLiteral) return 'intrinsicName' in type ? type.intrinsicName : type;
  return type.isLiteral() ? type.regularType : type;
}

function sortKey(reading: Reading, type: ts.Type): SortKey {
  if (type.flags & compiler.TypeFlags.BooleanLiteral) return [3, identityOf(type) === 'false' ? 0 : 1];
  if (type.symbol?.declarations) {
    const place = placeKey(reading, firstDeclaration(reading, type.symbol));
    return [4, ...place, textOfType(reading, type)];
  }
  if (type.isStringLiteral()) return [1, type.value];
  if (type.isNumberLiteral()) return [2, type.value];
  return [type.flags & compiler.TypeFlags.Null ? 5 : 0, textOfType(reading, type)];
}

interface Structure {
  readonly key: SortKey;
  /** The key as one text. */
  readonly text: string;
}

/** Distinguishes instances of one type literal by content; intersections and templates have no name of their own. */
const structureAt = rememberAtLevel(({ reading, type, depth }): Structure => {
  const key = findStructure(reading, type, depth).map(shortened);
  return { key, text: shortened(key.join(' ')) };
});

function structureOf(reading: Reading, type: ts.Type, depth = 0): Structure {
  return structureAt({ reading, type, depth });
}

function findStructure(reading: Reading, type: ts.Type, depth: number): string[] {
  const { checker } = reading;
  const { TypeFlags } = compiler;
  if (type.isIntersection()) return type.types.map((part) => structureOf(reading, part, depth + 1).text).sort();
  if (type.flags & (TypeFlags.TemplateLiteral | TypeFlags.StringMapping)) return [checker.typeToString(type)];
  if (depth > maxStructure || !(type.flags & TypeFlags.Object)) return [textOfType(reading, type)];
  const properties = checker.getPropertiesOfType(type).map((property) => {
    const inner = checker.getTypeOfSymbol(property);
    const parts = membersOf(inner).map((member) => structureOf(reading, member, depth + 1).text);
    return `${property.getName()}: ${parts.sort().join(' | ')}`;
  });
  return [textOfType(reading, type), ...properties.sort()];
}

function fileNameOf(reading: Reading, file: ts.SourceFile): string {
  const names = fileNames.get(reading) ?? new Map<ts.SourceFile, string>();
  fileNames.set(reading, names);
  const name = names.get(file) ?? relativeName(reading.folder, file.fileName);
  names.set(file, name);
  return name;
}
