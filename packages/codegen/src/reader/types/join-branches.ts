/**
 * Joins the nodes of a union's members into one. Knows nothing of types and of the compiler.
 */
import type { LiteralsNode, SchemaNode } from '../../model/schema-node.js';
import { isSameNode } from './same-node.js';

/** Joins the members into one node: the checker represents `boolean` as `true | false`, and literals one by one. */
export function joinBranches(
  nodes: readonly SchemaNode[],
  { hasBoolean = false }: { readonly hasBoolean?: boolean } = {},
): SchemaNode | undefined {
  const whole = nodes.map((node) => (hasBoolean && isBooleanLiteral(node) ? ({ kind: 'boolean' } as const) : node));
  if (whole.every((node) => isBareLiterals(node) || node.kind === 'null'))
    return { kind: 'literals', values: whole.flatMap((node) => (node.kind === 'literals' ? node.values : [null])) };

  const branches: SchemaNode[] = [];
  const literals: LiteralsNode = { kind: 'literals', values: uncoveredValues(whole) };
  for (const node of whole) {
    const branch = isBareLiterals(node) ? literals : node;
    if (branch === literals && literals.values.length === 0) continue;
    if (!branches.some((one) => isSameNode(one, branch))) branches.push(branch);
  }
  return branches.length === 1 ? branches[0] : { kind: 'union', members: branches };
}

/**
 * Returns the values not covered by other members: `(string & {}) | 'a'` helps completion in editors, and means `string` in JSON.
 */
function uncoveredValues(nodes: readonly SchemaNode[]): LiteralsNode['values'] {
  const whole = new Set<string>(nodes.filter((node) => Object.keys(node).length === 1).map((node) => node.kind));
  const values = nodes.filter(isBareLiterals).flatMap((node) => node.values);
  return values.filter((value) => !whole.has(typeof value));
}

function isBooleanLiteral(node: SchemaNode): boolean {
  return node.kind === 'literals' && node.values.every((value) => typeof value === 'boolean');
}

function isBareLiterals(node: SchemaNode): node is LiteralsNode {
  return node.kind === 'literals' && node.documentation === undefined;
}
