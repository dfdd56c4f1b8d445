/**
 * Adds the comment of an object's member to the member's node.
 */
import type { ts } from 'ts-morph';
import type { SchemaNode } from '../../model/schema-node.js';
import { applyDocs } from '../docs/apply-docs.js';
import { findDocs } from './find-docs.js';
import { describeSite, type PartReader, type TypeSite } from './type-site.js';

/** A member and its place. */
export interface DescribedMember {
  readonly declaration: ts.Declaration | undefined;
  readonly place: TypeSite;
  /** True when a mapped type gives the member another type, which selects the constraints that apply to it. */
  readonly isChanged?: boolean;
}

/** Tags that say nothing of the member's type. */
const ofAnyType: ReadonlySet<string> = new Set(['title', 'deprecated', 'instructions', 'keywords']);

/** Returns the node with the member's documentation. */
export function describeMember(
  { reading }: PartReader,
  node: SchemaNode,
  { declaration, place, isChanged }: DescribedMember,
): SchemaNode {
  const docs = declaration && findDocs(reading, declaration, place);
  if (!docs) return node;
  const { comment } = docs;
  const block = isChanged ? { ...comment, tags: comment.tags.filter(({ name }) => ofAnyType.has(name)) } : comment;
  return applyDocs(reading, node, { block, docs, subject: describeSite(place) });
}
