/**
 * Removes the schemas of zod that became types, and the types that were inferred from them, where nothing uses them any more.
 */
import { Node, Project, type SourceFile, type Statement } from 'ts-morph';

/** Texts of statements that only declare a schema or its type, with the names that they declare. */
export type SchemaStatements = Map<string, string>;

/** Notes a statement that may be removed; `text` is how it is written. */
export function noteSchema(schemas: SchemaStatements, statement: Statement, text: string): void {
  if (Node.isTypeAliasDeclaration(statement) && !statement.isExported()) {
    const isInferred = /^(\w+\.(infer|input|output)|InferSchema)<typeof \w+>$/.test(
      statement.getTypeNode()?.getText() ?? '',
    );
    if (isInferred) schemas.set(text, statement.getName());
  }
  if (!Node.isVariableStatement(statement) || statement.isExported()) return;
  const [only, second] = statement.getDeclarations();
  if (only && !second && isSchemaText(only.getInitializer()?.getText())) schemas.set(text, only.getName());
}

/** Returns whether a text is that of a schema of zod. */
function isSchemaText(text: string | undefined): boolean {
  return text !== undefined && /^(z|zod)\b|^\w+\.(extend|merge|pick|omit|partial|required|optional|array)\(/.test(text);
}

/** Removes the statements whose names nothing else of a module uses. */
export function withoutUnused(text: string, schemas: SchemaStatements): string {
  const project = new Project({ useInMemoryFileSystem: true });
  let result = text;
  for (let before = ''; before !== result;) {
    before = result;
    for (const [declaration, name] of schemas) {
      if (!result.includes(declaration)) continue;
      const others = project.createSourceFile('module.ts', result.replace(declaration, ''), { overwrite: true });
      const isType = /^type\b/.test(declaration);
      if (!usesOf(others, name).some((use) => isTypeUse(use) === isType)) result = result.replace(declaration, '');
    }
  }
  return result;
}

/** The identifiers that refer to a name, without members and declarations of the same name. */
function usesOf(file: SourceFile, name: string): readonly Node[] {
  return file.getDescendants().filter((node) => {
    if (!Node.isIdentifier(node) || node.getText() !== name) return false;
    const parent = node.getParent();
    const isDeclared =
      (Node.isPropertyAssignment(parent) ||
        Node.isPropertySignature(parent) ||
        Node.isPropertyDeclaration(parent) ||
        Node.isMethodDeclaration(parent) ||
        Node.isParameterDeclaration(parent) ||
        Node.isInterfaceDeclaration(parent) ||
        Node.isTypeAliasDeclaration(parent) ||
        Node.isPropertyAccessExpression(parent)) &&
      parent.getNameNode() === node;
    return !isDeclared && !(Node.isBindingElement(parent) && parent.getPropertyNameNode() === node);
  });
}

function isTypeUse(use: Node): boolean {
  return Node.isTypeReference(use.getParent());
}
