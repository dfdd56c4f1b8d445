/**
 * Names the installed package and type that declare a property: its author cannot add what is missing there.
 */
import type { ts } from 'ts-morph';
import type { ForeignType, Property } from '../../model/schema-node.js';
import { compiler } from '../program/compiler.js';

const installed = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Returns the property with the installed type that declares it, if one does. */
export function markForeign(property: Property, declaration: ts.Declaration | undefined): Property {
  const [, name] = (declaration && installed.exec(declaration.getSourceFile().fileName)) ?? [];
  if (!declaration || name === undefined) return property;
  const foreign: ForeignType = { package: name, type: namesAround(declaration) };
  return { ...property, foreign };
}

function namesAround(declaration: ts.Declaration): string {
  const names: string[] = [];
  for (let node: ts.Node = declaration; !compiler.isSourceFile(node); node = node.parent) {
    const name = isNamedType(node) ? node.name : undefined;
    if (name && compiler.isIdentifier(name) && name.text !== 'global') names.unshift(name.text);
  }
  return names.join('.') || 'a type without a name';
}

function isNamedType(node: ts.Node): node is ts.NamedDeclaration {
  const isType =
    compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node) || compiler.isClassLike(node);
  return isType || compiler.isModuleDeclaration(node);
}
