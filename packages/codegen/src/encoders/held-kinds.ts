/**
 * Says of what kind a value is that a method holds: a `Date`, a `Map`, an object with or without members that its type does not know.
 */
import { resolveNode, type PlainNode, type SchemaNode } from '../model/schema-node.js';
import type { Declarations } from '../decoders/declarations.js';
import type { KindTests } from '../decoders/write-likeness.js';
import { isRevived, type RevivedNode } from '../decoders/revivals.js';
import { conditionsOf } from '../decoders/write-test.js';

/** Results may have members that their type does not know: what a subclass adds stays inside. */
export const heldKinds: KindTests = {
  isOpen: true,
  kindOf: (node, name, declarations) => {
    const kinds = flattenHeld(node).map((plain) => heldKind(plain, name, declarations));
    if (kinds.includes(undefined)) return undefined;
    return kinds.length === 0 ? 'false' : `(${[...new Set(kinds)].join(' || ')})`;
  },
};

/** The condition that a value of the type in `name` is of the class that methods have it as. */
export function classCondition(node: RevivedNode, name: string): string {
  switch (node.kind) {
    case 'date':
      return `${name} instanceof Date`;
    case 'url':
      return `${name} instanceof URL`;
    case 'regexp':
      return `${name} instanceof RegExp`;
    case 'bigint':
      return `typeof ${name} === 'bigint'`;
    case 'bytes':
      return `${name} instanceof ${node.as === 'ArrayBuffer' ? 'ArrayBuffer' : 'Uint8Array'}`;
  }
}

/** The members of a union, those of unions inside it among them; members that take nothing are left out. */
function flattenHeld(node: SchemaNode): readonly PlainNode[] {
  const plain = resolveNode(node);
  if (plain.kind === 'never') return [];
  return plain.kind === 'union' ? plain.members.flatMap(flattenHeld) : [plain];
}

function heldKind(plain: PlainNode, name: string, declarations: Declarations): string | undefined {
  if (isRevived(plain)) return classCondition(plain, name);
  switch (plain.kind) {
    case 'literals':
    case 'null':
    case 'boolean':
      return conditionsOf(plain, name, declarations)[0];
    case 'string':
    case 'number':
      return `typeof ${name} === '${plain.kind}'`;
    case 'object':
    case 'toJson':
      return `isObject(${name})`;
    case 'map':
      return `${name} instanceof Map`;
    case 'set':
      return `${name} instanceof Set`;
    case 'array':
    case 'tuple':
      return `Array.isArray(${name})`;
    default:
      return undefined;
  }
}
