/**
 * Determines which types allow a value to be absent. Knows nothing of how values are read.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { findDistributed } from './read-brand.js';
import { membersOf, type TypeSite } from './type-site.js';

/** Returns whether the type has undefined among its members. */
export function acceptsUndefined(type: ts.Type): boolean {
  return membersOf(type).some(isUndefined);
}

/** Returns whether the type has no value except being absent. */
export function isAlwaysAbsent(type: ts.Type): boolean {
  return membersOf(type).every((member) => isUndefined(member) || member.flags & compiler.TypeFlags.Never);
}

/** Returns the members of a type without undefined. */
export function presentMembers(type: ts.Type): readonly ts.Type[] {
  const members = membersOf(type);
  if (!members.some(isUndefined)) return members;
  const present = members.filter((member) => !isUndefined(member));
  return present.length > 0 ? present : [type];
}

/**
 * Returns the members that have values, at least one: in `(A | B) & { kind: 'a' }` the checker keeps a contradictory member for
 * B.
 */
export function possibleMembers(reading: Reading, members: readonly ts.Type[]): readonly ts.Type[] {
  if (members.length < 2 || !members.some((member) => isContradiction(reading, member))) return members;
  // The rest of `(string | { tag: 'a' }) & { tag: 'b' }` would look like a branded string.
  if (findDistributed(reading, members)) return members;
  const possible = members.filter((member) => !isContradiction(reading, member));
  return possible.length > 0 ? possible : members.slice(0, 1);
}

/** Returns whether parts of an intersection give a tag different values: the checker then knows no members of it. */
export function isContradiction({ checker }: Reading, type: ts.Type): boolean {
  if (!type.isIntersection() || checker.getPropertiesOfType(type).length > 0) return false;
  const { Object: object } = compiler.TypeFlags;
  return type.types.some((part) => part.flags & object && checker.getPropertiesOfType(part).length > 0);
}

/** Returns whether a value of the type may be undefined; one of `unknown` may. */
export function mayBeUndefined(type: ts.Type): boolean {
  return acceptsUndefined(type) || (type.flags & compiler.TypeFlags.Unknown) !== 0;
}

/** Returns the mark of a result whose items may be undefined. */
export function readGaps(item: ts.Type | undefined, { role }: TypeSite): { readonly hasGaps?: true } {
  return role === 'result' && item && mayBeUndefined(item) ? { hasGaps: true } : {};
}

function isUndefined(type: ts.Type): boolean {
  return (type.flags & (compiler.TypeFlags.Undefined | compiler.TypeFlags.Void)) !== 0;
}
