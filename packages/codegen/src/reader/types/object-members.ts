/**
 * Decides which members of an object are data: those that JSON.stringify would write for a result, and those that an argument
 * must have.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import { acceptsUndefined } from './absence.js';
import type { Refusal } from './refuse-type.js';

/** A member and its known type. */
export interface Member {
  readonly symbol: ts.Symbol;
  readonly type: ts.Type;
  readonly isOptional: boolean;
}

/** Returns whether JSON can express the member's name. */
export function hasPlainName(symbol: ts.Symbol): boolean {
  const name = symbol.escapedName.toString();
  return !name.startsWith('__@') && !name.startsWith('__#');
}

/** Returns the member with its type. */
export function readMember(checker: ts.TypeChecker, symbol: ts.Symbol): Member {
  const type = checker.getTypeOfSymbol(symbol);
  const isOptional = (symbol.flags & compiler.SymbolFlags.Optional) !== 0 || acceptsUndefined(type);
  return { symbol, type, isOptional };
}

/**
 * Returns whether the member belongs to a class and is not public data: JSON.stringify leaves accessors out, and the rest is not
 * accessible.
 */
export function isHidden(symbol: ts.Symbol): boolean {
  return describeHidden(symbol) !== undefined;
}

/** Returns the reason why an argument cannot have this object type: it would lack members of the class beyond its data. */
export function reasonInMembers(symbols: readonly ts.Symbol[], type: ts.Type): Refusal | undefined {
  const isClass = type.symbol !== undefined && (type.symbol.flags & compiler.SymbolFlags.Class) !== 0;
  for (const symbol of symbols) {
    const hidden = describeHidden(symbol);
    const has = hidden ?? (isClass && symbol.flags & compiler.SymbolFlags.Method ? 'the method' : undefined);
    if (has === undefined) continue;
    return {
      code: 'SIGIL043',
      says: `has ${has} "${symbol.getName()}", which the plain object that arrives would lack`,
    };
  }
  return undefined;
}

function describeHidden(symbol: ts.Symbol): string | undefined {
  const declaration = symbol.valueDeclaration;
  if (!declaration || !isOfClass(declaration)) return undefined;
  if (symbol.escapedName.toString().startsWith('__#')) return 'the private member';
  if (symbol.flags & compiler.SymbolFlags.Accessor) return 'the accessor';
  const modifiers = compiler.getCombinedModifierFlags(declaration);
  if (modifiers & compiler.ModifierFlags.Private) return 'the private member';
  return modifiers & compiler.ModifierFlags.Protected ? 'the protected member' : undefined;
}

/** Includes members of the class's body, and constructor parameters that declare members. */
function isOfClass(declaration: ts.Declaration): boolean {
  return compiler.isClassLike(declaration.parent) || compiler.isParameter(declaration);
}
