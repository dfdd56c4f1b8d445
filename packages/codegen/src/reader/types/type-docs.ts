/**
 * Adds the doc comment of an alias, interface or enum to a node. A member's own comment is applied later and overrides it.
 */
import type { ts } from 'ts-morph';
import type { SchemaNode } from '../../model/schema-node.js';
import { applyDocs } from '../docs/apply-docs.js';
import { describeValues } from '../docs/describe-values.js';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { declaresJson } from './any-json.js';
import { describesData } from './definition-name.js';
import { findDocs } from './find-docs.js';
import { firstDeclaration } from './sort-keys.js';
import { describeSite, membersOf, type TypeSite } from './type-site.js';
import { bindArguments, findReferenced, typeArgumentsOf, unwrapWritten, type WrittenType } from './written-type.js';

/** A type at its site; `named` is the symbol whose documentation goes with its definition. */
export interface MetType {
  readonly type: ts.Type;
  readonly site: TypeSite;
  readonly named?: ts.Symbol;
}

/** Describes the node by the declarations on the way from the type to the one that names it, innermost first. */
export function describeType(reading: Reading, node: SchemaNode, { type, site, named }: MetType): SchemaNode {
  const valued = describeValues(reading, node, type);
  if (!site.written && !type.symbol && !type.aliasSymbol) return valued;
  const declarations =
    site.written && isWrittenAs(reading, type, site.written)
      ? declarationsOf(reading, site.written, named)
      : declarationsOfType(reading, type, named);
  return declarations.reduceRight(
    (described, declaration) => describe(reading, described, { declaration, site }),
    valued,
  );
}

/** Describes a named type by its declaration. */
export function describeNamed(
  reading: Reading,
  node: SchemaNode,
  { symbol, site }: { readonly symbol: ts.Symbol; readonly site: TypeSite },
): SchemaNode {
  const declaration = firstDeclaration(reading, symbol);
  return declaration ? describe(reading, node, { declaration, site }) : node;
}

function describe(
  reading: Reading,
  node: SchemaNode,
  { declaration, site }: { readonly declaration: ts.Declaration; readonly site: TypeSite },
): SchemaNode {
  if (!isDocumented(reading, declaration)) return node;
  const docs = findDocs(reading, declaration, site);
  return docs ? applyDocs(reading, node, { block: docs.comment, docs, subject: describeSite(site) }) : node;
}

/**
 * Returns whether a member's type is its declared one: a mapped type keeps the declarations of members whose types it changes.
 */
function isWrittenAs(reading: Reading, type: ts.Type, written: WrittenType): boolean {
  // With type arguments the node shows the type before they were applied, which is never the same.
  if (written.bindings.size > 0 && typeArgumentsOf(written.node).length > 0) return true;
  const said = reading.checker.getTypeFromTypeNode(written.node);
  if (said === type) return true;
  const saidMembers = membersOf(said);
  const absent = compiler.TypeFlags.Undefined | compiler.TypeFlags.Void;
  return membersOf(type).every((member) => saidMembers.includes(member) || member.flags & absent);
}

/** Follows aliases through the source, since the checker forgets those of primitives. */
function declarationsOf(reading: Reading, written: WrittenType, named: ts.Symbol | undefined): ts.Declaration[] {
  const found: ts.Declaration[] = [];
  for (let current = unwrapWritten(reading, written); current;) {
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

function declarationsOfType(reading: Reading, type: ts.Type, named: ts.Symbol | undefined): ts.Declaration[] {
  const symbol = type.aliasSymbol ?? type.symbol;
  const declaration = symbol && symbol !== named ? firstDeclaration(reading, symbol) : undefined;
  return declaration ? [declaration] : [];
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
