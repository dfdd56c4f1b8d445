/**
 * Finds the texts that an expression may have, without running anything: literals, and constants of the same file or of one that it imports.
 *
 * A text that is computed is known up to its first unknown part.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';

/** A script with its syntax tree, which has links to parents. */
export interface ScriptSource {
  readonly tree: ts.SourceFile;
  /** Returns the source of an import by its name; `undefined` if it is of a package. */
  findImport(name: string): ScriptSource | undefined;
}

/** A text that an expression may have, as far as it is known, and the literal that it comes from. */
export interface TextValue {
  readonly text: string;
  readonly node: ts.Node;
}

/** Constants that name each other in a circle, or a long chain of them, are given up. */
const deepest = 8;

/** Returns the beginnings of the texts that an expression may have. @param depth the number of expressions that led here */
export function valuesOf(node: ts.Node, source: ScriptSource, depth = 0): readonly TextValue[] {
  const inner = (next: ts.Node | undefined): readonly TextValue[] =>
    next && depth < deepest ? valuesOf(next, source, depth + 1) : [];
  if (compiler.isStringLiteralLike(node)) return [{ text: node.text, node }];
  if (compiler.isTemplateExpression(node)) return templateValues(node, inner);
  if (compiler.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === compiler.SyntaxKind.PlusToken) return inner(node.left);
    const isChoice = kind === compiler.SyntaxKind.QuestionQuestionToken || kind === compiler.SyntaxKind.BarBarToken;
    return isChoice ? [...inner(node.left), ...inner(node.right)] : [];
  }
  if (compiler.isConditionalExpression(node)) return [...inner(node.whenTrue), ...inner(node.whenFalse)];
  if (compiler.isParenthesizedExpression(node) || compiler.isAsExpression(node) || compiler.isSatisfiesExpression(node))
    return inner(node.expression);
  if (compiler.isNewExpression(node) && node.expression.getText() === 'URL') {
    const [address, base] = node.arguments ?? [];
    // The bundler leaves such an address alone, and the page has none that a path could be relative to.
    const isBesideModule = base?.getText() === 'import.meta.url';
    return inner(isBesideModule ? address : (base ?? address));
  }
  if (compiler.isIdentifier(node)) return constantValues(node.text, source, depth);
  if (!compiler.isPropertyAccessExpression(node)) return [];
  if (node.name.text === 'href') return inner(node.expression);
  return memberValues(node, source, depth);
}

/** The beginning is known up to the first expression; an address whose host is not complete is none. */
function templateValues(
  { head, templateSpans }: ts.TemplateExpression,
  inner: (node: ts.Node) => readonly TextValue[],
): readonly TextValue[] {
  if (head.text !== '') return /:\/\/[^/?#]+[/?#]/.test(head.text) ? [{ text: head.text, node: head }] : [];
  const [first] = templateSpans;
  return first ? inner(first.expression) : [];
}

/** Returns the values of a constant of the file, or of one that it imports. */
function constantValues(name: string, source: ScriptSource, depth: number): readonly TextValue[] {
  const value = findConstant(source.tree, name);
  if (value) return valuesOf(value, source, depth + 1);
  const imported = findImported(source, name);
  return imported && depth < deepest ? constantValues(imported.name, imported.source, depth + 1) : [];
}

/** Returns the values of a member of a constant object. */
function memberValues(
  { expression, name }: ts.PropertyAccessExpression,
  source: ScriptSource,
  depth: number,
): readonly TextValue[] {
  if (!compiler.isIdentifier(expression)) return [];
  const imported = findImported(source, expression.text);
  const owner = imported ?? { source, name: expression.text };
  const value = withoutAssertions(findConstant(owner.source.tree, owner.name));
  if (!value || !compiler.isObjectLiteralExpression(value) || depth >= deepest) return [];
  const member = value.properties.find((it) => compiler.isPropertyAssignment(it) && nameOf(it.name) === name.text);
  return member && compiler.isPropertyAssignment(member) ? valuesOf(member.initializer, owner.source, depth + 1) : [];
}

function withoutAssertions(node: ts.Expression | undefined): ts.Expression | undefined {
  return node && (compiler.isAsExpression(node) || compiler.isSatisfiesExpression(node)) ? node.expression : node;
}

/** Returns the value of the file's first `const` of a name. */
function findConstant(tree: ts.SourceFile, name: string): ts.Expression | undefined {
  let found: ts.Expression | undefined;
  const visit = (node: ts.Node): void => {
    if (found) return;
    const isNamed = compiler.isVariableDeclaration(node) && compiler.isIdentifier(node.name) && node.name.text === name;
    const isConstant = (node.parent?.flags & compiler.NodeFlags.Const) !== 0;
    if (isNamed && isConstant) found = node.initializer;
    compiler.forEachChild(node, visit);
  };
  compiler.forEachChild(tree, visit);
  return found;
}

/** Returns the file that a name is imported from, and its name there. */
function findImported(source: ScriptSource, name: string): { source: ScriptSource; name: string } | undefined {
  for (const statement of source.tree.statements) {
    if (!compiler.isImportDeclaration(statement) || !compiler.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    const binding =
      bindings && compiler.isNamedImports(bindings) ? bindings.elements.find((it) => it.name.text === name) : undefined;
    if (!binding) continue;
    const target = source.findImport(statement.moduleSpecifier.text);
    return target && { source: target, name: (binding.propertyName ?? binding.name).text };
  }
  return undefined;
}

/** Returns the name of a property; empty if it is computed. */
export function nameOf(name: ts.PropertyName): string {
  return compiler.isIdentifier(name) || compiler.isStringLiteralLike(name) ? name.text : '';
}
