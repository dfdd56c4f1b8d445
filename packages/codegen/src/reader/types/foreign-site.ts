/**
 * Determines whether a type is written outside of the plugin's own files, where its author cannot edit it.
 */
import type { ts } from 'ts-morph';
import { isOwnFile, type Reading } from '../program/reading.js';
import type { TypeSite } from './type-site.js';
import { followAliases } from './written-type.js';

const isAnyNode: (node: ts.TypeNode) => boolean = () => true;

/**
 * Returns whether the type at the site is foreign, judged by the node that writes it (one that `isWriter` accepts), or else by
 * the nearest member around it. An unwritten type is the plugin's.
 */
export function isForeignSite(reading: Reading, site: TypeSite, isWriter = isAnyNode): boolean {
  const node = followAliases(reading, site.written)?.node;
  const writer = node && isWriter(node) ? node : (site.declaration ?? node);
  return writer !== undefined && !isOwnFile(reading, writer.getSourceFile());
}
