/**
 * Finds the constants of a script by their names: variables, members of objects and enumerations, functions, and imports of the plugin's own files.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';

/** A script with its syntax tree, which has links to parents. */
export interface ScriptSource {
  readonly tree: ts.SourceFile;
  /** Returns the source of an import by its name; `undefined` if it is of a package. */
  findImport(name: string): ScriptSource | undefined;
}

/** Returns the expressions that a function of a file returns; none for a function with another one inside it. */
export function findReturned(tree: ts.SourceFile, name: string): readonly ts.Expression[] {
  const found = findConstant(tree, name) ?? findFunction(tree, name);
  const isFunction = found && (compiler.isArrowFunction(found) || compiler.isFunctionLike(found));
  const body = isFunction && 'body' in found ? found.body : undefined;
  if (!body) return [];
  if (!compiler.isBlock(body)) return [body as ts.Expression]; // an arrow's
  const returned: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isReturnStatement(node) && node.expression) returned.push(node.expression);
    if (!compiler.isFunctionLike(node)) compiler.forEachChild(node, visit);
  };
  compiler.forEachChild(body, visit);
  return returned;
}

function findFunction(tree: ts.SourceFile, name: string): ts.FunctionDeclaration | undefined {
  return tree.statements.find(
    (it): it is ts.FunctionDeclaration => compiler.isFunctionDeclaration(it) && it.name?.text === name,
  );
}

interface FoundValue {
  readonly value: ts.Node;
  readonly source: ScriptSource;
}

/** Finds the value of `urls.api.base`. */
export function findMember(
  { expression, name }: ts.PropertyAccessExpression,
  source: ScriptSource,
): FoundValue | undefined {
  const owner = compiler.isIdentifier(expression)
    ? findOwner(expression.text, source)
    : compiler.isPropertyAccessExpression(expression)
      ? findMember(expression, source)
      : undefined;
  const value = withoutAssertions(owner?.value);
  if (!owner || !value) return undefined;
  if (compiler.isEnumDeclaration(value)) {
    const initializer = value.members.find((it) => nameOf(it.name) === name.text)?.initializer;
    return initializer && { value: initializer, source: owner.source };
  }
  if (!compiler.isObjectLiteralExpression(value)) return undefined;
  const member = value.properties.find((it) => compiler.isPropertyAssignment(it) && nameOf(it.name) === name.text);
  return member && compiler.isPropertyAssignment(member)
    ? { value: member.initializer, source: owner.source }
    : undefined;
}

function findOwner(name: string, source: ScriptSource): FoundValue | undefined {
  const imported = findImported(source, name);
  const owner = imported ?? { source, name };
  const { tree } = owner.source;
  const value =
    findConstant(tree, owner.name) ??
    tree.statements.find((it) => compiler.isEnumDeclaration(it) && it.name.text === owner.name);
  return value && { value, source: owner.source };
}

/** Returns an expression without `as const` and `Object.freeze` around it. */
function withoutAssertions(node: ts.Node | undefined): ts.Node | undefined {
  if (!node) return undefined;
  if (compiler.isAsExpression(node) || compiler.isSatisfiesExpression(node)) return withoutAssertions(node.expression);
  const isFrozen = compiler.isCallExpression(node) && node.expression.getText() === 'Object.freeze';
  return isFrozen ? withoutAssertions(node.arguments[0]) : node;
}

/** Returns the value of the file's first `const` of a name. */
export function findConstant(tree: ts.SourceFile, name: string): ts.Expression | undefined {
  let constants = constantsOf.get(tree);
  if (!constants) constantsOf.set(tree, (constants = readConstants(tree)));
  return constants.get(name);
}

/** The constants of each tree: bundles of packages are searched for thousands of names. */
const constantsOf = new WeakMap<ts.SourceFile, ReadonlyMap<string, ts.Expression>>();

function readConstants(tree: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const found = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    const isConstant = (node.parent?.flags & compiler.NodeFlags.Const) !== 0;
    if (isConstant && compiler.isVariableDeclaration(node) && compiler.isIdentifier(node.name) && node.initializer)
      if (!found.has(node.name.text)) found.set(node.name.text, node.initializer);
    compiler.forEachChild(node, visit);
  };
  compiler.forEachChild(tree, visit);
  return found;
}

/** Returns the module that a name is for as a whole: `import * as urls`. */
export function findModule(source: ScriptSource, name: string): ScriptSource | undefined {
  for (const statement of source.tree.statements) {
    if (!compiler.isImportDeclaration(statement) || !compiler.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings && compiler.isNamespaceImport(bindings) && bindings.name.text === name)
      return source.findImport(statement.moduleSpecifier.text);
  }
  return undefined;
}

/** Returns the file that a name is imported from, and its name there. */
export function findImported(source: ScriptSource, name: string): { source: ScriptSource; name: string } | undefined {
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
