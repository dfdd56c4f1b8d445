/**
 * Recognises the types for any JSON: `JsonValue` of @sigil/core, and declarations that only rename it.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';

/**
 * Returns whether a union has all members of `JsonValue`. Its other members change nothing: the method receives JSON unchanged.
 * The checker drops the union's own name as soon as it is joined with another type.
 */
export function coversJson(reading: Reading, members: readonly ts.Type[]): boolean {
  const { TypeFlags } = compiler;
  const count = (flag: ts.TypeFlags): number => members.filter((member) => member.flags & flag).length;
  const hasScalars = count(TypeFlags.Null) > 0 && count(TypeFlags.String) > 0 && count(TypeFlags.Number) > 0;
  if (!hasScalars || count(TypeFlags.BooleanLiteral) < 2) return false;
  return members.some((member) => isJsonObject(reading, member)) && members.some((one) => isJsonArray(reading, one));
}

/** Returns whether the declaration is that of `JsonValue` or `JsonObject`, whose comments describe code rather than a value. */
export function declaresJson(reading: Reading, declaration: ts.Declaration): boolean {
  const isNamed = compiler.isTypeAliasDeclaration(declaration) || compiler.isInterfaceDeclaration(declaration);
  return (
    isNamed &&
    ['JsonValue', 'JsonObject'].includes(declaration.name.text) &&
    reading.origins.isCoreFile(declaration.getSourceFile())
  );
}

function isJsonObject(reading: Reading, type: ts.Type): boolean {
  return type.symbol?.name === 'JsonObject' && reading.origins.isFromCore(type.symbol);
}

function isJsonArray(reading: Reading, type: ts.Type): boolean {
  const item = reading.checker.isArrayType(type)
    ? reading.checker.getIndexTypeOfType(type, compiler.IndexKind.Number)
    : undefined;
  return item?.aliasSymbol?.name === 'JsonValue' && reading.origins.isFromCore(item.aliasSymbol);
}
