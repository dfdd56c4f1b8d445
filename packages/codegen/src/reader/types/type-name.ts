/**
 * Writes any type as a short name of `[A-Za-z0-9._-]`, independent of what was checked before. Names are for people: two types
 * may share one.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { rememberAtLevel, shortened } from './level-cache.js';

/** Longer names add nothing beyond this length. */
const maxLength = 64;

const maxDepth = 4;

/** Letters that Unicode does not decompose into an ASCII letter and a mark. */
const transliterated: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['Æ', 'Ae'],
  ['œ', 'oe'],
  ['Œ', 'Oe'],
  ['ø', 'o'],
  ['Ø', 'O'],
  ['ł', 'l'],
  ['Ł', 'L'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['ı', 'i'],
]);

/** Returns the characters of a name that need no escaping anywhere; `Type` when none are left. */
export function plainName(name: string): string {
  const letters = [...name].map((letter) => transliterated.get(letter) ?? letter).join('');
  const plain = letters.normalize('NFKD').replace(/[^A-Za-z0-9._-]/g, '');
  return plain === '' ? 'Type' : plain;
}

/** Appends the names of type arguments to a name. */
export function joinName(name: string, typeArguments: readonly string[]): string {
  const full = [name, ...typeArguments].map(plainName).join('_');
  return full.length <= maxLength ? full : plainName(name).slice(0, maxLength);
}

/** Returns the name in the declaration, even of a default export; `undefined` when the compiler invented the name. */
export function nameOfSymbol(symbol: ts.Symbol): string | undefined {
  const name = symbol.escapedName.toString();
  if (name.startsWith('__') && !name.startsWith('___')) return undefined;
  if (name !== 'default') return symbol.name;
  const [declaration] = symbol.declarations ?? [];
  const declared = declaration && 'name' in declaration ? declaration.name : undefined;
  return typeof declared === 'object' && declared !== null && 'text' in declared ? String(declared.text) : undefined;
}

/** Returns the text that represents a type among the type arguments of another, and for sorting types by text. */
export function textOfType(reading: Reading, type: ts.Type, depth = 0): string {
  return depth > maxDepth ? '' : textAt({ reading, type, depth });
}

const textAt = rememberAtLevel(({ reading, type, depth }) => shortened(writeType(reading, type, depth)));

function writeType(reading: Reading, type: ts.Type, depth: number): string {
  const { aliasSymbol, aliasTypeArguments = [], symbol } = type;
  const named = (name: string, typeArguments: readonly ts.Type[]): string =>
    [name, ...typeArguments.map((one) => textOfType(reading, one, depth + 1))].join('_');
  if (aliasSymbol) return named(aliasSymbol.name, aliasTypeArguments);
  if (symbol && symbol.flags & compiler.SymbolFlags.Enum) return symbol.name;
  if (type.isUnion()) return textOfUnion(reading, type, depth);
  if (type.isStringLiteral() || type.isNumberLiteral()) return String(type.value);
  if (reading.checker.isArrayType(type) || reading.checker.isTupleType(type))
    return `${readArguments(reading, type)
      .map((one) => textOfType(reading, one, depth + 1))
      .join('_')}Array`;
  const name = symbol && nameOfSymbol(symbol);
  if (name !== undefined) return named(name, readArguments(reading, type));
  if ('intrinsicName' in type && typeof type.intrinsicName === 'string') return type.intrinsicName;
  return type.flags & compiler.TypeFlags.Object ? 'Object' : 'Type';
}

function textOfUnion(reading: Reading, type: ts.UnionType, depth: number): string {
  const isBoolean = (one: ts.Type): boolean => (one.flags & compiler.TypeFlags.BooleanLiteral) !== 0;
  const hasBoolean = type.types.filter(isBoolean).length === 2;
  const others = hasBoolean ? type.types.filter((one) => !isBoolean(one)) : type.types;
  const names = others.map((one) => textOfType(reading, one, depth + 1));
  return [...names, ...(hasBoolean ? ['boolean'] : [])].sort().join('_or_');
}

function readArguments(reading: Reading, type: ts.Type): readonly ts.Type[] {
  if (!('target' in type)) return [];
  // Sound because only references have a target: the generic type that they refer to.
  const reference = type as ts.TypeReference;
  const { typeParameters = [] } = reference.target;
  return reading.checker.getTypeArguments(reference).slice(0, typeParameters.length);
}
