/**
 * Reads a string or number by the names that the source gives it: the checker merges `Percent | Whole` into `number`, and
 * `Code | 'none'` into `string`, whose names have constraints.
 */
import type { ts } from 'ts-morph';
import type { SchemaNode } from '../../model/schema-node.js';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { followSelected, selectTypes } from './follow-type.js';
import { joinBranches } from './join-branches.js';
import { readScalar } from './read-scalar.js';
import { constrainBy, describeType } from './type-docs.js';
import { membersOf, siteOfMember, type PartReader, type TypeSite } from './type-site.js';
import { bindArguments, findReferenced, unwrapWritten, type WrittenType } from './written-type.js';

/**
 * Returns a node of all names and literals that the source joins to the primitive; `undefined` if it is written as one name, or
 * if one of them admits every value. A text that may be a secret is one.
 */
export function readByNames(reader: PartReader, type: ts.Type, site: TypeSite): SchemaNode | undefined {
  const { reading } = reader;
  const { String: text, StringLike, Number: number, NumberLike } = compiler.TypeFlags;
  if (!(type.flags & (text | number)) || !site.written) return undefined;
  const leaves = leavesOf(reading, site.written);
  if (leaves.length === 0 || (leaves.length === 1 && leaves[0]?.node === unwrapWritten(reading, site.written)?.node))
    return undefined;

  const isLike = (one: ts.Type): boolean => (one.flags & (type.flags & text ? StringLike : NumberLike)) !== 0;
  const nodes: SchemaNode[] = [];
  let isFound = false;
  let isWhole = false;
  for (const leaf of leaves) {
    const said = membersOf(reading.checker.getTypeFromTypeNode(leaf.node));
    const leafSite = siteOfMember(site, { step: '', written: leaf });
    if (said.includes(type)) {
      const plain = said.length === 1 ? readScalar(type) : undefined;
      const named = plain && describeType(reading, plain, { type, site: leafSite });
      const node = named && leaf.around.reduceRight((inner, alias) => constrainBy(reading, inner, alias, site), named);
      if (!node) return undefined;
      nodes.push(node);
      isFound = true;
      isWhole ||= !isConstrained(node);
    } else if (said.every(isLike)) {
      const node = reader.read(reading.checker.getTypeFromTypeNode(leaf.node), leafSite);
      if (node) nodes.push(node);
    }
  }
  if (isWhole) return nodes.some(isSecret) ? { kind: 'string', format: 'password' } : undefined;
  // A mapped type may give the member another type than the written one.
  return isFound ? joinBranches(nodes) : undefined;
}

/** Returns the primitive of a brand with the documentation of its name: `Id` in `Id & { readonly brand: 'User' }`. */
export function describeBrand(reading: Reading, node: SchemaNode, site: TypeSite): SchemaNode {
  const body = followSelected(reading, site.written);
  if (!body || !compiler.isIntersectionTypeNode(body.node)) return node;
  const { Object: object, NonPrimitive } = compiler.TypeFlags;
  for (const part of body.node.types) {
    const written = unwrapWritten(reading, { node: part, bindings: body.bindings });
    const type = written && reading.checker.getTypeFromTypeNode(written.node);
    if (!type || type.flags & (object | NonPrimitive)) continue;
    return describeType(reading, node, { type, site: siteOfMember(site, { step: '', written }) });
  }
  return node;
}

function isSecret(node: SchemaNode): boolean {
  return node.kind === 'string' && node.format === 'password';
}

/** Returns whether a string or number admits only some of its values. */
export function isConstrained(node: SchemaNode): boolean {
  return Object.keys(node).some((key) => key !== 'kind' && key !== 'documentation');
}

/** A type of a written union, and the aliases of unions inside of that union which it comes from. */
interface Leaf extends WrittenType {
  readonly around: readonly ts.Declaration[];
}

interface Walk {
  readonly seen: ReadonlySet<ts.Node>;
  readonly around: readonly ts.Declaration[];
  /** False for the alias of the whole union, whose documentation is that of the whole. */
  readonly isInside: boolean;
}

/** Returns the types that a written union joins, at any depth of aliases; an alias of one type is not followed. */
export function leavesOf(
  reading: Reading,
  written: WrittenType | undefined,
  walk: Walk = { seen: new Set(), around: [], isInside: false },
): readonly Leaf[] {
  const current = unwrapWritten(reading, written);
  if (!current || walk.seen.has(current.node)) return [];
  const { node, bindings } = current;
  const further = { ...walk, seen: new Set([...walk.seen, node]) };
  if (compiler.isUnionTypeNode(node))
    return node.types.flatMap((one) => leavesOf(reading, { node: one, bindings }, { ...further, isInside: true }));
  const leaf = { ...current, around: walk.around };
  const selected = selectTypes(reading, current);
  if (selected && selected.length > 0)
    return selected.flatMap((one) => {
      const around = one.member ? [...walk.around, one.member] : walk.around;
      return leavesOf(reading, one, { ...further, around, isInside: true });
    });
  const alias = findReferenced(reading, current)?.declarations?.find(compiler.isTypeAliasDeclaration);
  if (!alias || reading.program.isSourceFileDefaultLibrary(alias.getSourceFile())) return [leaf];
  const body = { node: alias.type, bindings: bindArguments(current, alias, reading) };
  const around = walk.isInside ? [...walk.around, alias] : walk.around;
  const inner = leavesOf(reading, body, { ...further, around });
  return inner.length === 1 && alias.typeParameters === undefined ? [leaf] : inner;
}
