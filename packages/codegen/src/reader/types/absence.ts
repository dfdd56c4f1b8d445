/**
 * Tells which types allow that a value is left out. Knows nothing of how values are read.
 */
import type ts from 'typescript';
import { compiler } from '../load-compiler.js';
import { membersOf } from './type-site.js';

/** Whether the type has undefined among its members. */
export function acceptsUndefined(type: ts.Type): boolean {
  return membersOf(type).some(isUndefined);
}

/** Whether nothing but leaving it out is a value of the type. */
export function isAlwaysAbsent(type: ts.Type): boolean {
  return membersOf(type).every((member) => isUndefined(member) || member.flags & compiler.TypeFlags.Never);
}

/** The members of a type without undefined. */
export function presentMembers(type: ts.Type): readonly ts.Type[] {
  const members = membersOf(type);
  if (!members.some(isUndefined)) return members;
  const present = members.filter((member) => !isUndefined(member));
  return present.length > 0 ? present : [type];
}

function isUndefined(type: ts.Type): boolean {
  return (type.flags & (compiler.TypeFlags.Undefined | compiler.TypeFlags.Void)) !== 0;
}
