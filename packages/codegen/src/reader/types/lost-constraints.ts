/**
 * Reports constraints that the type of a text or a number loses, since it is computed from a name that has them: `m${Month}`, and
 * `Inner<Box<Month>>` with `infer`. A lost `@secret` is an error, since clients would show the value.
 */
import type { ts } from 'ts-morph';
import type { SchemaNode } from '../../model/schema-node.js';
import { findConstraint } from '../docs/constraint-tags.js';
import { compiler } from '../program/compiler.js';
import { placeOf } from '../program/problems.js';
import { isOwnFile, type Reading } from '../program/reading.js';
import { findDocs } from './find-docs.js';
import { isConstrained, leavesOf } from './named-primitives.js';
import { describeSite, membersOf, type TypeSite } from './type-site.js';
import { findReferenced, followOnce, unwrapWritten, type WrittenType } from './written-type.js';

const reported = new WeakMap<Reading, WeakSet<ts.Node>>();

/** A type, its site, and the node that it became. */
export interface ReadType {
  readonly type: ts.Type;
  readonly site: TypeSite;
  readonly node: SchemaNode;
}

/** Adds a note, or an error for a secret, if the type is computed from names with constraints; once for each place in the source. */
export function reportLost(reading: Reading, { type, site, node }: ReadType): void {
  const { String: text, Number: number, TemplateLiteral, StringMapping } = compiler.TypeFlags;
  const isOpen = (type.flags & (text | number | TemplateLiteral | StringMapping)) !== 0;
  const written = isOpen ? unwrapWritten(reading, site.written) : undefined;
  if (!written || compiler.isToken(written.node)) return;
  const isKept = isConstrained(node);
  const computed = leavesOf(reading, written)
    .flatMap((leaf) => findComputed(reading, leaf) ?? [])
    .filter((leaf) => leaf !== 'unknown' || !isKept);
  if (computed.length === 0) return;
  const known = reported.get(reading) ?? new WeakSet<ts.Node>();
  reported.set(reading, known);
  if (known.has(written.node)) return;
  known.add(written.node);

  const lost = new Map<string, readonly string[]>();
  for (const leaf of computed)
    collect(reading, leaf === 'unknown' ? written : leaf, { type, site, lost, seen: new Set() });
  if (lost.size === 0) return;
  const tags = [...lost].map(([name, of]) => `${of.map((tag) => `@${tag}`).join(', ')} of ${name}`).join('; ');
  const isSecret = [...lost.values()].some((of) => of.includes('secret'));
  const isOwn = isOwnFile(reading, written.node.getSourceFile());
  reading.problems.add({
    code: 'SIGIL056',
    ...(!isSecret && { severity: 'note' as const }),
    at: isOwn ? placeOf(written.node) : site.at,
    message: `${describeSite(site)}: ${written.node.getText()} is computed, and loses ${tags}`,
    fix: 'Write the resulting type out as an alias with doc tags of its own.',
  });
}

/** Returns a type whose values differ from those of the names in it; `unknown` for a name that cannot be followed. */
function findComputed(reading: Reading, leaf: WrittenType): WrittenType | 'unknown' | undefined {
  if (compiler.isTemplateLiteralTypeNode(leaf.node)) return leaf;
  const symbol = findReferenced(reading, leaf);
  if (!symbol) return undefined;
  if (symbol.flags & compiler.SymbolFlags.TypeParameter) return 'unknown';
  return reading.origins.isBuiltIn(symbol) ? leaf : undefined;
}

interface Collection {
  /** The text or number that is computed; names of the other kind lose nothing. */
  readonly type: ts.Type;
  readonly site: TypeSite;
  /** The tags of each name. */
  readonly lost: Map<string, readonly string[]>;
  readonly seen: ReadonlySet<ts.Node>;
}

function collect(reading: Reading, written: WrittenType, { type, site, lost, seen }: Collection): void {
  const current = unwrapWritten(reading, written);
  if (!current || seen.has(current.node)) return;
  const { node, bindings } = current;
  const further = { type, site, lost, seen: new Set([...seen, node]) };
  const symbol = findReferenced(reading, current);
  const alias = symbol?.declarations?.find(compiler.isTypeAliasDeclaration);
  const tags = (alias && findDocs(reading, alias, site)?.comment.tags) ?? [];
  const constraints = tags.map(({ name }) => name).filter(findConstraint);
  const isOfKind = alias !== undefined && isText(reading.checker.getTypeFromTypeNode(alias.type)) === isText(type);
  if (symbol && isOfKind && constraints.length > 0) lost.set(symbol.name, constraints);
  const body = followOnce(reading, current);
  if (body) collect(reading, body, further);
  const visit = (inner: ts.Node): void => {
    if (compiler.isTypeNode(inner)) collect(reading, { node: inner, bindings }, further);
    else if (compiler.isTemplateLiteralTypeSpan(inner)) visit(inner.type);
    else if (compiler.isTypeElement(inner)) compiler.forEachChild(inner, visit);
  };
  compiler.forEachChild(node, visit);
  const interfaces = symbol?.declarations?.filter(compiler.isInterfaceDeclaration) ?? [];
  for (const { members } of interfaces.filter((one) => isOwnFile(reading, one.getSourceFile()))) members.forEach(visit);
}

function isText(type: ts.Type): boolean {
  const { StringLike } = compiler.TypeFlags;
  return membersOf(type).some((member) => (member.flags & StringLike) !== 0);
}
