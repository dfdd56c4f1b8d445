/**
 * Finds the imports that code of one file needs in another one.
 */
import { Node, type SourceFile, SyntaxKind } from 'ts-morph';
import { importText, isMemberName } from '../source/moved-text.js';
import { relativeModule } from '../source/source-layout.js';
import { NotCopied, declaredBy } from './replacements.js';

/** Names that a file must import, and those that their own file must export. */
export interface ImportedNames {
  readonly imports: ReadonlySet<string>;
  /** Statements of the file of the code that have no `export` yet. */
  readonly exported: ReadonlySet<Node>;
}

/** Returns what a node needs in another file. @throws NotCopied if the file has another meaning for one of its names */
export function namesToImport(node: Node, into: SourceFile): ImportedNames {
  const imports = new Set<string>();
  const exported = new Set<Node>();
  const file = node.getSourceFile();
  for (const name of node.getDescendantsOfKind(SyntaxKind.Identifier)) {
    if (isMemberName(name)) continue;
    const declaration = declaredBy(name);
    if (!declaration || declaration.getSourceFile() !== file) continue;
    if (declaration.getStart() >= node.getStart() && declaration.getEnd() <= node.getEnd()) continue;
    const known = into.getLocal(name.getText());
    if (known) {
      const [target, own] = [known, name.getSymbol()].map((one) => (one?.isAlias() ? one.getAliasedSymbol() : one));
      const isSame =
        target?.getDeclarations()[0] === own?.getDeclarations()[0] ||
        sameImport(known.getDeclarations()[0], declaration);
      if (!isSame) throw new NotCopied();
      continue;
    }
    const imported = declaration.getFirstAncestor(Node.isImportDeclaration);
    if (imported) {
      const module = imported.getModuleSpecifierSourceFile() ?? imported.getModuleSpecifierValue();
      imports.add(importText(declaration, moduleFrom(into, module)));
    } else {
      const statement = [declaration, ...declaration.getAncestors()].find((one) => one.getParent() === file);
      const others = file.getExportedDeclarations().get(name.getText());
      if (!others?.some((one) => one === declaration)) {
        if (others || !statement || !canExport(statement)) throw new NotCopied();
        exported.add(statement);
      }
      const isType = Node.isInterfaceDeclaration(statement) || Node.isTypeAliasDeclaration(statement);
      imports.add(`import { ${isType ? 'type ' : ''}${name.getText()} } from '${moduleFrom(into, file)}';`);
    }
  }
  return { imports, exported };
}

/** Whether two imports name the same export of a package. */
function sameImport(one: Node | undefined, other: Node): boolean {
  const [first, second] = [one, other].map((node) => node?.getFirstAncestor(Node.isImportDeclaration));
  return (
    first !== undefined &&
    first.getModuleSpecifierValue() === second?.getModuleSpecifierValue() &&
    one?.getText() === other.getText()
  );
}

function canExport(statement: Node): boolean {
  return (
    Node.isVariableStatement(statement) ||
    Node.isFunctionDeclaration(statement) ||
    Node.isClassDeclaration(statement) ||
    Node.isInterfaceDeclaration(statement) ||
    Node.isTypeAliasDeclaration(statement) ||
    Node.isEnumDeclaration(statement)
  );
}

/** The specifier of a module in another file. @throws NotCopied for a relative one that is no source of the folder */
function moduleFrom(into: SourceFile, module: string | SourceFile): string {
  if (typeof module !== 'string') return relativeModule(into.getFilePath(), module.getFilePath());
  if (module.startsWith('.')) throw new NotCopied();
  return module;
}
