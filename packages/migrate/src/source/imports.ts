/**
 * Finds the module that a name is imported or required from.
 */
import { Node } from 'ts-morph';

/** The module that a name is imported or required from. */
export function importOf(name: Node): string | undefined {
  const declaration = name.getSymbol()?.getDeclarations()[0];
  const imported = declaration?.getFirstAncestor(Node.isImportDeclaration);
  if (imported) return imported.getModuleSpecifierValue();
  const variable =
    declaration &&
    (Node.isVariableDeclaration(declaration) ? declaration : declaration.getFirstAncestor(Node.isVariableDeclaration));
  return variable && requiredBy(variable.getInitializer());
}

/** The module of `require('module')`, also of its members. */
function requiredBy(value: Node | undefined): string | undefined {
  if (Node.isPropertyAccessExpression(value)) return requiredBy(value.getExpression());
  if (Node.isAwaitExpression(value)) return requiredBy(value.getExpression());
  if (!Node.isCallExpression(value) || !['require', 'import'].includes(value.getExpression().getText()))
    return undefined;
  const [module] = value.getArguments();
  return Node.isStringLiteral(module) ? module.getLiteralText() : undefined;
}

/** Returns the name that the module of an import exports: `Tool` for `import { Tool as McpTool }`. */
export function importedName(name: Node): string {
  const specifier = name.getSymbol()?.getDeclarations()[0];
  return Node.isImportSpecifier(specifier) ? specifier.getName() : name.getText();
}
