/**
 * Finds the source files unaffected by a change: neither they nor their direct or indirect imports have changed. The reader keeps
 * its readings of such files.
 */
import type { ts } from 'ts-morph';
import { compiler } from './compiler.js';

/** The files of a program at one time, by name. */
export type FileStates = ReadonlyMap<string, ts.SourceFile>;

/** Returns the files of the program by name; a changed file is a different object under its name. */
export function statesOf(program: ts.Program): FileStates {
  return new Map(program.getSourceFiles().map((file) => [file.fileName, file]));
}

/** Returns the unchanged files whose dependencies are unchanged too. None if files were added or removed. */
export function findUntouched(program: ts.Program, before: FileStates): ReadonlySet<ts.SourceFile> {
  const files = program.getSourceFiles();
  const changed = files.filter((file) => before.get(file.fileName) !== file);
  const isSameSet = files.length === before.size && files.every((file) => before.has(file.fileName));
  if (!isSameSet || changed.some(speaksForAll)) return new Set();

  const importers = importersOf(program, files);
  const touched = new Set(changed);
  // Iterating over a set includes elements added meanwhile.
  for (const file of touched) for (const importer of importers.get(file) ?? []) touched.add(importer);
  return new Set(files.filter((file) => !touched.has(file)));
}

/** Returns whether a file has declarations outside of any module, which are visible everywhere. */
function speaksForAll(file: ts.SourceFile): boolean {
  return !compiler.isExternalModule(file) || /\bdeclare\s+(?:global|module)\b/.test(file.text);
}

function importersOf(program: ts.Program, files: readonly ts.SourceFile[]): Map<ts.SourceFile, ts.SourceFile[]> {
  const checker = program.getTypeChecker();
  const importers = new Map<ts.SourceFile, ts.SourceFile[]>();
  // Installed packages do not change during work, and import nothing that does.
  for (const file of files.filter((one) => !one.fileName.includes('/node_modules/'))) {
    for (const specifier of specifiersIn(file)) {
      const imported = checker.getSymbolAtLocation(specifier)?.declarations?.[0]?.getSourceFile();
      if (imported) importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
}

const specifiersByFile = new WeakMap<ts.SourceFile, readonly ts.StringLiteral[]>();

/** Returns the module names in import and export declarations, import types and calls of `import()`. */
function specifiersIn(file: ts.SourceFile): readonly ts.StringLiteral[] {
  const known = specifiersByFile.get(file);
  if (known) return known;
  const found: ts.StringLiteral[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier && compiler.isStringLiteral(specifier)) found.push(specifier);
    compiler.forEachChild(node, visit);
  };
  visit(file);
  specifiersByFile.set(file, found);
  return found;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (compiler.isImportDeclaration(node) || compiler.isExportDeclaration(node)) return node.moduleSpecifier;
  if (compiler.isImportTypeNode(node))
    return compiler.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  if (compiler.isExternalModuleReference(node)) return node.expression;
  const isImportCall = compiler.isCallExpression(node) && node.expression.kind === compiler.SyntaxKind.ImportKeyword;
  return isImportCall ? node.arguments[0] : undefined;
}
