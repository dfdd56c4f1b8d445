/**
 * Lists the types that a type consists of, in the order in which they are written.
 */
import { isObjectMap, type PlainNode, type SchemaNode } from '../model/schema-node.js';

/** Returns the types directly inside `node`; the types of a reference's definition belong to the reference. */
export function innerNodes(node: PlainNode): readonly SchemaNode[] {
  switch (node.kind) {
    case 'array':
    case 'set':
      return [node.items];
    case 'tuple':
      return [...node.items, ...(node.rest ? [node.rest] : []), ...(node.tail ?? [])];
    case 'object':
      return [
        ...node.properties.map((property) => property.node),
        ...(node.patterns ?? []).map((pattern) => pattern.node),
        ...(node.additional ? [node.additional] : []),
      ];
    case 'map':
      return isObjectMap(node) ? [node.values] : [node.keys, node.values];
    case 'union':
      return node.members;
    case 'toJson':
      return [node.node];
    default:
      return [];
  }
}
