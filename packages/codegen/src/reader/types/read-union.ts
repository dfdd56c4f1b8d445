/**
 * Reads unions: literals become one list of values, everything else one branch each, in the order of the source.
 */
import type { ts } from 'ts-morph';
import type { LiteralsNode, SchemaNode } from '../../model/schema-node.js';
import { compiler } from '../load-compiler.js';
import { type OrderedMember, orderMembers } from './source-order.js';
import type { TypeReader, TypeSite } from './type-site.js';

/** Reads the members of a union. */
export function readUnion(reader: TypeReader, types: readonly ts.Type[], site: TypeSite): SchemaNode | undefined {
  const members = orderMembers(reader.reading, types, site.written);
  const read = members.map((member) => ({ member, node: readMember(reader, member, site) }));
  if (read.some(({ node }) => node === undefined)) return undefined;
  return joinBranches(
    read.flatMap(({ node }) => node ?? []),
    countBooleans(types) === 2,
  );
}

function readMember(reader: TypeReader, member: OrderedMember, site: TypeSite): SchemaNode | undefined {
  return reader.read(member.type, { ...site, written: member.written });
}

function countBooleans(types: readonly ts.Type[]): number {
  return types.filter((type) => type.flags & compiler.TypeFlags.BooleanLiteral).length;
}

/** The checker keeps `boolean` as `true | false`, and literals one by one. */
function joinBranches(nodes: readonly SchemaNode[], hasBoolean: boolean): SchemaNode | undefined {
  const whole = nodes.map((node) => (hasBoolean && isBooleanLiteral(node) ? ({ kind: 'boolean' } as const) : node));
  if (whole.every((node) => isBareLiterals(node) || node.kind === 'null'))
    return { kind: 'literals', values: whole.flatMap((node) => (node.kind === 'literals' ? node.values : [null])) };

  const branches: SchemaNode[] = [];
  const literals: LiteralsNode = {
    kind: 'literals',
    values: whole.filter(isBareLiterals).flatMap((node) => node.values),
  };
  for (const node of whole) {
    const branch = isBareLiterals(node) ? literals : node;
    if (!branches.some((one) => JSON.stringify(one) === JSON.stringify(branch))) branches.push(branch);
  }
  return branches.length === 1 ? branches[0] : { kind: 'union', members: branches };
}

function isBooleanLiteral(node: SchemaNode): boolean {
  return node.kind === 'literals' && node.values.every((value) => typeof value === 'boolean');
}

function isBareLiterals(node: SchemaNode): node is LiteralsNode {
  return node.kind === 'literals' && node.documentation === undefined;
}
