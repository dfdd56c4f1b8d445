/**
 * Finds the classes that a plugin publishes: exported, concrete, with their own or inherited decorated methods.
 */
import type { ts } from 'ts-morph';
import { type ClassNode, classNodeOf, placeOfName, writtenName } from './program/class-nodes.js';
import { type ExportedValue, findExportedValue } from './exported-value.js';
import { compiler } from './program/compiler.js';
import { findMarkers } from './markers.js';
import type { Problem } from './program/problems.js';
import { isOwnFile, type Reading, resolveAlias } from './program/reading.js';

/** An exported class and its base classes, itself first. */
export interface PluginClass {
  /** The class as written; for a class made by a function, the class that the function returns. */
  readonly declaration: ClassNode;
  /** The type of the export, on which `new` is called. */
  readonly constructed: ts.Type;
  /** The type of an instance. */
  readonly instance: ts.Type;
  /** The name at run time: a class expression has the name of its variable. */
  readonly name: string | undefined;
  readonly exportName: string;
  readonly file: ts.SourceFile;
  readonly chain: readonly ClassNode[];
}

/** The classes of one file. */
export interface FoundClasses {
  /** In source order. */
  readonly published: readonly PluginClass[];
  /** All classes whose own members have markers, published or not. */
  readonly decorated: readonly ClassNode[];
}

/** Finds the classes that the file publishes, and those that must be published somewhere. */
export function findPluginClasses(
  reading: Reading,
  file: ts.SourceFile,
  ownFiles: ReadonlySet<ts.SourceFile>,
): FoundClasses {
  const published = exportedClasses(reading, file, ownFiles).filter(
    (one) => !one.declaration.isAbstract() && one.chain.some((declaration) => hasMarkers(reading, declaration)),
  );
  return { published, decorated: decoratedClasses(reading, file) };
}

function decoratedClasses(reading: Reading, file: ts.SourceFile): ClassNode[] {
  return classesIn(file)
    .filter(mayHaveMarkers)
    .map(classNodeOf)
    .filter((declaration) => hasMarkers(reading, declaration));
}

/**
 * Finds the published methods of classes in files shared with other plugins that this plugin does not publish, as `kind method`:
 * their decorators still run.
 */
export function findUnpublished(
  reading: Reading,
  found: readonly FoundClasses[],
  ownFiles: ReadonlySet<ts.SourceFile>,
): string[] {
  const used = usedClasses(found);
  const isShared = (file: ts.SourceFile): boolean =>
    !ownFiles.has(file) && isBundled(reading, file) && !reading.origins.isCoreFile(file);
  const methods = reading.program
    .getSourceFiles()
    .filter(isShared)
    .flatMap((file) => decoratedClasses(reading, file))
    .filter((declaration) => !used.has(declaration))
    .flatMap((declaration) => declaration.getMembers())
    .flatMap((member) => findMarkers(reading, member).map(({ kind }) => `${kind} ${writtenName(member) ?? ''}`));
  return [...new Set(methods)].sort();
}

/** Reports decorated classes that are not published, neither directly nor as a base class. */
export function reportUnpublishedClasses(reading: Reading, found: readonly FoundClasses[]): void {
  const used = usedClasses(found);
  for (const declaration of found.flatMap((one) => one.decorated)) {
    if (!used.has(declaration)) reportUnpublished(reading, declaration);
  }
}

function usedClasses(found: readonly FoundClasses[]): Set<ClassNode> {
  return new Set(found.flatMap(({ published }) => published.flatMap((one) => one.chain)));
}

/** Returns whether a member of the class itself has a marker. */
function hasMarkers(reading: Reading, declaration: ClassNode): boolean {
  return (
    mayHaveMarkers(declaration.compilerNode) &&
    declaration.getMembers().some((member) => findMarkers(reading, member).length > 0)
  );
}

/** Returns false for classes without decorators, the most common, whose members then need no nodes. */
function mayHaveMarkers(declaration: ts.ClassLikeDeclaration): boolean {
  return declaration.members.some(
    (member) => compiler.canHaveModifiers(member) && (member.modifiers?.some(compiler.isDecorator) ?? false),
  );
}

function exportedClasses(reading: Reading, file: ts.SourceFile, ownFiles: ReadonlySet<ts.SourceFile>): PluginClass[] {
  const module = reading.checker.getSymbolAtLocation(file);
  const found = new Map<ts.Node, PluginClass>();
  for (const exported of module ? reading.checker.getExportsOfModule(module) : []) {
    const value = isTypeOnly(exported) ? undefined : findExportedValue(reading, resolveAlias(reading, exported));
    if (!value || found.has(value.node)) continue;
    // A class declared in another file of the plugin and re-exported here is published there.
    const declaredIn = value.node.getSourceFile();
    if (declaredIn !== file && (ownFiles.has(declaredIn) || !isBundled(reading, declaredIn))) continue;
    const pluginClass = classOf(reading, value, exported.name);
    if (pluginClass) found.set(value.node, { ...pluginClass, file });
  }
  return [...found.values()].sort((a, b) => a.declaration.getPos() - b.declaration.getPos());
}

/** Returns the class as one of the plugin's parts, if its file exports it. */
export function findExportedClass(reading: Reading, declaration: ts.ClassLikeDeclaration): PluginClass | undefined {
  const file = declaration.getSourceFile();
  const module = reading.checker.getSymbolAtLocation(file);
  for (const exported of module ? reading.checker.getExportsOfModule(module) : []) {
    const value = isTypeOnly(exported) ? undefined : findExportedValue(reading, resolveAlias(reading, exported));
    if (value?.node === declaration) return classOf(reading, value, exported.name);
  }
  return undefined;
}

/** Returns a class under its exported name; `undefined` for a value that is not a class. */
export function classOf(
  reading: Reading,
  { node, name: variable }: ExportedValue,
  exportName: string,
): PluginClass | undefined {
  const types = typesOf(reading, node);
  const chain = types ? chainOf(reading, types.instance) : [];
  const [declaration] = chain;
  if (!types || !declaration) return undefined;
  const name = compiler.isClassLike(node) ? (node.name?.text ?? variable) : variable;
  return { ...types, declaration, name, exportName, file: node.getSourceFile(), chain };
}

function isTypeOnly(exported: ts.Symbol): boolean {
  return exported.declarations?.some((one) => compiler.isTypeOnlyExportDeclaration(one)) ?? false;
}

function isBundled({ program }: Reading, file: ts.SourceFile): boolean {
  return !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file);
}

/** Returns the types of a value; one that cannot be constructed has none. */
function typesOf(reading: Reading, node: ts.Node): Pick<PluginClass, 'constructed' | 'instance'> | undefined {
  const { checker } = reading;
  if (compiler.isClassLike(node)) {
    const { symbol } = checker.getTypeAtLocation(node);
    const constructed = checker.getTypeOfSymbolAtLocation(symbol, node);
    return { constructed, instance: checker.getDeclaredTypeOfSymbol(symbol) };
  }
  const constructed = checker.getTypeAtLocation(node);
  const instance = constructed.getConstructSignatures()[0]?.getReturnType();
  return instance && { constructed, instance };
}

function chainOf(reading: Reading, instance: ts.Type): ClassNode[] {
  const chain: ClassNode[] = [];
  const visit = (type: ts.Type): void => {
    for (const part of type.isIntersection() ? type.types : [type]) {
      const target = 'target' in part ? readTarget(part) : part;
      const declaration = target.symbol?.declarations?.find(compiler.isClassLike);
      const found = declaration && classNodeOf(declaration);
      if (!found || chain.includes(found)) continue;
      chain.push(found);
      if (target.isClassOrInterface()) reading.checker.getBaseTypes(target).forEach(visit);
    }
  };
  visit(instance);
  return chain;
}

function readTarget(type: ts.Type): ts.Type {
  // Sound because only references have a target: the generic type that they refer to.
  return (type as ts.TypeReference).target;
}

/** Returns every class in a file, in source order. */
export function classesIn(file: ts.SourceFile): ts.ClassLikeDeclaration[] {
  const found: ts.ClassLikeDeclaration[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isClassLike(node)) found.push(node);
    // A type node contains no classes, and most of a file may be types.
    const isType = compiler.isTypeNode(node) && !compiler.isExpressionWithTypeArguments(node);
    if (!isType && !compiler.isInterfaceDeclaration(node)) compiler.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function reportUnpublished(reading: Reading, declaration: ClassNode): void {
  const name = declaration.getName() ?? 'this class';
  const problem = declaration.isAbstract()
    ? {
        message: `${name} is abstract, and no exported class extends it`,
        fix: 'Export a class that extends it, or remove the decorators.',
      }
    : { message: `${name} has published methods but is not exported`, ...exportOf(declaration) };
  const at = placeOfName(declaration);
  if (isOwnFile(reading, at.file)) reading.problems.add({ code: 'SIGIL010', at, ...problem });
}

/** Writes `export` before `class` where the class is a statement of its file. */
function exportOf({ compilerNode: node }: ClassNode): Pick<Problem, 'correction'> {
  if (!compiler.isClassDeclaration(node) || !compiler.isSourceFile(node.parent) || !node.name) return {};
  const file = node.getSourceFile();
  const keyword = node.getChildren(file).find(({ kind }) => kind === compiler.SyntaxKind.ClassKeyword);
  return keyword ? { correction: { at: { file, start: keyword.getStart(file), length: 0 }, text: 'export ' } } : {};
}
