/**
 * Finds the union that a type is without its undefined: the checker splits an optional member's union, and loses its name.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { possibleMembers } from './absence.js';
import { membersOf } from './type-site.js';
import type { WrittenType } from './written-type.js';

/** Returns the named union with exactly these members; `undefined` when no name for it is known. */
export function findWhole(
  reading: Reading,
  type: ts.Type,
  members: readonly ts.Type[],
  written: WrittenType | undefined,
): ts.Type | undefined {
  if (members.every((member) => member.flags & compiler.TypeFlags.Literal)) return undefined;
  const isWhole = (candidate: ts.Type): boolean => {
    if (candidate.aliasSymbol === undefined) return false;
    const whole = possibleMembers(reading, membersOf(candidate));
    return whole.length === members.length && members.every((member) => whole.includes(member));
  };

  if (isWhole(type)) return type;
  if (members.length === membersOf(type).length) return undefined;
  const said = written && written.bindings.size === 0 ? reading.checker.getTypeFromTypeNode(written.node) : undefined;
  if (said && isWhole(said)) return said;
  const present = reading.checker.getNonNullableType(type);
  return isWhole(present) ? present : undefined;
}
