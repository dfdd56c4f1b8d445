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
}

/** Returns the node with the member's documentation. */
export function describeMember(
  { reading }: PartReader,
  node: SchemaNode,
  { declaration, place }: DescribedMember,
): SchemaNode {
  const docs = declaration && findDocs(reading, declaration, place);
  return docs ? applyDocs(reading, node, { block: docs.comment, docs, subject: describeSite(place) }) : node;
}
