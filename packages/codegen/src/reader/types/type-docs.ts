/**
 * Adds the doc comment of an alias, interface or enum to a node. A member's own comment is applied later and overrides it.
 */
import type { ts } from 'ts-morph';
import type { SchemaNode } from '../../model/schema-node.js';
import { applyDocs } from '../docs/apply-docs.js';
import {
  constrain,
  type ConstraintValue,
  findConflict,
  findConstraint,
  secretFormat,
} from '../docs/constraint-tags.js';
import type { DocTag } from '../docs/doc-comment.js';
import { describeValues } from '../docs/describe-values.js';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { declaresJson } from './any-json.js';
import { describesData } from './definition-name.js';
import { findDocs } from './find-docs.js';
import { followSelected, selectTypes } from './follow-type.js';
import { firstDeclaration } from './sort-keys.js';
import { describeSite, membersOf, type TypeSite } from './type-site.js';
import { bindArguments, findReferenced, typeArgumentsOf, unwrapWritten, type WrittenType } from './written-type.js';

/** More than any author writes; types may select each other in a circle, which the compiler reports. */
const maxSelections = 20;

/** A type at its site; `named` is the symbol whose documentation goes with its definition. */
export interface MetType {
  readonly type: ts.Type;
  readonly site: TypeSite;
  readonly named?: ts.Symbol;
}

/** Describes the node by the declarations between the type and the one that names it, innermost first. */
export function describeType(reading: Reading, node: SchemaNode, { type, site, named }: MetType): SchemaNode {
  const valued = describeValues(reading, node, type);
  if (!site.written && !type.symbol && !type.aliasSymbol) return valued;
  const declarations =
    site.written && isWrittenAs(reading, type, site.written)
      ? declarationsOf(reading, site.written, named)
      : declarationsOfType(reading, type, named);
  return declarations.reduceRight((described, declaration) => describe(reading, described, declaration, site), valued);
}

/**
 * Marks the texts of a member whose type a mapped type changed, if the type that it was made from is a secret: `{ value: T[K] }` of a
 * `Token`.
 */
export function keepSecret(reading: Reading, node: SchemaNode, { type, site }: MetType): SchemaNode {
  if (!site.written || isWrittenAs(reading, type, site.written)) return node;
  const isSecret = declarationsOf(reading, site.written).some((declaration) =>
    findDocs(reading, declaration, site)?.comment.tags.some(({ name }) => name === 'secret'),
  );
  const constraint = isSecret ? findConstraint('secret') : undefined;
  return (constraint && constrain(node, constraint, secretFormat)) ?? node;
}

/** Describes a named type by its declaration. */
export function describeNamed(reading: Reading, node: SchemaNode, symbol: ts.Symbol, site: TypeSite): SchemaNode {
  const declaration = firstDeclaration(reading, symbol);
  return declaration ? describe(reading, node, declaration, site) : node;
}

/**
 * Adds those constraints of a declaration that fit: of the alias of a union to its parts, of a member to the type that is selected
 * from it. One that fits nothing is reported where the declaration is used alone.
 */
export function constrainBy(
  reading: Reading,
  node: SchemaNode,
  declaration: ts.Declaration,
  site: TypeSite,
): SchemaNode {
  let constrained = node;
  for (const tag of findDocs(reading, declaration, site)?.comment.tags ?? []) {
    const constraint = findConstraint(tag.name);
    const value = constraint?.readValue(tag.text);
    if (!constraint || value === undefined) continue;
    const conflict = findConflict(constrained, constraint, value);
    if (conflict === undefined) constrained = constrain(constrained, constraint, value) ?? constrained;
    else noteConflict(reading, { tag, conflict, field: constraint.field, site });
  }
  return constrained;
}

interface Conflict {
  readonly tag: DocTag;
  readonly field: string;
  readonly conflict: ConstraintValue;
  readonly site: TypeSite;
}

/** A schema holds one pattern and one format. */
function noteConflict(reading: Reading, { tag, field, conflict, site }: Conflict): void {
  const message = `${describeSite(site)}: @${tag.name} ${tag.text} is lost beside the ${field} ${JSON.stringify(conflict)}`;
  const fix = `Write one ${field} for both in an alias of your own, and check the rest in the method.`;
  reading.problems.add({ code: 'SIGIL056', severity: 'note', at: site.at, message, fix });
}

function describe(reading: Reading, node: SchemaNode, declaration: ts.Declaration, site: TypeSite): SchemaNode {
  if (isMember(declaration) || isInstalledUtility(declaration)) return constrainBy(reading, node, declaration, site);
  if (!isDocumented(reading, declaration)) return node;
  const docs = findDocs(reading, declaration, site);
  if (!docs) return node;
  return applyDocs(reading, node, { block: docs.comment, docs, subject: describeSite(site) });
}

/**
 * Returns whether a member's type is its declared one: a mapped type keeps the declarations of members whose types it changes.
 */
function isWrittenAs(reading: Reading, type: ts.Type, written: WrittenType): boolean {
  // With type arguments the node shows the type before they were applied, which is never the same.
  if (written.bindings.size > 0 && typeArgumentsOf(written.node).length > 0) return true;
  const { node, bindings } = unwrapWritten(reading, written) ?? written;
  const isSelected = compiler.isIndexedAccessTypeNode(node) || compiler.isConditionalTypeNode(node);
  if (isSelected && bindings.size > 0) {
    const selected = followSelected(reading, written);
    return selected !== undefined && selected.node !== node && isWrittenAs(reading, type, selected);
  }
  const said = reading.checker.getTypeFromTypeNode(node);
  if (said === type) return true;
  const saidMembers = membersOf(said);
  const absent = compiler.TypeFlags.Undefined | compiler.TypeFlags.Void;
  return membersOf(type).every((member) => saidMembers.includes(member) || member.flags & absent);
}

/** Follows aliases through the source, since the checker forgets those of primitives. */
function declarationsOf(reading: Reading, written: WrittenType, named?: ts.Symbol): ts.Declaration[] {
  const found: ts.Declaration[] = [];
  for (let current = unwrapWritten(reading, written); current;) {
    const { inner, members } = unselect(reading, current);
    found.push(...members);
    current = inner;
    const symbol = findReferenced(reading, current);
    const declaration = symbol && symbol !== named ? firstDeclaration(reading, symbol) : undefined;
    if (!declaration || found.includes(declaration)) break;
    found.push(declaration);
    const isAlias = compiler.isTypeAliasDeclaration(declaration);
    current = isAlias
      ? unwrapWritten(reading, { node: declaration.type, bindings: bindArguments(current, declaration, reading) })
      : undefined;
  }
  return found;
}

/** Returns the type that an indexed access or the like selects, for as long as it selects one alone, and the members between. */
function unselect(
  reading: Reading,
  written: WrittenType,
): { readonly inner: WrittenType; readonly members: readonly ts.Declaration[] } {
  const members: ts.Declaration[] = [];
  let inner = written;
  for (let step = 0; step < maxSelections; step += 1) {
    const [only, ...others] = selectTypes(reading, inner) ?? [];
    const next = others.length === 0 ? unwrapWritten(reading, only) : undefined;
    if (!next) break;
    if (only?.member) members.push(only.member);
    inner = next;
  }
  return { inner, members };
}

function isMember(declaration: ts.Declaration): boolean {
  return (
    compiler.isPropertySignature(declaration) ||
    compiler.isPropertyDeclaration(declaration) ||
    compiler.isParameter(declaration) ||
    compiler.isIndexSignatureDeclaration(declaration)
  );
}

function declarationsOfType(reading: Reading, type: ts.Type, named: ts.Symbol | undefined): ts.Declaration[] {
  const symbol = type.aliasSymbol ?? type.symbol;
  const declaration = symbol && symbol !== named ? firstDeclaration(reading, symbol) : undefined;
  return declaration ? [declaration] : [];
}

/**
 * Returns whether a declaration is a generic alias of an installed package, whose documentation explains its use to programmers.
 * An object that is written out is data.
 */
function isInstalledUtility(declaration: ts.Declaration): boolean {
  if (!compiler.isTypeAliasDeclaration(declaration) || !declaration.typeParameters) return false;
  return (
    declaration.getSourceFile().fileName.includes('/node_modules/') && !compiler.isTypeLiteralNode(declaration.type)
  );
}

/** Returns whether a declaration documents its type; utility types, of the library or a package, only describe themselves. */
function isDocumented(reading: Reading, declaration: ts.Declaration): boolean {
  if (compiler.isTypeAliasDeclaration(declaration)) {
    const isUtility = (declaration.typeParameters ?? []).length > 0 && !describesData(declaration.type);
    if (isUtility) return false;
  } else if (
    !compiler.isInterfaceDeclaration(declaration) &&
    !compiler.isEnumDeclaration(declaration) &&
    !compiler.isClassLike(declaration)
  ) {
    return false;
  }
  return (
    !reading.program.isSourceFileDefaultLibrary(declaration.getSourceFile()) && !declaresJson(reading, declaration)
  );
}
