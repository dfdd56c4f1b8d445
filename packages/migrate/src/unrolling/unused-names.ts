/**
 * Removes functions and tables that nothing uses after their registrations were written out.
 */
import {
  type FunctionDeclaration,
  type ImportSpecifier,
  type MethodDeclaration,
  Node,
  type SourceFile,
  SyntaxKind,
  type VariableDeclaration,
} from 'ts-morph';
import { declarationOf, plain } from '../source/static-value.js';
import { isWritten, type Written } from '../handlers/returns.js';
import type { RoundEdits } from './round-edits.js';

/** Declarations that may be unused at the end; files are rewritten meanwhile, so that their names are kept. */
export class UnusedNames {
  readonly #candidates = new Map<
    string,
    { readonly file: SourceFile; readonly name: string; readonly owner?: string }
  >();

  /** Notes the table that a loop visited. */
  considerTable(used: Node): void {
    const value = plain(used);
    const declaration = Node.isIdentifier(value) ? declarationOf(value) : undefined;
    if (Node.isVariableDeclaration(declaration)) this.#consider(declaration);
  }

  /** Notes a function whose body took the place of a call. */
  considerFunction(fn: Written): void {
    const variable = fn.getParent();
    if (Node.isFunctionDeclaration(fn) || Node.isMethodDeclaration(fn)) this.#consider(fn);
    else if (Node.isVariableDeclaration(variable)) this.#consider(variable);
  }

  #consider(declaration: Removable): void {
    const owner = Node.isMethodDeclaration(declaration)
      ? declaration.getFirstAncestor(Node.isClassDeclaration)?.getName()
      : undefined;
    const [file, name] = [declaration.getSourceFile(), declaration.getName() ?? ''];
    const key = `${file.getFilePath()} ${owner ?? ''} ${name}`;
    this.#candidates.set(key, { file, name, ...(owner !== undefined && { owner }) });
  }

  /** Removes the declarations that nothing uses any more, and their exports by name. */
  readonly remove = (edits: RoundEdits): void => {
    for (const { file, name, owner } of this.#candidates.values()) {
      const declaration =
        owner === undefined
          ? (file.getFunction(name) ?? file.getVariableDeclaration(name))
          : file.getClass(owner)?.getMethod(name);
      if (declaration) removeUnused(declaration, edits);
    }
  };

  /** Removes the imports that only the removed declarations used. */
  readonly removeImports = (edits: RoundEdits): void => {
    for (const file of new Set([...this.#candidates.values()].map((one) => one.file))) {
      const used = new Set(
        file.getDescendantsOfKind(SyntaxKind.Identifier).flatMap((one) => (isImported(one) ? [] : [one.getText()])),
      );
      for (const one of file.getImportDeclarations()) {
        const names = [one.getDefaultImport(), one.getNamespaceImport(), ...one.getNamedImports().map(localName)];
        const bound = names.filter((name) => name !== undefined);
        if (bound.length > 0 && bound.every((name) => !used.has(name.getText()))) edits.remove(one);
      }
    }
  };
}

function isImported(name: Node): boolean {
  return name.getFirstAncestor(Node.isImportDeclaration) !== undefined;
}

function localName(one: ImportSpecifier): Node {
  return one.getAliasNode() ?? one.getNameNode();
}

type Removable = FunctionDeclaration | VariableDeclaration | MethodDeclaration;

/** Imports of a name that nothing uses are left out later; its exports go with it. */
function removeUnused(declaration: Removable, edits: RoundEdits): void {
  const uses = declaration
    .findReferencesAsNodes()
    .map((use) => use.getParent())
    .filter((parent) => parent !== declaration && !Node.isImportSpecifier(parent) && !Node.isImportClause(parent));
  const exports = uses.filter(Node.isExportSpecifier);
  if (exports.length < uses.length) return;
  const statement = Node.isVariableDeclaration(declaration) ? declaration.getVariableStatement() : declaration;
  const isAlone = !Node.isVariableStatement(statement) || statement.getDeclarations().length === 1;
  const isTable = Node.isVariableDeclaration(declaration) && !isWritten(declaration.getInitializer());
  if (!statement || !isAlone || (isTable && Node.isVariableStatement(statement) && statement.isExported())) return;
  edits.remove(statement);
  for (const one of exports) {
    const whole = one.getExportDeclaration();
    edits.remove(whole.getNamedExports().length === 1 ? whole : one);
  }
}
