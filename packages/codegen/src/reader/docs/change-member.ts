/**
 * Changes a nested member of a node, in a copy. Knows nothing of doc comments.
 */
import { resolveNode, type Property, type SchemaNode } from '../../model/schema-node.js';

/**
 * Returns the node with the member changed that the steps lead to: property names, and `[]` for the items of a list. A named type
 * on the path is replaced by its changed copy; in a union every branch that has the member changes.
 *
 * @returns `undefined` when there is no such member
 */
export function changeMember(
  node: SchemaNode,
  steps: readonly string[],
  change: (member: SchemaNode) => SchemaNode,
): SchemaNode | undefined {
  const [step, ...further] = steps;
  if (step === undefined) return change(node);

  const plain = resolveNode(node);
  if (plain.kind === 'union') {
    const members = plain.members.map((member) => changeMember(member, steps, change));
    if (members.every((member) => member === undefined)) return undefined;
    return { ...plain, members: plain.members.map((member, index) => members[index] ?? member) };
  }
  if ((plain.kind === 'array' || plain.kind === 'set') && step === '[]') {
    const items = changeMember(plain.items, further, change);
    return items && { ...plain, items };
  }
  if (plain.kind !== 'object') return undefined;
  const properties = plain.properties.map((property) =>
    property.name === step ? changeProperty(property, further, change) : property,
  );
  const isThere = plain.properties.some((property) => property.name === step) && !properties.includes(undefined);
  return isThere ? { ...plain, properties: properties.filter((property) => property !== undefined) } : undefined;
}

function changeProperty(
  property: Property,
  steps: readonly string[],
  change: (member: SchemaNode) => SchemaNode,
): Property | undefined {
  const node = changeMember(property.node, steps, change);
  return node && { ...property, node };
}
