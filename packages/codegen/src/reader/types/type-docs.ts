/**
 * Puts onto a node what the doc comment of its alias, interface or enum says. A member's own comment comes after it and wins.
 */
import type { ts } from 'ts-morph';
import type { SchemaNode } from '../../model/schema-node.js';
import { applyDocs } from '../apply-docs.js';
import { readDocComment } from '../doc-source.js';
import { compiler } from '../load-compiler.js';
import { isOwnFile, type Reading } from '../reading.js';
import { declaresJson } from './any-json.js';
import { describeSite, membersOf, type TypeSite } from './type-site.js';
import { bindArguments, findReferenced, typeArgumentsOf, unwrapWritten, type WrittenType } from './written-type.js';

/** Describes the node by the declarations that its type goes through, innermost first. */
export function describeType(reading: Reading, node: SchemaNode, met: { type: ts.Type; site: TypeSite }): SchemaNode {
  const { type, site } = met;
  const declarations =
    site.written && isWrittenAs(reading, type, site.written)
      ? declarationsOf(reading, site.written)
      : declarationsOfType(type);
  const inOrder = declarations.filter((one) => isDocumented(reading, one)).reverse();
  return inOrder.reduce((described, declaration) => {
    const docs = readDocComment(
      reading,
      declaration,
      isOwnFile(reading, declaration.getSourceFile()) ? undefined : site.at,
    );
    return docs ? applyDocs(reading, described, { block: docs.comment, docs, subject: describeSite(site) }) : described;
  }, node);
}

/** A mapped type keeps the declarations of the members that it changes, and they then speak of another type. */
function isWrittenAs(reading: Reading, type: ts.Type, written: WrittenType): boolean {
  // With type arguments the node says the type before they were put in, which is never the same.
  if (written.bindings.size > 0 && typeArgumentsOf(written.node).length > 0) return true;
  const said = membersOf(reading.checker.getTypeFromTypeNode(written.node));
  const absent = compiler.TypeFlags.Undefined | compiler.TypeFlags.Void;
  return membersOf(type).every((member) => said.includes(member) || member.flags & absent);
}

/** Aliases are followed through the source, since the checker forgets those of primitives. */
function declarationsOf(reading: Reading, written: WrittenType): ts.Declaration[] {
  const found: ts.Declaration[] = [];
  for (let current = unwrapWritten(reading, written); current;) {
    const declaration = findReferenced(reading, current)?.declarations?.[0];
    if (!declaration || found.includes(declaration)) break;
    found.push(declaration);
    const isAlias = compiler.isTypeAliasDeclaration(declaration);
    current = isAlias
      ? unwrapWritten(reading, { node: declaration.type, bindings: bindArguments(current, declaration, reading) })
      : undefined;
  }
  return found;
}

function declarationsOfType(type: ts.Type): ts.Declaration[] {
  const symbol = type.aliasSymbol ?? type.getSymbol();
  return symbol?.declarations?.slice(0, 1) ?? [];
}

/** Utility types describe themselves and not what they are applied to, be they of the library or of a package. */
function isDocumented(reading: Reading, declaration: ts.Declaration): boolean {
  if (reading.program.isSourceFileDefaultLibrary(declaration.getSourceFile())) return false;
  if (declaresJson(reading, declaration)) return false;
  if (compiler.isTypeAliasDeclaration(declaration)) return (declaration.typeParameters ?? []).length === 0;
  return compiler.isInterfaceDeclaration(declaration) || compiler.isEnumDeclaration(declaration);
}
