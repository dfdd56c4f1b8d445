/**
 * Finds key types whose collisions a caller can force: engines hash numbers and bigints without a secret, so that thousands of
 * chosen keys share one bucket of a `Set` or `Map`, and each is compared with all earlier ones.
 */
import type { SchemaNode } from '../model/schema-node.js';
import { flattenUnion } from './plain-node.js';

/** Returns whether values of the type may be numbers or bigints that the caller chooses. */
export function canForceCollisions(node: SchemaNode): boolean {
  return flattenUnion(node).some(({ plain: { kind } }) => kind === 'number' || kind === 'bigint' || kind === 'any');
}
