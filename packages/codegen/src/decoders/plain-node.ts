/**
 * Looks through references and `toJSON` at the type whose code is written in place.
 */
import { resolveNode, type PlainNode, type SchemaNode, type ToJsonNode } from '../model/schema-node.js';

/** A type that is neither a reference nor behind `toJSON`. */
export type ValueNode = Exclude<PlainNode, ToJsonNode>;

/** Returns the node of the values that `node` has on the wire. */
export function valueNode(node: SchemaNode): ValueNode {
  const plain = resolveNode(node);
  return plain.kind === 'toJson' ? valueNode(plain.node) : plain;
}

/** A member of a union, as it stands there and as what it comes to. */
export interface UnionMember<Plain extends ValueNode = ValueNode> {
  readonly node: SchemaNode;
  readonly plain: Plain;
}

/** The members of a union, those of unions inside it among them, in order; members that take nothing are left out. */
export function flattenUnion(node: SchemaNode): readonly UnionMember[] {
  const plain = valueNode(node);
  if (plain.kind === 'never') return [];
  return plain.kind === 'union' ? plain.members.flatMap(flattenUnion) : [{ node, plain }];
}

/** Those of `members` that are of one of these kinds. */
export function membersOfKind<Kind extends ValueNode['kind']>(
  members: readonly UnionMember[],
  kinds: readonly Kind[],
): readonly UnionMember<Extract<ValueNode, { kind: Kind }>>[] {
  return members.filter((member): member is UnionMember<Extract<ValueNode, { kind: Kind }>> =>
    kinds.some((kind) => kind === member.plain.kind),
  );
}
