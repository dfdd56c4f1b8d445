/**
 * The members of a result from another server with some of them replaced.
 */
import type { WireMembers } from '@sigil/core/catalog';

/** @param changed JSON texts by name */
export function withMembers(wire: WireMembers, changed: Readonly<Record<string, string>>): WireMembers {
  const members = new Map([...wire, ...Object.entries(changed)]);
  return { get: (name) => members.get(name), [Symbol.iterator]: () => members[Symbol.iterator]() };
}
