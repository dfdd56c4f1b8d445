/**
 * Determines whether a member of an object is a function, which JSON does not have.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { presentMembers } from './absence.js';
import { findSource } from './find-source.js';
import type { Member } from './object-members.js';

/** Returns whether every value of the member is a function. */
export function isFunction(reading: Reading, { symbol, type }: Member): boolean {
  if (symbol.flags & compiler.SymbolFlags.Method) return true;
  return presentMembers(type).every((one) => isCallable(reading, one));
}

function isCallable(reading: Reading, type: ts.Type): boolean {
  if (type.isIntersection()) return type.types.every((part) => isCallable(reading, part));
  // Lists are checked first: asking for their signatures would make the checker create all of their methods.
  const { checker } = reading;
  if (!(type.flags & compiler.TypeFlags.Object) || checker.isArrayType(type) || checker.isTupleType(type)) return false;
  if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) return true;
  const source = findSource(reading, type)?.type;
  return source !== undefined && isCallable(reading, source);
}
