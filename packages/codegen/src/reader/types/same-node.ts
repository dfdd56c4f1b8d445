/**
 * Compares nodes. A named type equals only itself: comparing its content might not end.
 */
import type { SchemaNode } from '../../model/schema-node.js';

/** Returns whether the nodes are equal, documentation included; the declarations of properties do not count. */
export function isSameNode(a: SchemaNode, b: SchemaNode): boolean {
  return isSame(a, b);
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [entriesOf(a), entriesOf(b)];
  return (
    left.length === right.length &&
    left.every(([key, value]) =>
      key === 'definition' ? value === Reflect.get(b, key) : isSame(value, Reflect.get(b, key)),
    )
  );
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([key]) => key !== 'foreign');
}
