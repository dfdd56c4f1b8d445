/**
 * Finds the classes that a plugin publishes: exported, concrete, with decorated methods of their own or inherited.
 */
import type ts from 'typescript';
import { compiler } from './load-compiler.js';
import { findMarkers } from './markers.js';
import { placeOf } from './problems.js';
import { isOwnFile, type Reading, resolveAlias } from './reading.js';

/** An exported class and the classes it extends, itself first. */
export interface PluginClass {
  readonly declaration: ts.ClassLikeDeclaration;
  readonly exportName: string;
  readonly file: ts.SourceFile;
  readonly chain: readonly ts.ClassLikeDeclaration[];
}

/** The classes of one file. */
export interface FoundClasses {
  /** In the order of the source. */
  readonly published: readonly PluginClass[];
  /** All classes with markers on members of their own, published or not. */
  readonly decorated: readonly ts.ClassLikeDeclaration[];
}

/** Finds the classes that the file publishes, and those that need to be published somewhere. */
export function findPluginClasses(reading: Reading, file: ts.SourceFile): FoundClasses {
  const published = exportedClasses(reading, file).filter(
    (one) => !isAbstract(one.declaration) && one.chain.some((declaration) => hasMarkers(reading, declaration)),
  );
  return { published, decorated: classesIn(file).filter((declaration) => hasMarkers(reading, declaration)) };
}

/** Reports decorated classes that nothing publishes, by themselves or as a base. */
export function reportUnpublishedClasses(reading: Reading, found: readonly FoundClasses[]): void {
  const used = new Set(found.flatMap(({ published }) => published.flatMap((one) => one.chain)));
  for (const declaration of found.flatMap((one) => one.decorated)) {
    if (!used.has(declaration)) reportUnpublished(reading, declaration);
  }
}

/** Whether a member of the class itself carries a marker. */
function hasMarkers(reading: Reading, declaration: ts.ClassLikeDeclaration): boolean {
  return declaration.members.some((member) => findMarkers(reading, member).length > 0);
}

function exportedClasses(reading: Reading, file: ts.SourceFile): PluginClass[] {
  const module = reading.checker.getSymbolAtLocation(file);
  const found = new Map<ts.ClassLikeDeclaration, PluginClass>();
  for (const exported of module ? reading.checker.getExportsOfModule(module) : []) {
    const declaration = isTypeOnly(exported) ? undefined : classOf(resolveAlias(reading, exported));
    // A class that is exported again elsewhere is published where it is declared.
    if (!declaration || declaration.getSourceFile() !== file || found.has(declaration)) continue;
    found.set(declaration, { declaration, exportName: exported.name, file, chain: chainOf(reading, declaration) });
  }
  return [...found.values()].sort((a, b) => a.declaration.pos - b.declaration.pos);
}

function isTypeOnly(exported: ts.Symbol): boolean {
  return exported.declarations?.some((one) => compiler.isTypeOnlyExportDeclaration(one)) ?? false;
}

function classOf(symbol: ts.Symbol): ts.ClassLikeDeclaration | undefined {
  const declaration = symbol.valueDeclaration;
  if (!declaration) return undefined;
  if (compiler.isClassLike(declaration)) return declaration;
  const value = compiler.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return value && compiler.isClassExpression(value) ? value : undefined;
}

function chainOf(reading: Reading, declaration: ts.ClassLikeDeclaration): ts.ClassLikeDeclaration[] {
  const chain: ts.ClassLikeDeclaration[] = [];
  const visit = (type: ts.Type): void => {
    for (const part of type.isIntersection() ? type.types : [type]) {
      const target = 'target' in part ? readTarget(part) : part;
      const found = target.symbol?.declarations?.find(compiler.isClassLike);
      if (!found || chain.includes(found)) continue;
      chain.push(found);
      if (target.isClassOrInterface()) reading.checker.getBaseTypes(target).forEach(visit);
    }
  };
  visit(reading.checker.getTypeAtLocation(declaration));
  return chain;
}

function readTarget(type: ts.Type): ts.Type {
  // Sound because only references have a target: the generic type that they refer to.
  return (type as ts.TypeReference).target;
}

function isAbstract(declaration: ts.ClassLikeDeclaration): boolean {
  return declaration.modifiers?.some((modifier) => modifier.kind === compiler.SyntaxKind.AbstractKeyword) ?? false;
}

function classesIn(file: ts.SourceFile): ts.ClassLikeDeclaration[] {
  const found: ts.ClassLikeDeclaration[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isClassLike(node)) found.push(node);
    // What is a type only has no classes in it, and most of a file may be that.
    const isType = compiler.isTypeNode(node) && !compiler.isExpressionWithTypeArguments(node);
    if (!isType && !compiler.isInterfaceDeclaration(node)) compiler.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function reportUnpublished(reading: Reading, declaration: ts.ClassLikeDeclaration): void {
  const name = declaration.name?.text ?? 'this class';
  const problem = isAbstract(declaration)
    ? {
        message: `${name} is abstract, and no exported class extends it`,
        fix: 'Export a class that extends it, or remove the decorators.',
      }
    : { message: `${name} has published methods but is not exported` };
  const place = placeOf(declaration.name ?? declaration);
  if (isOwnFile(reading, declaration.getSourceFile()))
    reading.problems.add({ code: 'SIGIL010', at: place, ...problem });
}
