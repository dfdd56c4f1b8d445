/**
 * Finds the array or tuple that another type amounts to: an interface that only extends it, or an intersection that adds nothing JSON
 * could express.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { isAlwaysAbsent } from './absence.js';
import { readMember } from './object-members.js';

/** The list itself, or the items of an array or the elements of a tuple that another type amounts to. */
export type FoundList =
  { readonly list: ts.Type } | { readonly items: ts.Type } | { readonly elements: readonly ts.Type[] };

/** Returns `undefined` for a type that is more than a list. */
export function findList(reading: Reading, type: ts.Type): FoundList | undefined {
  if (type.isIntersection()) return listOfParts(reading, type) ?? listByShape(reading, type);
  const { checker } = reading;
  if (checker.isArrayType(type) || checker.isTupleType(type)) return { list: type };
  return isMapped(type) ? listByShape(reading, type) : listOfInterface(reading, type);
}

/** Returns the list in `string[] & { key?: never }`, which only distinguishes lists from objects. */
function listOfParts(reading: Reading, { types }: ts.IntersectionType): FoundList | undefined {
  const found = types.map((part) => findList(reading, part));
  const [list, ...others] = found.filter((part) => part !== undefined);
  if (!list || others.length > 0) return undefined;
  return types.every((part, index) => found[index] !== undefined || addsNothing(reading, part)) ? list : undefined;
}

/** Returns whether a part of an intersection adds nothing that JSON could express. */
export function addsNothing({ checker }: Reading, part: ts.Type): boolean {
  if (!(part.flags & compiler.TypeFlags.Object)) return (part.flags & compiler.TypeFlags.NonPrimitive) !== 0;
  const isBare = part.getCallSignatures().length + part.getConstructSignatures().length === 0;
  if (!isBare || checker.getIndexInfosOfType(part).length > 0) return false;
  return checker.getPropertiesOfType(part).every((symbol) => {
    const member = readMember(checker, symbol);
    return member.isOptional && isAlwaysAbsent(member.type);
  });
}

/** Limit on elements, higher than any tuple written by hand. */
const maxElements = 1000;

/** Recognises a tuple by its known length, even if its methods were removed: `Omit<[1, 2], 'push'>`, `string[] & { length: 2 }`. */
function listByShape(reading: Reading, type: ts.Type): FoundList | undefined {
  const { checker } = reading;
  const length = checker.getPropertyOfType(type, 'length');
  if (!length) return undefined;
  const others = checker.getPropertiesOfType(type).filter(({ name }) => name !== 'length' && !/^\d+$/.test(name));
  if (others.length === 0 || !others.every((member) => isOfArray(reading, member))) return undefined;
  const item = type.getNumberIndexType();
  const count = checker.getTypeOfSymbol(length);
  if (!count.isNumberLiteral()) return item && count.flags & compiler.TypeFlags.Number ? { items: item } : undefined;
  if (count.value > maxElements) return undefined;
  const elements = Array.from({ length: count.value }, (_, index) => {
    const element = checker.getPropertyOfType(type, String(index));
    return element ? checker.getTypeOfSymbol(element) : item;
  });
  const known = elements.filter((element) => element !== undefined);
  return known.length === elements.length ? { elements: known } : undefined;
}

function isOfArray({ origins }: Reading, member: ts.Symbol): boolean {
  const declarations = member.declarations ?? [];
  return (
    declarations.length > 0 &&
    declarations.every(({ parent }) => {
      const symbol = compiler.isInterfaceDeclaration(parent) ? parent.name.text : '';
      return (symbol === 'Array' || symbol === 'ReadonlyArray') && origins.isBuiltIn(member);
    })
  );
}

function isMapped(type: ts.Type): boolean {
  return 'objectFlags' in type && (Number(type.objectFlags) & compiler.ObjectFlags.Mapped) !== 0;
}

/** Recognises `interface Position extends Array<number> {}`. */
function listOfInterface(reading: Reading, type: ts.Type): FoundList | undefined {
  const { Class, Interface } = compiler.SymbolFlags;
  const { symbol } = type;
  if (!symbol || !(symbol.flags & Interface) || symbol.flags & Class || hasMembers(symbol)) return undefined;
  const declared = reading.checker.getDeclaredTypeOfSymbol(symbol);
  if (!declared.isClassOrInterface()) return undefined;
  const [base, ...others] = reading.checker.getBaseTypes(declared);
  const found = base && others.length === 0 ? findList(reading, base) : undefined;
  if (!found || (declared.typeParameters ?? []).length === 0) return found;
  // The base of a generic list refers to its type parameters; the list itself knows its items with the arguments applied.
  const items = 'list' in found && reading.checker.isTupleType(found.list) ? undefined : type.getNumberIndexType();
  return items && { items };
}

/** Returns whether a symbol has members; its type parameters are in that table too. */
export function hasMembers({ members }: ts.Symbol): boolean {
  for (const member of members?.values() ?? []) {
    if (!(member.flags & compiler.SymbolFlags.TypeParameter)) return true;
  }
  return false;
}
