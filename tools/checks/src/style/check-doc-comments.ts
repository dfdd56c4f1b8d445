/**
 * Refuses exported symbols without a doc comment.
 *
 * A file header may serve for the symbol after which the file is named, and for its only function, class or constant.
 */
import ts from 'typescript';
import type { Problem } from '../problem.ts';
import { lineOf, parseSource } from '../workspace/parse-source.ts';
import { isGeneratedFile, isIndexFile, isTestFile, type SourceFile, stemOf } from '../workspace/source-file.ts';

type Declaration =
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.EnumDeclaration
  | ts.VariableStatement;

/** Checks every symbol that a source file exports under its own name; tests, index files and generated files are exempt. */
export function checkDocComments(files: readonly SourceFile[]): Problem[] {
  return files
    .filter(({ path }) => !isTestFile(path) && !isIndexFile(path) && !isGeneratedFile(path))
    .flatMap(checkFile);
}

function checkFile(file: SourceFile): Problem[] {
  const tree = parseSource(file);
  const exported = tree.statements.filter(isDeclaration).filter((node) => isExported(node, tree));
  const explained = new Set([
    ...exported.filter((node) => hasDocComment(node, file.text)).flatMap(namesOf),
    ...onlyValueOf(exported),
  ]);
  return exported.flatMap((node) =>
    namesOf(node)
      .filter((name) => !explained.has(name) && !isNamedAfter(file.path, name))
      .map((name) => ({ file: file.path, line: lineOf(tree, node), message: `exported "${name}" has no doc comment` })),
  );
}

/** Returns the name of the only export with a run-time value, for which the file header may serve. */
function onlyValueOf(exported: readonly Declaration[]): ReadonlySet<string> {
  const values = new Set(exported.filter((node) => !isType(node)).flatMap(namesOf));
  return values.size === 1 ? values : new Set();
}

function isDeclaration(node: ts.Node): node is Declaration {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isVariableStatement(node)
  );
}

function isType(node: Declaration): boolean {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

/** Returns whether a symbol is exported, by its own `export`, or by a later `export { name }`. */
function isExported(node: Declaration, tree: ts.SourceFile): boolean {
  if (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return true;
  const listed = tree.statements.filter(ts.isExportDeclaration).filter((statement) => !statement.moduleSpecifier);
  const names = new Set(listed.flatMap((statement) => namesInList(statement)));
  return namesOf(node).some((name) => names.has(name));
}

function namesInList({ exportClause }: ts.ExportDeclaration): string[] {
  if (!exportClause || !ts.isNamedExports(exportClause)) return [];
  return exportClause.elements.map((element) => (element.propertyName ?? element.name).text);
}

function namesOf(node: Declaration): string[] {
  if (!ts.isVariableStatement(node)) return node.name ? [node.name.text] : [];
  return node.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
}

function hasDocComment(node: ts.Node, text: string): boolean {
  const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  return comments.some(({ pos }) => text.startsWith('/**', pos));
}

/** Compares names without case and hyphens: `revision-2025-11-25.ts` is named after `revision20251125`. */
function isNamedAfter(path: string, name: string): boolean {
  return stemOf(path).replaceAll('-', '') === name.toLowerCase();
}
