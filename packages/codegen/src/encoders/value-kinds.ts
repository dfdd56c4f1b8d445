/**
 * Tests the kind of a value held by a method: a `Date`, a `Map`, an object with or without undeclared members.
 */
import { resolveNode, type PlainNode, type SchemaNode } from '../model/schema-node.js';
import type { Declarations } from '../decoders/declarations.js';
import type { KindTests } from '../decoders/write-likeness.js';
import { isRevived, type RevivedNode } from '../decoders/revivals.js';
import { conditionsOf } from '../decoders/write-test.js';

/** Results may have undeclared members: members added by a subclass are not sent. */
export const valueKinds: KindTests = {
  isOpen: true,
  kindOf: (node, name, declarations) => {
    const kinds = flattenHeld(node).map((plain) => heldKind(plain, name, declarations));
    if (kinds.includes(undefined)) return undefined;
    return kinds.length === 0 ? 'false' : `(${[...new Set(kinds)].join(' || ')})`;
  },
};

/** Returns the condition that the value `name` is an instance of the type's class. */
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

/** Returns the members of a union, including those of nested unions, without members that accept no value. */
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
