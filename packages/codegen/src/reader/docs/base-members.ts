/**
 * Finds the members that a member of a class or interface implements or overrides: in the base class first, then in interfaces.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';

/**
 * Returns the declarations of the member's name in the types that its class or interface extends or implements, nearest first.
 */
export function findBaseMembers(reading: Reading, member: ts.Node): readonly ts.Declaration[] {
  const clauses = holderOf(member)?.heritageClauses ?? [];
  const name = clauses.length > 0 ? nameOf(reading, member) : undefined;
  if (name === undefined) return [];
  return clauses
    .flatMap((clause) => clause.types)
    .flatMap((base) => {
      const type = reading.checker.getTypeAtLocation(base);
      return reading.checker.getPropertyOfType(type, name)?.declarations ?? [];
    });
}

function holderOf(member: ts.Node): ts.ClassLikeDeclaration | ts.InterfaceDeclaration | undefined {
  if (compiler.isParameter(member))
    return compiler.isParameterPropertyDeclaration(member, member.parent) ? holderOf(member.parent) : undefined;
  const holder = member.parent as ts.Node | undefined;
  const isHolder = holder !== undefined && (compiler.isClassLike(holder) || compiler.isInterfaceDeclaration(holder));
  // Most types extend nothing.
  return isHolder && holder.heritageClauses && isInstanceMember(member) ? holder : undefined;
}

function isInstanceMember(member: ts.Node): boolean {
  const isStatic = compiler.canHaveModifiers(member) && (compiler.getModifiers(member) ?? []).some(isStaticModifier);
  return !isStatic && (compiler.isClassElement(member) || compiler.isTypeElement(member));
}

function isStaticModifier(modifier: ts.Modifier): boolean {
  return modifier.kind === compiler.SyntaxKind.StaticKeyword;
}

function nameOf(reading: Reading, member: ts.Node): string | undefined {
  const name =
    compiler.isClassElement(member) || compiler.isTypeElement(member) || compiler.isParameter(member)
      ? member.name
      : undefined;
  return name && reading.checker.getSymbolAtLocation(name)?.name;
}
