/**
 * Resolves references and `toJSON` to the type whose code is written in place.
 */
import { resolveNode, type PlainNode, type SchemaNode, type ToJsonNode } from '../model/schema-node.js';

/** A type that is neither a reference nor the result of `toJSON`. */
export type ValueNode = Exclude<PlainNode, ToJsonNode>;

/** Returns the node of the values that `node` has on the wire. */
export function valueNode(node: SchemaNode): ValueNode {
  const plain = resolveNode(node);
  return plain.kind === 'toJson' ? valueNode(plain.node) : plain;
}

/** A member of a union, as declared and as resolved. */
export interface UnionMember<Plain extends ValueNode = ValueNode> {
  readonly node: SchemaNode;
  readonly plain: Plain;
}

/** Returns the members of a union in order, including those of nested unions, without members that accept no value. */
export function flattenUnion(node: SchemaNode): readonly UnionMember[] {
  const plain = valueNode(node);
  if (plain.kind === 'never') return [];
  return plain.kind === 'union' ? plain.members.flatMap(flattenUnion) : [{ node, plain }];
}

/** Returns those of `members` that have one of these kinds. */
export function membersOfKind<Kind extends ValueNode['kind']>(
  members: readonly UnionMember[],
  kinds: readonly Kind[],
): readonly UnionMember<Extract<ValueNode, { kind: Kind }>>[] {
  return members.filter((member): member is UnionMember<Extract<ValueNode, { kind: Kind }>> =>
    kinds.some((kind) => kind === member.plain.kind),
  );
}
