/**
 * Determines whether an `any` is in a declaration that the plugin's author cannot edit.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import { foreignFix } from '../program/problems.js';
import { isOwnFile, type Reading } from '../program/reading.js';
import { isScalarKeyword } from './is-plain.js';
import { describeSite, type TypeSite } from './type-site.js';
import { followAliases } from './written-type.js';

/** Returns whether the `any` at the site is written outside of the plugin's own files; an unwritten one is the plugin's. */
export function isForeignAny(reading: Reading, site: TypeSite): boolean {
  const node = followAliases(reading, site.written)?.node;
  if (node && compiler.isIndexedAccessTypeNode(node)) return isForeign(reading, memberOf(reading, node) ?? node);
  const isWriter = node !== undefined && isAny(reading.checker.getTypeFromTypeNode(node));
  const writer = isWriter ? node : (site.declaration ?? node);
  return writer !== undefined && isForeign(reading, writer);
}

/**
 * Returns the written type of all members in `{ [K in …]: any }` or `{ [K in keyof T]: string }`, whose declarations are those of
 * members of other types.
 */
export function writtenForAll(type: ts.Type): ts.TypeNode | undefined {
  const mapped = type.symbol?.declarations?.find(compiler.isMappedTypeNode)?.type;
  const isKeyword = mapped?.kind === compiler.SyntaxKind.AnyKeyword || (mapped && isScalarKeyword(mapped));
  return isKeyword ? mapped : undefined;
}

/** Adds a note that any JSON is accepted. */
export function noteForeignAny(reading: Reading, site: TypeSite): void {
  const message = `${describeSite(site)}: any says nothing about the value, so that all JSON is taken`;
  reading.problems.add({ code: 'SIGIL040', severity: 'note', at: site.at, message, fix: foreignFix });
}

/** Resolves `Page['cursor']` to the member's declaration. */
function memberOf(reading: Reading, node: ts.IndexedAccessTypeNode): ts.Declaration | undefined {
  const { checker } = reading;
  const index = checker.getTypeFromTypeNode(node.indexType);
  const object = checker.getTypeFromTypeNode(node.objectType);
  if (index.isStringLiteral()) return checker.getPropertyOfType(object, index.value)?.declarations?.[0];
  const { Number: number, NumberLike, String: string } = compiler.TypeFlags;
  const wanted = index.flags & NumberLike ? number : string;
  return checker.getIndexInfosOfType(object).find(({ keyType }) => keyType.flags & wanted)?.declaration;
}

function isForeign(reading: Reading, node: ts.Node): boolean {
  return !isOwnFile(reading, node.getSourceFile());
}

function isAny(type: ts.Type): boolean {
  return (type.flags & compiler.TypeFlags.Any) !== 0;
}
