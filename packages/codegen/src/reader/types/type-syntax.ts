/**
 * The nodes of which the syntax of a type consists, and the declarations around it.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { findReferenced, type WrittenType } from './written-type.js';

/** Returns the syntax of a type that is not written at its place: that of the alias or of the interface that it comes from. */
export function syntaxOf({ aliasSymbol, symbol }: ts.Type): readonly WrittenType[] {
  const alias = aliasSymbol?.declarations?.find(compiler.isTypeAliasDeclaration);
  if (alias) return alias.typeParameters ? [] : [{ node: alias.type, bindings: new Map() }];
  return (symbol?.declarations ?? []).flatMap(basesOf).map((node) => ({ node, bindings: new Map() }));
}

/** Returns the type nodes of which a type consists; members of object types have sites of their own. */
export function partsOf(node: ts.TypeNode): readonly ts.TypeNode[] {
  if (compiler.isTypeLiteralNode(node)) return [];
  if (compiler.isMappedTypeNode(node)) {
    const parts = [node.typeParameter.constraint, node.type];
    return parts.filter((part) => part !== undefined);
  }
  const parts: ts.TypeNode[] = [];
  compiler.forEachChild(node, (child) => {
    if (compiler.isTypeNode(child)) parts.push(child);
    if (compiler.isTemplateLiteralTypeSpan(child)) parts.push(child.type);
  });
  return parts;
}

/** Returns the types that an interface or a class extends. */
export function basesOf(declaration: ts.Declaration): readonly ts.TypeNode[] {
  const isHeir = compiler.isInterfaceDeclaration(declaration) || compiler.isClassLike(declaration);
  return isHeir ? (declaration.heritageClauses ?? []).flatMap(({ types }) => [...types]) : [];
}

/** Returns whether a declaration around the node has type parameters. */
export function isInGeneric(node: ts.Node): boolean {
  for (let current = node; !compiler.isSourceFile(current); current = current.parent)
    if ('typeParameters' in current && current.typeParameters !== undefined) return true;
  return false;
}

/** Returns whether the node refers to a type parameter, `infer` included. */
export function mentionsParameter(reading: Reading, node: ts.Node): boolean {
  if (compiler.isInferTypeNode(node)) return true;
  if (compiler.isTypeReferenceNode(node)) {
    const symbol = findReferenced(reading, { node, bindings: new Map() });
    if (symbol && symbol.flags & compiler.SymbolFlags.TypeParameter) return true;
  }
  return compiler.forEachChild(node, (child) => mentionsParameter(reading, child) || undefined) ?? false;
}
