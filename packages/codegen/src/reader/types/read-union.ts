/**
 * Reads unions: literals become one list of values, every other member a branch, in source order.
 */
import type { ts } from 'ts-morph';
import type { SchemaNode } from '../../model/schema-node.js';
import { compiler } from '../program/compiler.js';
import { joinBranches } from './join-branches.js';
import { reportLost } from './lost-constraints.js';
import { readByNames } from './named-primitives.js';
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
  if (nodes.length !== read.length) return undefined;
  // A primitive with several names is a union itself.
  const branches = nodes.flatMap((node) => (node.kind === 'union' && !node.documentation ? node.members : node));
  const joined = joinBranches(branches, { hasBoolean: countBooleans(types) === 2 });
  return joined && hoistDocs(joined);
}

/** Returns a primitive that may be null with the documentation beside both, so that they are written as one type. */
function hoistDocs(node: SchemaNode): SchemaNode {
  if (node.kind !== 'union' || node.members.length !== 2 || node.documentation) return node;
  const documented = node.members.find((one) => one.kind === 'number' || one.kind === 'string');
  if (!documented?.documentation || !node.members.some((one) => one.kind === 'null')) return node;
  const { documentation, ...bare } = documented;
  return { ...node, members: node.members.map((one) => (one === documented ? bare : one)), documentation };
}

function readMember(reader: PartReader, { type, written }: OrderedMember, site: TypeSite): SchemaNode | undefined {
  const node = readByNames(reader, type, site) ?? reader.read(type, siteOfMember(site, { step: '', written }));
  // The source may only write `string` of a member, inside of an alias that the union leads to.
  if (node && (!written || compiler.isToken(written.node))) reportLost(reader.reading, { type, site, node });
  return node;
}

function countBooleans(types: readonly ts.Type[]): number {
  return types.filter((type) => type.flags & compiler.TypeFlags.BooleanLiteral).length;
}
