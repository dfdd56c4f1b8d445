/**
 * Moves the text of an expression into another file, with the imports and declarations that it needs.
 */
import { Node, type SourceFile, type Statement } from 'ts-morph';

/** A text for another file. */
export interface MovedText {
  readonly text: string;
  /** Imports, as text. */
  readonly imports: readonly string[];
  /** Declarations of the old file that the text uses, in their order. */
  readonly declarations: readonly string[];
}

/** `moduleOf` writes the specifier of a module that a file imports, or of a file itself. */
export function moveText(node: Node, moduleOf: (from: SourceFile, module: string | SourceFile) => string): MovedText {
  const file = node.getSourceFile();
  const imports = new Set<string>();
  const statements = new Set<Statement>();
  const visit = (inner: Node): void => {
    for (const name of [inner, ...inner.getDescendants()]) {
      if (!Node.isIdentifier(name) || isMemberName(name)) continue;
      const declaration = valueOf(name);
      if (!declaration || declaration.getSourceFile() !== file) continue;
      const imported = declaration.getFirstAncestor(Node.isImportDeclaration);
      if (imported) {
        const module = imported.getModuleSpecifierSourceFile() ?? imported.getModuleSpecifierValue();
        imports.add(importText(declaration, moduleOf(file, module)));
        continue;
      }
      const statement = declaration.getFirstAncestor(
        (one): one is Statement => Node.isStatement(one) && one.getParent() === file,
      );
      const own = Node.isStatement(declaration) && declaration.getParent() === file ? declaration : statement;
      if (!own || own.containsRange(node.getPos(), node.getEnd()) || statements.has(own)) continue;
      if (Node.isClassDeclaration(own)) {
        imports.add(`import { ${own.getName() ?? ''} } from '${moduleOf(file, file)}';`);
        continue;
      }
      statements.add(own);
      visit(own);
    }
  };
  visit(node);
  const declarations = [...statements]
    .sort((one, other) => one.getStart() - other.getStart())
    .map((one) => one.getText().replace(/^export (default )?/, ''));
  return { text: node.getText(), imports: [...imports], declarations };
}

/** Returns whether an identifier is the name of a member, which refers to nothing by itself. */
export function isMemberName(name: Node): boolean {
  const parent = name.getParent();
  return (
    (Node.isPropertyAccessExpression(parent) && parent.getNameNode() === name) ||
    (Node.isPropertyAssignment(parent) && parent.getNameNode() === name)
  );
}

/** Writes the import of a name that a file imports. */
export function importText(declaration: Node, module: string): string {
  if (Node.isImportSpecifier(declaration)) return `import { ${declaration.getText()} } from '${module}';`;
  if (Node.isNamespaceImport(declaration)) return `import ${declaration.getText()} from '${module}';`;
  return `import ${Node.isImportClause(declaration) ? (declaration.getDefaultImport()?.getText() ?? '') : declaration.getText()} from '${module}';`;
}

/** Returns whether an expression uses names that only the function around it has, so that its text cannot be moved. */
export function usesLocals(node: Node): boolean {
  return [node, ...node.getDescendants()].some((name) => {
    if (!Node.isIdentifier(name) || isMemberName(name)) return false;
    const declaration = valueOf(name);
    if (!declaration || declaration.getSourceFile() !== node.getSourceFile()) return false;
    if (declaration.getPos() >= node.getPos() && declaration.getEnd() <= node.getEnd()) return false;
    return declaration.getFirstAncestor(isFunction) !== undefined;
  });
}

function isFunction(node: Node): boolean {
  return (
    Node.isArrowFunction(node) ||
    Node.isFunctionExpression(node) ||
    Node.isFunctionDeclaration(node) ||
    Node.isMethodDeclaration(node) ||
    Node.isConstructorDeclaration(node)
  );
}

/** The declaration of the value of a name, also in `{ name }`. */
function valueOf(name: Node): Node | undefined {
  const parent = name.getParent();
  const symbol = Node.isShorthandPropertyAssignment(parent) ? parent.getValueSymbol() : name.getSymbol();
  return symbol?.getDeclarations()[0];
}
