/**
 * Reads members of values of foreign libraries.
 */

/** Returns a member of anything; undefined if it is no object or function, or has no such member. */
export function memberOf(value: unknown, name: string): unknown {
  const hasMembers = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return hasMembers ? Reflect.get(value, name) : undefined;
}

/** Returns a member that is a list; an empty one otherwise. */
export function listIn(value: unknown, name: string): readonly unknown[] {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : [];
}
