/**
 * Reads which tool each recorded input of a story file is of: its type names the tool's constant, as in `Story<typeof roll>`.
 *
 * Reads the syntax alone: `const`s with a type, with `satisfies`, and lists of either.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';

/** One exported constant, and the constant of its tool. */
export interface StoryAnnotation {
  /** The name under which it is exported. */
  readonly exported: string;
  /** The module that exports the tool's constant, as the file imports it; `undefined` if no import has the name. */
  readonly module: string | undefined;
  /** The name of the tool's constant in that module. */
  readonly tool: string;
}

/** @param text of a story file */
export function readStoryAnnotations(text: string): readonly StoryAnnotation[] {
  const file = compiler.createSourceFile(
    'file.story.tsx',
    text,
    compiler.ScriptTarget.Latest,
    true,
    compiler.ScriptKind.TSX,
  );
  const imports = readImports(file);
  return file.statements.flatMap((statement) => {
    if (!compiler.isVariableStatement(statement)) return [];
    const isExported = statement.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword);
    if (isExported !== true) return [];
    return statement.declarationList.declarations.flatMap(({ name, type, initializer }) => {
      const tool = compiler.isIdentifier(name) ? toolOf(type ?? satisfiedType(initializer)) : undefined;
      if (tool === undefined) return [];
      const imported = imports.get(tool);
      return [{ exported: name.getText(), module: imported?.module, tool: imported?.name ?? tool }];
    });
  });
}

function readImports(file: ts.SourceFile): ReadonlyMap<string, { readonly module: string; readonly name: string }> {
  const found = new Map<string, { module: string; name: string }>();
  for (const statement of file.statements) {
    if (!compiler.isImportDeclaration(statement) || !compiler.isStringLiteral(statement.moduleSpecifier)) continue;
    const { namedBindings } = statement.importClause ?? {};
    if (!namedBindings || !compiler.isNamedImports(namedBindings)) continue;
    for (const { name, propertyName } of namedBindings.elements)
      found.set(name.text, { module: statement.moduleSpecifier.text, name: (propertyName ?? name).text });
  }
  return found;
}

function satisfiedType(initializer: ts.Expression | undefined): ts.TypeNode | undefined {
  if (!initializer) return undefined;
  if (compiler.isSatisfiesExpression(initializer)) return initializer.type;
  const isWrapped = compiler.isAsExpression(initializer) || compiler.isParenthesizedExpression(initializer);
  return isWrapped ? satisfiedType(initializer.expression) : undefined;
}

/** Returns `roll` for `Story<typeof roll>`, `Story<typeof roll>[]`, and both as read-only. */
function toolOf(type: ts.TypeNode | undefined): string | undefined {
  if (!type) return undefined;
  if (compiler.isArrayTypeNode(type)) return toolOf(type.elementType);
  if (compiler.isTypeOperatorNode(type)) return toolOf(type.type);
  if (!compiler.isTypeReferenceNode(type)) return undefined;
  const [argument] = type.typeArguments ?? [];
  const name = type.typeName.getText();
  if (/^(?:Readonly)?Array$|^Readonly$/.test(name)) return toolOf(argument);
  if (name !== 'Story' || !argument || !compiler.isTypeQueryNode(argument)) return undefined;
  return compiler.isIdentifier(argument.exprName) ? argument.exprName.text : undefined;
}
