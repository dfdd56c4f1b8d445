/**
 * Tells which keys a caller can make collide: engines hash numbers and bigints without a secret, so that some thousands of chosen ones
 * stand in one bucket of a `Set` or `Map`, and each is compared with all before it.
 */
import type { SchemaNode } from '../model/schema-node.js';
import { flattenUnion } from './plain-node.js';

/** Returns whether values of the type may be numbers or bigints of the caller's choice. */
export function isHashedByNumber(node: SchemaNode): boolean {
  return flattenUnion(node).some(({ plain: { kind } }) => kind === 'number' || kind === 'bigint' || kind === 'any');
}
