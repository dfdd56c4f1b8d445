/**
 * Finds the exports of the plugin's `provide` files: functions and classes that supply constructor arguments.
 */
import type { ts } from 'ts-morph';
import { findExportedValue } from './exported-value.js';
import { compiler } from './program/compiler.js';
import { type Place, placeOf } from './program/problems.js';
import { isOwnFile, type Provider, type Reading, resolveAlias } from './program/reading.js';
import { isAlwaysAbsent } from './types/absence.js';
import { membersOf } from './types/type-site.js';

/** Returns whether the file has the name of a provider file: `provide.ts`. */
export function isProvideFile({ fileName }: ts.SourceFile): boolean {
  return /(^|\/)provide\.[cm]?tsx?$/.test(fileName);
}

/** Finds the providers; reports exported functions that cannot be called before the plugin starts. */
export function findProviders(reading: Reading, ownFiles: readonly ts.SourceFile[]): Provider[] {
  return ownFiles.filter(isProvideFile).flatMap((file) => {
    const module = reading.checker.getSymbolAtLocation(file);
    const exports = module ? reading.checker.getExportsOfModule(module) : [];
    return exports.flatMap((exported) => readProvider(reading, file, exported) ?? []);
  });
}

function readProvider(reading: Reading, file: ts.SourceFile, exported: ts.Symbol): Provider | undefined {
  const { checker } = reading;
  const symbol = resolveAlias(reading, exported);
  if (!symbol.valueDeclaration) return undefined;
  const at = placeOfExport(reading, file, symbol.valueDeclaration);
  const { name } = exported;
  const node = findExportedValue(reading, symbol)?.node;
  const type = checker.getTypeOfSymbolAtLocation(symbol, file);
  if (node && compiler.isClassLike(node)) {
    const [signature] = type.getConstructSignatures();
    const isAbstract = node.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.AbstractKeyword) ?? false;
    if (!signature || isAbstract) return undefined;
    return { name, file, isFunction: false, signature, gives: signature.getReturnType(), declaration: node, at };
  }
  const [signature, ...overloads] = type.getCallSignatures();
  if (!signature) return undefined;
  const gives = signature.getReturnType();
  const fault = overloads.length > 0 ? `has ${overloads.length + 1} overloads` : faultOf(reading, signature, gives);
  if (fault === undefined) return { name, file, isFunction: true, signature, gives, at };
  reading.problems.add({ code: 'SIGIL038', at, message: `provider "${name}" ${fault}` });
  return undefined;
}

function faultOf({ checker }: Reading, signature: ts.Signature, gives: ts.Type): string | undefined {
  const { Object: object, NonPrimitive, Intersection, Any } = compiler.TypeFlags;
  if (signature.getTypeParameters()?.length) return 'is generic';
  if (checker.getPropertyOfType(gives, 'then')) return 'is asynchronous, and constructors do not wait';
  // The compiler has reported unresolved names.
  if (gives.flags & Any) return undefined;
  const isGiving = membersOf(gives).every((member) => member.flags & (object | NonPrimitive | Intersection));
  return isGiving && !isAlwaysAbsent(gives)
    ? undefined
    : `gives ${checker.typeToString(gives)}, which is no object in every case`;
}

function placeOfExport(reading: Reading, file: ts.SourceFile, declaration: ts.Declaration): Place {
  if (!isOwnFile(reading, declaration.getSourceFile())) return { file, start: 0, length: 1 };
  const name = compiler.getNameOfDeclaration(declaration);
  return placeOf(name ?? declaration);
}
