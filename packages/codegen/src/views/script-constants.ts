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

/** Returns whether a file declares or imports a function or a constant of a name, which then is not the browser's. */
export function isDeclared(tree: ts.SourceFile, name: string): boolean {
  if (findConstant(tree, name) ?? findFunction(tree, name)) return true;
  return tree.statements.some((statement) => {
    const clause = compiler.isImportDeclaration(statement) ? statement.importClause : undefined;
    const bindings = clause?.namedBindings;
    const isNamed =
      bindings && compiler.isNamedImports(bindings) && bindings.elements.some((it) => it.name.text === name);
    return clause?.name?.text === name || isNamed === true;
  });
}

/** Returns the value of the file's first `const` of a name, and for `default` that of its default export. */
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
    if (compiler.isExportAssignment(node)) found.set('default', node.expression);
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

/** Returns the file that a name is imported from, or exported again from, and its name there. */
export function findImported(source: ScriptSource, name: string): { source: ScriptSource; name: string } | undefined {
  for (const statement of source.tree.statements) {
    const found = importedBy(statement, name);
    const target = found && source.findImport(found.module);
    if (found && target) return { source: target, name: found.name };
  }
  return undefined;
}

function importedBy(statement: ts.Statement, name: string): { module: string; name: string } | undefined {
  const isImport = compiler.isImportDeclaration(statement);
  if (!isImport && !compiler.isExportDeclaration(statement)) return undefined;
  const { moduleSpecifier } = statement;
  if (!moduleSpecifier || !compiler.isStringLiteral(moduleSpecifier)) return undefined;
  const { text: module } = moduleSpecifier;
  if (isImport && statement.importClause?.name?.text === name) return { module, name: 'default' };
  const bindings = isImport ? statement.importClause?.namedBindings : statement.exportClause;
  const isNamed = bindings && (compiler.isNamedImports(bindings) || compiler.isNamedExports(bindings));
  const elements: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[] = isNamed ? bindings.elements : [];
  const binding = elements.find((it) => it.name.text === name);
  return binding && { module, name: (binding.propertyName ?? binding.name).text };
}

/** Returns the name of a property; empty if it is computed. */
export function nameOf(name: ts.PropertyName): string {
  return compiler.isIdentifier(name) || compiler.isStringLiteralLike(name) ? name.text : '';
}
