/**
 * Reads unions: literals become one list of values, every other member a branch, in source order.
 */
import type { ts } from 'ts-morph';
import type { LiteralsNode, SchemaNode } from '../../model/schema-node.js';
import { compiler } from '../program/compiler.js';
import { isSameNode } from './same-node.js';
import { type OrderedMember, orderMembers } from './source-order.js';
import { findDistributed } from './read-brand.js';
import { refuseType } from './refuse-type.js';
import { readLongTemplate } from './long-template.js';
import { siteOfMember, type PartReader, type TypeSite } from './type-site.js';

/** Reads the members of a union. */
export function readUnion(reader: PartReader, types: readonly ts.Type[], site: TypeSite): SchemaNode | undefined {
  const template = readLongTemplate(reader.reading, types, site.written);
  if (template) return template;
  const distributed = findDistributed(reader.reading, types);
  if (distributed) {
    const says = 'is a primitive with the members of an object, as `(string | A) & B` is, which JSON cannot say';
    const fix = 'Write the union out: `string | (A & B)`.';
    return refuseType(reader.reading, site, { type: distributed, code: 'SIGIL053', says, fix });
  }
  const members = orderMembers(reader.reading, types, site.written);
  const read = members.map((member) => readMember(reader, member, site));
  const nodes = read.filter((node) => node !== undefined);
  return nodes.length === read.length ? joinBranches(nodes, countBooleans(types) === 2) : undefined;
}

function readMember(reader: PartReader, member: OrderedMember, site: TypeSite): SchemaNode | undefined {
  return reader.read(member.type, siteOfMember(site, { step: '', written: member.written }));
}

function countBooleans(types: readonly ts.Type[]): number {
  return types.filter((type) => type.flags & compiler.TypeFlags.BooleanLiteral).length;
}

/** Joins the members into one node: the checker represents `boolean` as `true | false`, and literals one by one. */
export function joinBranches(nodes: readonly SchemaNode[], hasBoolean: boolean): SchemaNode | undefined {
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
